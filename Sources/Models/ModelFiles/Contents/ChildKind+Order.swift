import ManagedModel
import Texts

extension ChildKind {
  /// The position of the kind among its siblings in Xcode's output.
  ///
  /// The properties of an entity share one, because their order is part of the value.
  private var rank: Int {
    switch self {
    case .entity, .attribute, .relationship, .fetchedProperty, .fetchIndexElement: 0
    case .fetchRequest, .fetchIndex: 1
    case .configuration, .compoundIndexes: 2
    case .composite, .uniquenessConstraints: 3
    case .elements, .userInfo: 4
    case .foreign: 5
    }
  }

  /// The kinds in the order of the file if that differs from Xcode's, else an empty array.
  static func orderWorthKeeping(_ kinds: [Self]) -> [Self] {
    let isOurs = zip(kinds, kinds.dropFirst()).allSatisfy { $0.rank <= $1.rank }
    return isOurs ? [] : kinds
  }
}

/// The children of an element that are yet to be written, by kind.
struct ChildQueue {
  typealias Write = (inout XMLWriter) -> Void
  private var waiting: [(kind: ChildKind, write: Write)]

  /// The children in our own order.
  init(_ children: [(kind: ChildKind, write: Write)]) {
    waiting = children
  }

  var isEmpty: Bool { waiting.isEmpty }

  /// Writes all children: first those of the file, in its order, then the others in ours.
  mutating func write(to writer: inout XMLWriter, in order: [ChildKind]) {
    var remaining: [ChildKind: ArraySlice<Int>] = [:]
    for kind in Set(order) {
      remaining[kind] = waiting.indices.filter { Self.matches(waiting[$0].kind, kind) }[...]
    }
    var done: Set<Int> = []
    for kind in order {
      while let next = remaining[kind]?.popFirst() {
        guard done.insert(next).inserted else { continue }
        waiting[next].write(&writer)
        break
      }
    }
    for (index, child) in waiting.enumerated() where !done.contains(index) {
      child.write(&writer)
    }
    waiting = []
  }

  /// Whether a child may take a place; properties may take each other's, since their order is part of the value.
  private static func matches(_ child: ChildKind, _ place: ChildKind) -> Bool {
    child == place || (child.isProperty && place.isProperty)
  }
}

extension ChildKind {
  fileprivate var isProperty: Bool {
    switch self {
    case .attribute, .relationship, .fetchedProperty: true
    default: false
    }
  }
}
