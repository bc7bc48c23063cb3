import Foundation
import ManagedModel

/// The classes of stores by their types: those of this module, and those that programs register.
enum StoreClasses {
  private static let lock = NSLock()
  // Protected by the lock.
  nonisolated(unsafe) private static var classes = builtIn

  static func set(_ storeClass: NSPersistentStore.Type?, for type: String) {
    lock.withLock { classes[type] = storeClass }
  }

  static var all: [String: NSPersistentStore.Type] { lock.withLock { classes } }

  /// Returns the class for stores of a type.
  static func storeClass(for type: String) throws -> NSPersistentStore.Type {
    if let known = lock.withLock({ classes[type] }) { return known }
    let reason = "No class is registered for stores of the type '\(type)'."
    throw StoreFailure.error(NSPersistentStoreInvalidTypeError, reason)
  }

  /// The type under which a class is registered; nil if there is none, or several.
  static func type(of storeClass: NSPersistentStore.Type) -> String? {
    let types = all.filter { $0.value == storeClass }.keys
    return types.count == 1 ? types.first : nil
  }

  /// Returns the class whose stores a file may belong to, by the contents of the file.
  static func storeClass(forFileAt url: URL) throws -> NSPersistentStore.Type {
    let bytes = try StoreFiles.bytes(of: url) ?? []
    if let type = StoreFiles.storeType(of: bytes) { return try storeClass(for: type) }
    throw StoreFailure.error(
      NSPersistentStoreInvalidTypeError,
      "The file is not a store of a known type.",
      url: url
    )
  }
}
