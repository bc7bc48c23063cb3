import ManagedModel

/// The kinds of parts of a model that can be edited, as named on the command line.
package enum ElementKind: String, Sendable, Hashable, CaseIterable {
  case model
  case entity
  case attribute
  case relationship
  case fetchedProperty = "fetched-property"
  case index
  case constraint
  case compoundIndex = "compound-index"
  case fetchRequest = "fetch-request"
  case configuration
  case composite
  case diagramBox = "diagram-box"
  case info

  /// The name of the kind in messages.
  package var title: String {
    switch self {
    case .fetchedProperty: "fetched property"
    case .compoundIndex: "compound index"
    case .fetchRequest: "fetch request"
    case .diagramBox: "diagram box"
    case .info: "user info"
    default: rawValue
    }
  }

  /// The number of names in a path to such a part: that of an entity or a composite, and its own.
  var nameCounts: ClosedRange<Int> {
    switch self {
    case .model: 0...0
    case .entity, .fetchRequest, .configuration, .composite, .diagramBox: 1...1
    case .constraint, .compoundIndex: 1...1
    case .attribute, .relationship, .fetchedProperty, .index: 2...2
    case .info: 1...2
    }
  }

  /// Whether a part of the kind is identified by its members instead of a name.
  var isKnownByMembers: Bool { self == .constraint || self == .compoundIndex }
}

/// The path to a part of a model by names.
package struct ElementPath: Sendable, Hashable {
  package var kind: ElementKind

  /// The name of the part, after that of the entity or composite that it belongs to.
  package var names: [String]

  /// The properties of a uniqueness constraint or a compound index, which have no name.
  package var members: [String]

  package init(_ kind: ElementKind, _ names: String..., members: [String] = []) {
    self.kind = kind
    self.names = names
    self.members = members
  }

  package init(_ kind: ElementKind, names: [String], members: [String] = []) {
    self.kind = kind
    self.names = names
    self.members = members
  }

  /// The name of the part in messages, such as `attribute 'Player.email'`.
  package var title: String {
    guard !names.isEmpty else { return kind.title }
    let name = (names + (members.isEmpty ? [] : [members.joined(separator: ", ")]))
      .joined(separator: ".")
    return "\(kind.title) '\(name)'"
  }
}
