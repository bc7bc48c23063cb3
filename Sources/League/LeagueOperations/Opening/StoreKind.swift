import CoreData
import TextFileStore

/// The kinds of stores of the app.
package enum StoreKind: String, Sendable, Hashable, CaseIterable {
  /// In an SQLite database; a save writes only the changes.
  case sqlite
  /// In memory, until the program ends.
  case memory
  /// In a binary file that is read and written as a whole.
  case binary
  /// In an XML file that is read and written as a whole.
  case xml
  /// In a human-readable text file, by a custom store class.
  case custom
  /// In a schema of a PostgreSQL database, which several machines share.
  case postgresql

  /// The store type of Core Data.
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

  /// The default name of the file, different for each kind, since none can read another's.
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
