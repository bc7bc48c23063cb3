import Foundation
import ObjectRows

/// A store that can keep a snapshot of its rows while others save.
///
/// Adapters of other stores always show the current rows.
protocol GenerationKeeping: StoreAdapter {
  /// Returns a snapshot of the current rows, which is kept as long as it is used.
  ///
  /// - Parameter mayHoldUpWriters: Whether writers of the store may be blocked while the rows are used.
  /// - Returns: The rows; nil if this store cannot keep them after all.
  /// - Throws: An error of Core Data if the store cannot be read.
  func keepRows(mayHoldUpWriters: Bool) throws -> (any WholeStoreSource)?
}

/// A generation of all stores of a coordinator: snapshots of those that can keep one, and the current rows of the
/// others.
final class StoreGeneration {
  /// The source of rows of a context that is pinned to the generation.
  let rows: any RowSource

  /// Creates the current generation; nil if no store can keep it.
  init?(of coordinator: NSPersistentStoreCoordinator) throws {
    var kept: [Int: any RowSource] = [:]
    try coordinator.lock.withLock {
      for open in coordinator.openStores {
        guard let keeper = open.adapter as? any GenerationKeeping,
          let rows = try keeper.keepRows(mayHoldUpWriters: false)
        else { continue }
        kept[open.number] = rows
      }
    }
    guard !kept.isEmpty else { return nil }
    rows = KeptRows(of: coordinator, kept)
  }
}

/// The rows of a coordinator, with snapshots of some of its stores.
private final class KeptRows: RowSource {
  private let coordinator: NSPersistentStoreCoordinator
  private let kept: [Int: any RowSource]

  init(of coordinator: NSPersistentStoreCoordinator, _ kept: [Int: any RowSource]) {
    self.coordinator = coordinator
    self.kept = kept
  }

  private func rows(of open: OpenStore) -> any RowSource {
    kept[open.number] ?? open.adapter
  }

  func fetch(_ request: StoreFetch) throws -> StoreFetchResult {
    try coordinator.lock.withLock {
      let asked = coordinator.openStores.filter { $0.isAsked(request) }
      if let only = asked.first, asked.count == 1 { return try rows(of: only).fetch(request) }
      // Each store returns all rows, so that a window is applied once, to all of them.
      let wide = request.withoutWindow
      let results = try asked.map { try rows(of: $0).fetch(wide) }
      return StoreFetchResult(joining: results)
    }
  }

  func count(_ request: StoreFetch) throws -> Int? {
    try coordinator.lock.withLock {
      let asked = coordinator.openStores.filter { $0.isAsked(request) }
      guard let only = asked.first, asked.count == 1 else { return nil }
      return try rows(of: only).count(request)
    }
  }

  func dictionaries(_ request: StoreFetch, _ plan: DictionaryPlan) throws -> [NSDictionary]? {
    try coordinator.lock.withLock {
      let asked = coordinator.openStores.filter { $0.isAsked(request) }
      guard let only = asked.first, asked.count == 1 else { return nil }
      return try kept[only.number]?.dictionaries(request, plan)
    }
  }

  func readRows(of references: [Reference]) throws {
    try coordinator.lock.withLock {
      for (store, wanted) in Dictionary(grouping: references, by: \.store) {
        try (kept[store] ?? coordinator).readRows(of: wanted)
      }
    }
  }

  func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: StoreFetchResult]? {
    guard let store = references.first?.store, references.allSatisfy({ $0.store == store }) else {
      return nil
    }
    return try coordinator.lock.withLock {
      try (kept[store] ?? coordinator).related(toAll: references, of: shape, at: index)
    }
  }

  func row(for reference: Reference, of shape: EntityShape) throws -> Row? {
    // The snapshot belongs to all owners of the token.
    try coordinator.lock.withLock {
      try (kept[reference.store] ?? coordinator).row(for: reference, of: shape)
    }
  }

  func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> StoreFetchResult {
    try coordinator.lock.withLock {
      try (kept[reference.store] ?? coordinator).related(to: reference, of: shape, at: index)
    }
  }
}
