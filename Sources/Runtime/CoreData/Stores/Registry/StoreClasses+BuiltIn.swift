extension StoreClasses {
  /// The classes of the stores of this module; a new kind of store is added here.
  static let builtIn: [String: NSPersistentStore.Type] = [
    NSInMemoryStoreType: InMemoryStore.self,
    NSBinaryStoreType: BinaryStore.self,
    NSXMLStoreType: XMLStore.self,
    NSSQLiteStoreType: SQLiteStore.self,
    NSPostgreSQLStoreType: ServerStore.self,
  ]
}
