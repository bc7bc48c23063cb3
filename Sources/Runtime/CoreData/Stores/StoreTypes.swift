// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// A store in an SQLite database.
public let NSSQLiteStoreType = "SQLite"
/// A store in a binary file that is read and written as a whole.
public let NSBinaryStoreType = "Binary"
/// A store in memory, which is lost when it is closed.
public let NSInMemoryStoreType = "InMemory"
/// A store in an XML file that is read and written as a whole.
public let NSXMLStoreType = "XML"
/// A store in a schema of a PostgreSQL database; Apple's Core Data does not have it.
public let NSPostgreSQLStoreType = "PostgreSQL"

/// The type of a store; a key of metadata.
public let NSStoreTypeKey = "NSStoreType"
/// The UUID of a store; a key of metadata.
public let NSStoreUUIDKey = "NSStoreUUID"

extension NSPersistentStore {
  /// A kind of store.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    /// The name of the type.
    public let rawValue: String

    /// Creates a type with a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A store in an SQLite database.
    public static let sqlite = Self(rawValue: NSSQLiteStoreType)
    /// A store in a binary file that is read and written as a whole.
    public static let binary = Self(rawValue: NSBinaryStoreType)
    /// A store in memory, which is lost when it is closed.
    public static let inMemory = Self(rawValue: NSInMemoryStoreType)
    /// A store in an XML file that is read and written as a whole.
    public static let xml = Self(rawValue: NSXMLStoreType)
    /// A store in a schema of a PostgreSQL database; Apple's Core Data does not have it.
    public static let postgreSQL = Self(rawValue: NSPostgreSQLStoreType)
  }
}
