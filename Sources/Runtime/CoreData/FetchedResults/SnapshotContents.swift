import Foundation

/// The items of a snapshot, section by section, computed lazily.
final class SnapshotContents<Item>: @unchecked Sendable {
  private let lock = NSLock()
  private var known: [[Item]]?
  private var make: (() -> [[Item]])?

  init(_ items: [[Item]]) {
    known = items
  }

  init(_ make: @escaping () -> [[Item]]) {
    self.make = make
  }

  var items: [[Item]] {
    lock.withLock {
      if let known { return known }
      let made = make?() ?? []
      known = made
      make = nil
      return made
    }
  }
}
