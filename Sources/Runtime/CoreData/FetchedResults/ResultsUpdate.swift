import Foundation
import ObjectRows

/// The changes of results by one event, which are collected first, then applied all at once.
///
/// The cost is proportional to the number of changes, and to the logarithm of the number of results.
struct ResultsUpdate {
  private let results: SectionedResults

  private var removed: [TreeNode<ResultEntry>] = []

  /// Entries that keep their positions, though not their indices.
  private var settled: [TreeNode<ResultEntry>] = []

  /// Entries that may have to move.
  private var unsettled: [TreeNode<ResultEntry>] = []
  private var added: [AnyObject] = []

  /// Entries of which only moves are reported.
  private var quiet: Set<ObjectIdentifier> = []

  init(_ results: SectionedResults) {
    self.results = results
  }

  var isEmpty: Bool {
    removed.isEmpty && settled.isEmpty && unsettled.isEmpty && added.isEmpty
  }

  /// Adds an object that has changed.
  ///
  /// - Parameters:
  ///   - object: Any object.
  ///   - isResult: Whether it is one of the results now.
  ///   - wasOnlyUpdated: Whether its changed properties are known.
  mutating func note(_ object: NSManagedObject, isResult: Bool, wasOnlyUpdated: Bool) {
    guard let entry = results[object] else {
      if isResult { added.append(object) }
      return
    }
    if !isResult {
      removed.append(entry)
    } else if wasOnlyUpdated || entry.value.keys != nil, results.order.keeps(entry, object),
      results.sectionName(of: object) == entry.value.section.name
    {
      settled.append(entry)
    } else {
      unsettled.append(entry)
    }
  }

  /// Adds an object whose reference has changed, which may matter among equal ones.
  mutating func noteRenaming(of object: NSManagedObject) {
    guard let entry = results[object], entry.value.reference != object.reference else { return }
    unsettled.append(entry)
    quiet.insert(ObjectIdentifier(entry))
  }

  // MARK: Applying

  /// An entry that has moved, or may have.
  private struct Item {
    let entry: TreeNode<ResultEntry>
    var old: IndexPath?
    var displacement = Displacement()
  }

  /// Applies the changes to the results.
  ///
  /// - Returns: The changes in the order of the report.
  mutating func apply() -> ResultsChanges {
    let settledBefore = settled.map(path)
    var items = (removed + unsettled).map { entry in
      let old = path(of: entry)
      let place = Displacement.Place(
        group: ObjectIdentifier(entry.value.section),
        index: old.item
      )
      return Item(entry: entry, old: old, displacement: Displacement(old: place))
    }
    var emptied: [String: EmptiedSection] = [:]
    for item in items {
      let node = item.entry.value.section.node
      guard let section = results.remove(item.entry), let node else { continue }
      emptied[section.name] = EmptiedSection(section: section, node: node)
    }
    // The old indices of sections are those of index paths, because all sections existed when paths were computed.
    for item in items {
      emptied[item.entry.value.section.name]?.index = item.old?.section ?? 0
    }
    let filled = place(&items, reusing: emptied)
    var changes = ResultsChanges()
    let uprooted = sectionChanges(emptied, filled, &changes)
    objectChanges(items, uprooted, &changes)
    for (entry, old) in zip(settled, settledBefore) {
      changes.objects.append(
        .init(object: entry.value.object, type: .update, old: old, new: path(of: entry))
      )
    }
    changes.arrange()
    return changes
  }

  private struct EmptiedSection {
    let section: ResultsSection
    let node: TreeNode<ResultsSection>
    var index = 0
  }

  private func path(of entry: TreeNode<ResultEntry>) -> IndexPath {
    IndexPath(item: entry.index, section: entry.value.section.index)
  }

  /// Moves entries to their positions, and returns the sections that are new or no longer empty.
  private func place(
    _ items: inout [Item],
    reusing emptied: [String: EmptiedSection]
  ) -> [ResultsSection] {
    let reusable = emptied.mapValues { (section: $0.section, node: $0.node) }
    var filled: [ResultsSection] = []
    func insert(_ entry: TreeNode<ResultEntry>) {
      if let section = results.insert(entry, reusing: reusable) { filled.append(section) }
    }
    // The section is reported when the entry is inserted.
    let none = ResultsSection("") { _ in nil }
    items += added.map { Item(entry: TreeNode(ResultEntry($0, in: none))) }
    for place in items.indices.dropFirst(removed.count) {
      let entry = items[place].entry
      if let object = entry.value.object as? NSManagedObject {
        entry.value.reference = object.reference
      }
      entry.value.keys = nil
      insert(entry)
    }
    for place in items.indices.dropFirst(removed.count) {
      let entry = items[place].entry
      items[place].displacement.new = Displacement.Place(
        group: ObjectIdentifier(entry.value.section),
        index: entry.index
      )
    }
    return filled
  }

  /// Computes the insertions and deletions of sections.
  ///
  /// - Returns: The sections that are deleted and inserted, because they have moved.
  private func sectionChanges(
    _ emptied: [String: EmptiedSection],
    _ filled: [ResultsSection],
    _ changes: inout ResultsChanges
  ) -> Set<ObjectIdentifier> {
    let all = ObjectIdentifier(results)
    let names = Set(filled.map(\.name))
    let gone = emptied.values.filter { !names.contains($0.section.name) }
    var displaced = filled.map { section in
      Displacement(
        old: emptied[section.name].map { .init(group: all, index: $0.index) },
        new: .init(group: all, index: section.index)
      )
    }
    displaced += gone.map { Displacement(old: .init(group: all, index: $0.index)) }
    let staying = Displacement.staying(displaced)
    var uprooted: Set<ObjectIdentifier> = []
    for (place, section) in filled.enumerated() where !staying[place] {
      changes.sections.append(.init(section: section, type: .insert, index: section.index))
      guard let old = emptied[section.name] else { continue }
      changes.sections.append(.init(section: section, type: .delete, index: old.index))
      uprooted.insert(ObjectIdentifier(section))
    }
    for old in gone {
      changes.sections.append(.init(section: old.section, type: .delete, index: old.index))
    }
    return uprooted
  }

  private func objectChanges(
    _ items: [Item],
    _ uprooted: Set<ObjectIdentifier>,
    _ changes: inout ResultsChanges
  ) {
    let staying = Displacement.staying(items.map(\.displacement))
    for (place, item) in items.enumerated() {
      let entry = item.entry
      let new = item.displacement.new == nil ? nil : path(of: entry)
      let stays = staying[place] && !uprooted.contains(ObjectIdentifier(entry.value.section))
      let type: NSFetchedResultsChangeType
      switch (item.old, new) {
      case (nil, _): type = .insert
      case (_, nil): type = .delete
      default: type = stays ? .update : .move
      }
      if type == .update, quiet.contains(ObjectIdentifier(entry)) { continue }
      changes.objects.append(
        .init(object: entry.value.object, type: type, old: item.old, new: new)
      )
    }
  }
}
