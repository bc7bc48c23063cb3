extension NSManagedObject: MutableKeyValueCoding {}
