import ManagedModel

/// A part of a model that is identified by its name among its siblings.
protocol NamedPart {
  var partName: String { get set }
}

extension Entity: NamedPart {
  var partName: String {
    get { name }
    set { name = newValue }
  }
}

extension Attribute: NamedPart {
  var partName: String {
    get { name }
    set { name = newValue }
  }
}

extension FetchIndex: NamedPart {
  var partName: String {
    get { name }
    set { name = newValue }
  }
}

extension FetchRequestTemplate: NamedPart {
  var partName: String {
    get { name }
    set { name = newValue }
  }
}

extension Configuration: NamedPart {
  var partName: String {
    get { name }
    set { name = newValue }
  }
}

extension Composite: NamedPart {
  var partName: String {
    get { name }
    set { name = newValue }
  }
}

extension DiagramBox: NamedPart {
  var partName: String {
    get { name }
    set { name = newValue }
  }
}

extension UserInfoEntry: NamedPart {
  var partName: String {
    get { key }
    set { key = newValue }
  }
}

extension PropertyReference: NamedPart {
  var partName: String {
    get { name }
    set { name = newValue }
  }
}

extension Property: NamedPart {
  var partName: String {
    get { name }
    set {
      switch self {
      case .attribute(var attribute):
        attribute.name = newValue
        self = .attribute(attribute)
      case .relationship(var relationship):
        relationship.name = newValue
        self = .relationship(relationship)
      case .fetchedProperty(var property):
        property.name = newValue
        self = .fetchedProperty(property)
      }
    }
  }

  /// The kind as edits name it.
  package var elementKind: ElementKind {
    switch self {
    case .attribute: .attribute
    case .relationship: .relationship
    case .fetchedProperty: .fetchedProperty
    }
  }

  /// The position of the kind: Xcode writes attributes first, fetched properties last.
  fileprivate var rank: Int {
    switch self {
    case .attribute: 0
    case .relationship: 1
    case .fetchedProperty: 2
    }
  }
}

extension Array where Element: NamedPart {
  func position(of name: String) -> Int? {
    firstIndex { $0.partName.utf8.elementsEqual(name.utf8) }
  }

  /// Whether a part comes before another in Xcode's order.
  private static func precedes(_ left: Element, _ right: Element) -> Bool {
    if let left = left as? Property, let right = right as? Property, left.rank != right.rank {
      return left.rank < right.rank
    }
    return left.partName.precedesByCodePoint(right.partName)
  }

  /// Inserts a part at a placement.
  mutating func place(_ part: Element, _ placement: Placement) throws(EditProblem) {
    switch placement {
    case .automatic: insert(part, at: automaticPosition(of: part))
    case .first: insert(part, at: startIndex)
    case .last: append(part)
    case .before(let name): insert(part, at: try sibling(name))
    case .after(let name): insert(part, at: try sibling(name) + 1)
    }
  }

  private func sibling(_ name: String) throws(EditProblem) -> Int {
    guard let position = self.position(of: name) else {
      throw EditProblem("there is no '\(name)' to place it beside")
    }
    return position
  }

  private func automaticPosition(of part: Element) -> Int {
    let isSorted = zip(self, dropFirst()).allSatisfy { !Self.precedes($1, $0) }
    guard isSorted else {
      // A property stays among its kind.
      guard let part = part as? Property else { return endIndex }
      return lastIndex { ($0 as? Property)?.rank ?? 0 <= part.rank }.map { $0 + 1 } ?? startIndex
    }
    return firstIndex { Self.precedes(part, $0) } ?? endIndex
  }

  /// Renames a part, and moves it if Xcode would.
  mutating func rename(at position: Int, to name: String) {
    let wasSorted = zip(self, dropFirst()).allSatisfy { !Self.precedes($1, $0) }
    self[position].partName = name
    guard wasSorted else { return }
    let part = remove(at: position)
    insert(part, at: automaticPosition(of: part))
  }
}
