import Foundation

/// The changes of results, as delegates receive them.
struct ResultsChanges {
  /// An object that has come, gone, moved or changed.
  struct ObjectChange {
    let object: AnyObject
    let type: NSFetchedResultsChangeType

    /// The place before all changes.
    var old: IndexPath?

    /// The place after all changes.
    var new: IndexPath?
  }

  /// A section that has come or gone.
  struct SectionChange {
    let section: ResultsSection
    let type: NSFetchedResultsChangeType

    /// The place before or after all changes.
    let index: Int
  }

  /// The sections: those that have gone, last one first, then those that have come.
  var sections: [SectionChange] = []

  /// The objects: those that have gone, last one first, those that have come, those that have moved, and the
  /// others.
  var objects: [ObjectChange] = []

  var isEmpty: Bool { sections.isEmpty && objects.isEmpty }

  /// Puts changes into the order in which they are reported.
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
