import ManagedModel
import SQLDriver

/// The model of a store, as far as it is known.
package struct IdentifiedModel: Sendable {
  /// The state of the model in the store's cache.
  package enum Cache: Sendable, Hashable {
    /// There is none: stores of Core Data before 2015 have no cache.
    case absent
    /// The model that its metadata describe.
    case current
    /// Another model.
    case stale(HashComparison)
    case damaged(String)
  }

  package let cache: Cache

  /// The name of the store's version among the candidates.
  package let version: String?

  /// The model itself; nil if it was not found.
  package let model: Model?

  /// - Parameters:
  ///   - metadata: The store's metadata.
  ///   - candidates: The candidates.
  ///   - kept: Reads the model in the store's cache.
  /// - Throws: An `SQLError`.
  package init(
    _ metadata: StoreMetadata,
    candidates: [ModelCandidate],
    kept: () throws -> Model?
  ) throws {
    var found: Model?
    do {
      found = try kept()
      let comparison = found.map { HashComparison(metadata, with: $0) }
      switch comparison {
      case nil: cache = .absent
      case .some(let same) where same.isSame: cache = .current
      case .some(let other): cache = .stale(other)
      }
    } catch let error as StoreMigrationError {
      cache = .damaged(error.description)
    }
    let match = candidates.match(metadata)
    version = match?.title
    let whole = match?.model ?? (cache == .current ? found : nil)
    let names = Set(metadata.versionHashes.keys)
    model = whole.map { StoredModel($0).part(names).value }
  }
}
