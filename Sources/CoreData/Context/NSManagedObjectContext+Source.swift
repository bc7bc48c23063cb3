extension NSManagedObjectContext {
  final func fillFault(_ object: NSManagedObject) {
    object.fill(with: object.shape.binding.makeRow())
  }
  final func storedObjects(of object: NSManagedObject, at index: Int) -> [NSManagedObject] { [] }
  final func results(of object: NSManagedObject, at index: Int) -> [NSManagedObject] { [] }
}
