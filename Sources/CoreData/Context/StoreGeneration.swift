import Foundation

/// A store that can go on showing what it is like now, whatever is saved later.
///
/// Adapters of stores without this are always seen as they are.
protocol GenerationKeeping: StoreAdapter {
  /// The rows as they are now, kept as long as they are used.
  func keepRows() throws -> any RowSource
}

/// A state of all stores of a coordinator: those that can keep one have it kept, the others are seen as they
/// are.
final class StoreGeneration {
  /// What a context takes its rows from that sees the state.
  let rows: any RowSource

  /// The present state, or nil if no store can keep it.
  init?(of coordinator: NSPersistentStoreCoordinator) throws {
    var kept: [Int: any RowSource] = [:]
    try coordinator.lock.withLock {
      for open in coordinator.openStores {
        guard let keeper = open.adapter as? any GenerationKeeping else { continue }
        kept[open.number] = try keeper.keepRows()
      }
    }
    guard !kept.isEmpty else { return nil }
    rows = KeptRows(of: coordinator, kept)
  }
}

/// The rows of a coordinator, some of whose stores are seen as they were.
private final class KeptRows: RowSource {
  private let coordinator: NSPersistentStoreCoordinator
  private let kept: [Int: any RowSource]

  init(of coordinator: NSPersistentStoreCoordinator, _ kept: [Int: any RowSource]) {
    self.coordinator = coordinator
    self.kept = kept
  }

  func fetch(_ request: StoreFetch) throws -> StoreFetchResult {
    // Each store gives all it has, so that a window is applied once, to all of it.
    var request = request
    request.window = nil
    return try coordinator.lock.withLock {
      var references: [Reference] = []
      for open in coordinator.openStores where open.isAsked(request) {
        references +=
          try kept[open.number]?.fetch(request).references
          ?? open.adapter.fetch(request).references
      }
      return StoreFetchResult(references: references)
    }
  }

  func count(_ request: StoreFetch) throws -> Int? { nil }

  func row(for reference: Reference, of shape: EntityShape) throws -> Row? {
    try (kept[reference.store] ?? coordinator).row(for: reference, of: shape)
  }

  func related(
    to reference: Reference,
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference] {
    try (kept[reference.store] ?? coordinator).related(to: reference, of: shape, at: index)
  }
}
