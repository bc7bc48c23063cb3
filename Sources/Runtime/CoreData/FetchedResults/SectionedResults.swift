import Foundation

/// The results in sections, in an order that is maintained under changes.
final class SectionedResults {
  /// The name of a section and its number of objects.
  struct Run: Equatable, Codable {
    var name: String
    var count: Int
  }

  let order: ResultsOrder
  let sections = OrderedTree<ResultsSection>()
  private var sectionsByName: [String: ResultsSection] = [:]
  private var entries: [ObjectIdentifier: TreeNode<ResultEntry>] = [:]
  private let sectionKeyPath: String?
  private let title: (String) -> String?
  private var knownObjects: [AnyObject]?

  /// Creates results from objects and their sections.
  ///
  /// The runs are consecutive sections; they have as many members as there are objects.
  init(
    _ objects: [AnyObject],
    runs: [Run],
    order: ResultsOrder,
    sectionKeyPath: String?,
    title: @escaping (String) -> String?
  ) {
    self.order = order
    self.sectionKeyPath = sectionKeyPath
    self.title = title
    knownObjects = objects
    var start = 0
    var nodes: [TreeNode<ResultsSection>] = []
    for run in runs {
      let section = ResultsSection(run.name, objects[start..<start + run.count], title: title)
      start += run.count
      nodes.append(section.makeNode())
      sectionsByName[run.name] = section
    }
    sections.fill(nodes)
    entries.reserveCapacity(objects.count)
    for node in nodes { node.value.entries.forEachNode { note($0) } }
  }

  private func note(_ entry: TreeNode<ResultEntry>) {
    entries[ObjectIdentifier(entry.value.object)] = entry
  }

  var isSectioned: Bool { sectionKeyPath != nil }

  /// The objects, section by section; recomputed only after changes.
  var objects: [AnyObject] {
    if let knownObjects { return knownObjects }
    var objects: [AnyObject] = []
    objects.reserveCapacity(entries.count)
    sections.forEachNode { section in
      section.value.entries.forEachNode { objects.append($0.value.object) }
    }
    knownObjects = objects
    return objects
  }

  var allEntries: [TreeNode<ResultEntry>] { Array(entries.values) }

  /// The entry at an index path; nil if it is out of range.
  func entry(at path: IndexPath) -> TreeNode<ResultEntry>? {
    path.count == 2 ? sections[path.section]?.value.entries[path.item] : nil
  }

  subscript(object: AnyObject) -> TreeNode<ResultEntry>? { entries[ObjectIdentifier(object)] }

  /// The name of the section that an object belongs to now.
  func sectionName(of object: AnyObject) -> String {
    Self.sectionName(of: object, sectionKeyPath)
  }

  /// The value at a key path as the name of a section; empty for nil.
  static func sectionName(of object: AnyObject, _ keyPath: String?) -> String {
    guard let keyPath, let object = object as? NSManagedObject else { return "" }
    switch object.value(forKeyPath: keyPath) {
    case nil: return ""
    case let text as String: return text
    case let number as NSNumber: return number.stringValue
    case let value?: return "\(value)"
    }
  }

  /// The sections of sorted objects.
  ///
  /// Throws if the members of a section are not consecutive.
  static func runs(of objects: [AnyObject], _ keyPath: String?) throws -> [Run] {
    guard let keyPath else { return [Run(name: "", count: objects.count)] }
    var runs: [Run] = []
    var known: Set<String> = []
    for (index, object) in objects.enumerated() {
      let name = sectionName(of: object, keyPath)
      if runs.last?.name == name {
        runs[runs.count - 1].count += 1
        continue
      }
      guard known.insert(name).inserted else {
        throw NSError.coreData(
          NSCoreDataError,
          [
            NSLocalizedDescriptionKey:
              "The fetched object at index \(index) has an out of order section name '\(name)'. "
              + "Objects must be sorted by section name."
          ]
        )
      }
      runs.append(Run(name: name, count: 1))
    }
    return runs
  }

  // MARK: Changing

  /// Removes an entry, and returns its section if it is empty and no longer a section.
  func remove(_ entry: TreeNode<ResultEntry>) -> ResultsSection? {
    knownObjects = nil
    let section = entry.value.section
    section.entries.remove(entry)
    entries[ObjectIdentifier(entry.value.object)] = nil
    guard isSectioned, section.entries.count == 0, let node = section.node else { return nil }
    sections.remove(node)
    sectionsByName[section.name] = nil
    return section
  }

  /// Inserts an entry at its position, and returns the section if it is new.
  ///
  /// Sections that have just been emptied are reused, by their names.
  func insert(
    _ entry: TreeNode<ResultEntry>,
    reusing emptied: [String: (section: ResultsSection, node: TreeNode<ResultsSection>)]
  ) -> ResultsSection? {
    knownObjects = nil
    let name = sectionName(of: entry.value.object)
    let known = sectionsByName[name]
    let section = known ?? emptied[name]?.section ?? ResultsSection(name, title: title)
    entry.value.section = section
    section.entries.insert(entry) { self.order.precedes(entry, $0) }
    note(entry)
    guard known == nil else { return nil }
    sectionsByName[name] = section
    let node = emptied[name]?.node ?? section.makeNode()
    sections.insert(node) { other in
      other.value.entries.first.map { self.order.precedes(entry, $0) } ?? false
    }
    return section
  }
}
