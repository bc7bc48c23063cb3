import CoreData
import Foundation

/// Which store is meant: of what kind, and where.
package struct StoreLocation: Sendable, Hashable {
  package let kind: StoreKind
  package let url: URL

  /// - Parameters:
  ///   - kind: How the objects are kept.
  ///   - url: Where; nil for the file of that kind in the folder for the program's data.
  package init(_ kind: StoreKind, at url: URL? = nil) {
    self.kind = kind
    self.url =
      url ?? NSPersistentContainer.defaultDirectoryURL().appendingPathComponent(kind.fileName)
  }
}
