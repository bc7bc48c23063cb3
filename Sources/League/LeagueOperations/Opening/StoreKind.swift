import CoreData
import TextFileStore

/// The ways in which the app can keep its objects.
package enum StoreKind: String, Sendable, Hashable, CaseIterable {
  /// In an SQLite database; a save writes only the changes.
  case sqlite
  /// Nowhere: what is in memory is gone when the program ends.
  case memory
  /// In a binary file that is read and written as a whole.
  case binary
  /// In an XML file that is read and written as a whole.
  case xml
  /// In a text file that people can read, by a store class of our own.
  case custom
  /// In a schema of a PostgreSQL database, which several machines share.
  case postgresql

  /// The type by which Core Data knows it.
  package var type: NSPersistentStore.StoreType {
    switch self {
    case .sqlite: .sqlite
    case .memory: .inMemory
    case .binary: .binary
    case .xml: .xml
    case .custom: .textFile
    case .postgresql: .postgreSQL
    }
  }

  /// The name of the file, unless another is given; of each kind another, since none can read another's.
  var fileName: String {
    switch self {
    case .sqlite: "League.sqlite"
    case .memory: "League"
    case .binary: "League.binary"
    case .xml: "League.xml"
    case .custom: "League.txt"
    case .postgresql: "League.postgresql"
    }
  }
}
