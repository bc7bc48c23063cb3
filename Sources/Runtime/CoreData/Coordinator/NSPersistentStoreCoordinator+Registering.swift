import Foundation

extension NSPersistentStoreCoordinator {
  /// Makes a class known for stores of a type; nil makes the type unknown.
  public class func registerStoreClass(
    _ storeClass: AnyClass?,
    type: NSPersistentStore.StoreType
  ) {
    guard let storeClass else { return StoreClasses.set(nil, for: type.rawValue) }
    guard let storeClass = storeClass as? NSPersistentStore.Type else {
      preconditionFailure("\(storeClass) does not inherit from NSPersistentStore.")
    }
    StoreClasses.set(storeClass, for: type.rawValue)
  }

  /// Makes a class known for stores of a type.
  public class func registerStoreClass(_ storeClass: AnyClass?, forStoreType storeType: String) {
    registerStoreClass(storeClass, type: .init(rawValue: storeType))
  }

  /// The known types of stores, each with a value that stands for the class.
  public class var registeredStoreTypes: [String: NSValue] {
    StoreClasses.all.mapValues { storeClass in
      NSNumber(value: UInt(bitPattern: ObjectIdentifier(storeClass)))
    }
  }
}
