import CoreData
import Foundation
import Testing

/// A list of results that is updated only by the delegate's messages.
///
/// It follows Apple's documentation: deletions use the old index paths, in descending order, insertions the new ones,
/// in ascending order, and a move is both.
final class Replay: NSObject, NSFetchedResultsControllerDelegate {
  typealias Controller = NSFetchedResultsController<any NSFetchRequestResult>

  struct Section: Equatable {
    var name: String
    var objects: [NSManagedObject] = []
  }

  private struct Change {
    var object: NSManagedObject
    var type: NSFetchedResultsChangeType
    var old: IndexPath?
    var new: IndexPath?
  }

  private struct SectionChange {
    var name: String
    var index: Int
  }

  private(set) var sections: [Section] = []
  private(set) var mistakes: [String] = []
  private(set) var count = 0
  private var changes: [Change] = []
  private var lostSections: [SectionChange] = []
  private var newSections: [SectionChange] = []
  private var isOpen = false

  /// Shows the fetched objects of a controller.
  func start(_ controller: NSFetchedResultsController<NSManagedObject>) {
    sections = Self.sections(of: controller)
    controller.delegate = self
  }

  static func sections(of controller: NSFetchedResultsController<NSManagedObject>) -> [Section] {
    (controller.sections ?? []).map {
      Section(name: $0.name, objects: $0.objects as? [NSManagedObject] ?? [])
    }
  }

  func controllerWillChangeContent(_ controller: Controller) {
    if isOpen { mistakes.append("begun twice") }
    isOpen = true
  }

  func controller(
    _ controller: Controller,
    didChange sectionInfo: any NSFetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    if !isOpen || !changes.isEmpty { mistakes.append("a section at the wrong time") }
    let change = SectionChange(name: sectionInfo.name, index: sectionIndex)
    switch type {
    case .delete: lostSections.append(change)
    case .insert: newSections.append(change)
    default: mistakes.append("a section \(type)")
    }
  }

  func controller(
    _ controller: Controller,
    didChange anObject: Any,
    at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {
    guard isOpen, let object = anObject as? NSManagedObject else {
      return mistakes.append("an object at the wrong time")
    }
    changes.append(Change(object: object, type: type, old: indexPath, new: newIndexPath))
  }

  func controllerDidChangeContent(_ controller: Controller) {
    if !isOpen || changes.isEmpty { mistakes.append("an end without changes") }
    isOpen = false
    count += changes.count
    check()
    apply()
    changes = []
    lostSections = []
    newSections = []
  }

  private func check() {
    if Set(changes.map(\.object)).count != changes.count { mistakes.append("told twice") }
    for change in changes {
      let isComplete =
        switch change.type {
        case .insert: change.old == nil && change.new != nil
        case .delete: change.old != nil && change.new == nil
        case .move, .update: change.old != nil && change.new != nil
        }
      if !isComplete { mistakes.append("paths of \(change.type)") }
      if let old = change.old, object(at: old) !== change.object {
        mistakes.append("\(change.type) of another object than that at \(old)")
      }
    }
  }

  private func object(at path: IndexPath) -> NSManagedObject? {
    guard sections.indices.contains(path.section),
      sections[path.section].objects.indices.contains(path.row)
    else { return nil }
    return sections[path.section].objects[path.row]
  }

  private func apply() {
    let leaving = changes.filter { $0.type == .delete || $0.type == .move }.compactMap(\.old)
    for path in leaving.sorted(by: >) where object(at: path) != nil {
      sections[path.section].objects.remove(at: path.row)
    }
    for change in lostSections.sorted(by: { $0.index > $1.index }) {
      guard sections.indices.contains(change.index) else {
        mistakes.append("a section that there is not")
        continue
      }
      let section = sections.remove(at: change.index)
      if section != Section(name: change.name) { mistakes.append("a section that is not empty") }
    }
    for change in newSections.sorted(by: { $0.index < $1.index }) {
      guard change.index <= sections.count else {
        mistakes.append("a section beyond the end")
        continue
      }
      sections.insert(Section(name: change.name), at: change.index)
    }
    let coming = changes.filter { $0.type == .insert || $0.type == .move }
      .sorted { ($0.new ?? []) < ($1.new ?? []) }
    for change in coming {
      guard let path = change.new, sections.indices.contains(path.section),
        path.row <= sections[path.section].objects.count
      else {
        mistakes.append("a place that there is not")
        continue
      }
      sections[path.section].objects.insert(change.object, at: path.row)
    }
    for change in changes where change.type == .update {
      if change.new.flatMap(object(at:)) !== change.object {
        mistakes.append("an update elsewhere")
      }
    }
  }
}
