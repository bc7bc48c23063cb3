import Foundation

extension Array {
  /// Returns the elements sorted by descriptors; the sort is stable.
  ///
  /// Each key of each element is read once, not at every comparison.
  ///
  /// - Parameter descriptors: The descriptors; each orders elements that are equal for the previous ones.
  /// - Returns: The elements, sorted.
  func sorted(by descriptors: [NSSortDescriptor]) -> [Element] {
    guard !descriptors.isEmpty, count > 1 else { return self }
    let keys = map { element in
      descriptors.map { ($0 as? KeySortDescriptor)?.value(of: element) ?? .null }
    }
    let order = indices.sorted { first, second in
      for (place, descriptor) in descriptors.enumerated() {
        let result =
          (descriptor as? KeySortDescriptor)?.order(keys[first][place], keys[second][place])
          ?? descriptor.compare(self[first], to: self[second])
        if result != .orderedSame { return result == .orderedAscending }
      }
      return first < second
    }
    return order.map { self[$0] }
  }
}
