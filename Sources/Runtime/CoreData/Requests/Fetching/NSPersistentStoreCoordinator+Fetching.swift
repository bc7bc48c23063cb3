import Foundation
import ObjectRows

// Work of the stores for many objects at once.
extension NSPersistentStoreCoordinator {
  final func dictionaries(
    _ request: StoreFetch,
    _ plan: DictionaryPlan
  ) throws -> [NSDictionary]? {
    try reading(directory.readers(for: request)) {
      try $0.dictionaries(request, plan)
    } or: {
      let asked = openStores.filter { $0.isAsked(request) }
      // Results of several stores can be grouped and sorted only together.
      guard let only = asked.first, asked.count == 1 else { return nil }
      return try only.adapter.dictionaries(request, plan)
    }
  }

  final func readRows(of references: [Reference]) throws {
    let byStore = Dictionary(grouping: references.filter { !$0.isTemporary }, by: \.store)
    let only = byStore.count == 1 ? byStore.first : nil
    try reading(only.flatMap { directory.readers(ofStore: $0.key) }) { reader in
      if let only { try reader.readRows(of: only.value) }
    } or: {
      for open in openStores {
        if let wanted = byStore[open.number] { try open.adapter.readRows(of: wanted) }
      }
    }
  }

  final func related(
    toAll references: [Reference],
    of shape: EntityShape,
    at index: Int
  ) throws -> [Reference: StoreFetchResult]? {
    let byStore = Dictionary(grouping: references.filter { !$0.isTemporary }, by: \.store)
    let only = byStore.count == 1 ? byStore.first : nil
    return try reading(only.flatMap { directory.readers(ofStore: $0.key) }) { reader in
      guard let only else { return [:] }
      return try reader.related(toAll: only.value, of: shape, at: index)
    } or: {
      var found: [Reference: StoreFetchResult] = [:]
      for open in openStores {
        guard let wanted = byStore[open.number] else { continue }
        guard let part = try open.adapter.related(toAll: wanted, of: shape, at: index) else {
          return nil
        }
        if found.isEmpty { found = part } else { found.merge(part) { first, _ in first } }
      }
      return found
    }
  }
}
