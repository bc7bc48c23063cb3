import ManagedModel

/// The lists of one kind of elements on the three sides of a merge.
struct ElementLists<Element> {
  var base: [Element]
  var ours: [Element]
  var theirs: [Element]

  init(_ base: [Element], _ ours: [Element], _ theirs: [Element]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }
}

extension ThreeWayMerger {
  /// Merges lists of named elements.
  ///
  /// The order is ours; elements that exist only on their side are inserted after their predecessors there.
  mutating func merge<Element: PlacedElement & Equatable>(
    _ lists: ElementLists<Element>,
    _ kind: String,
    _ name: (Element) -> String,
    renamed: (Element) -> String? = { _ in nil },
    element merge: (inout Self, Element?, Element, Element) -> Element
  ) -> [Element] {
    let names = Set(lists.base.map(name))
    func keyed(_ elements: [Element]) -> [(key: String, element: Element)] {
      let own = Set(elements.map(name))
      return elements.map { element in
        // Renamed on this side: in the base it has the name in the identifier.
        if let origin = renamed(element), names.contains(origin), !own.contains(origin),
          !names.contains(name(element))
        {
          return (origin, element)
        }
        return (name(element), element)
      }
    }
    let (ours, theirs) = (keyed(lists.ours), keyed(lists.theirs))
    let base = Self.byKey(lists.base.map { (name($0), $0) })
    let (mine, others) = (Self.byKey(ours), Self.byKey(theirs))
    var result: [(key: String, element: Element)] = []
    for (key, element) in ours {
      if let other = others[key] {
        result.append((key, merge(&self, base[key], element, other)))
      } else if keeps(element, base[key], "\(kind) \(name(element))", isOurs: true) {
        result.append((key, element))
      }
    }
    for (position, (key, element)) in theirs.enumerated() where mine[key] == nil {
      guard keeps(element, base[key], "\(kind) \(name(element))", isOurs: false) else { continue }
      let before = theirs[..<position].last { other in result.contains { $0.key == other.key } }
      let place = before.flatMap { other in result.firstIndex { $0.key == other.key } }
      result.insert((key, element), at: place.map { $0 + 1 } ?? 0)
    }
    return result.map(\.element)
  }

  private static func byKey<Element>(_ elements: [(key: String, element: Element)])
    -> [String: Element]
  {
    Dictionary(elements.map { ($0.key, $0.element) }) { first, _ in first }
  }

  /// Whether an element that is missing on the other side stays.
  private mutating func keeps<Element: PlacedElement & Equatable>(
    _ element: Element,
    _ base: Element?,
    _ title: String,
    isOurs: Bool
  ) -> Bool {
    guard let base else { return true }
    // Removed on the other side; that counts unless this side changed it.
    guard element != base else { return false }
    conflicts.append(
      MergeConflict(
        element: title,
        explanation: isOurs
          ? "ours changed it, and theirs removed it" : "theirs changed it, and ours removed it",
        ours: isOurs ? element.source : nil,
        theirs: isOurs ? nil : element.source
      )
    )
    return (preference == .ours) == isOurs
  }
}

/// An element with a position in a file.
protocol PlacedElement {
  var source: SourceOffset { get }
}

extension Entity: PlacedElement {}
extension Property: PlacedElement {}
extension Attribute: PlacedElement {}
extension FetchRequestTemplate: PlacedElement {}
extension FetchIndex: PlacedElement {}
extension CompoundIndex: PlacedElement {}
extension UniquenessConstraint: PlacedElement {}
extension PropertyReference: PlacedElement {}
extension Configuration: PlacedElement {}
extension Composite: PlacedElement {}
extension UserInfoEntry: PlacedElement {}
