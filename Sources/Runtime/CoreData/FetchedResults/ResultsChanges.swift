import Foundation

/// The changes of results, as delegates receive them.
struct ResultsChanges {
  /// An object that was inserted, deleted, moved or changed.
  struct ObjectChange {
    let object: AnyObject
    let type: NSFetchedResultsChangeType

    /// The index path before all changes.
    var old: IndexPath?

    /// The index path after all changes.
    var new: IndexPath?
  }

  /// A section that was inserted or deleted.
  struct SectionChange {
    let section: ResultsSection
    let type: NSFetchedResultsChangeType

    /// The index before or after all changes.
    let index: Int
  }

  /// The sections: deleted ones, the last first, then inserted ones.
  var sections: [SectionChange] = []

  /// The objects: deleted ones, the last first, then inserted ones, moved ones, and the others.
  var objects: [ObjectChange] = []

  var isEmpty: Bool { sections.isEmpty && objects.isEmpty }

  /// Sorts the changes into the order in which they are reported.
  mutating func arrange() {
    sections.sort { first, second in
      guard first.type == second.type else { return first.type == .delete }
      return first.type == .delete ? first.index > second.index : first.index < second.index
    }
    objects.sort { first, second in
      guard first.type == second.type else { return Self.rank(first.type) < Self.rank(second.type) }
      switch first.type {
      case .delete: return Self.isLess(second.old, first.old)
      case .insert, .move: return Self.isLess(first.new, second.new)
      case .update: return Self.isLess(first.old, second.old)
      }
    }
  }

  private static func rank(_ type: NSFetchedResultsChangeType) -> Int {
    switch type {
    case .delete: 0
    case .insert: 1
    case .move: 2
    case .update: 3
    }
  }

  private static func isLess(_ first: IndexPath?, _ second: IndexPath?) -> Bool {
    guard let first, let second else { return false }
    return first < second
  }
}
