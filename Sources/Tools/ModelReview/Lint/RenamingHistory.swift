import ManagedModel
import ModelComparison

/// The renaming identifiers of a version, and whether earlier versions have the names.
struct RenamingHistory {
  /// A part with a renaming identifier other than its name.
  struct Part {
    let element: LintElement

    /// The name of the renamed part in messages.
    let title: String
    let kind: String
    let identifier: String
    let standing: Standing
  }

  enum Standing {
    /// An earlier version has the old name.
    case known

    /// The oldest version has the identifier already, so the old name precedes all versions.
    case stale

    /// An earlier version has the part under its own name: the identifier is meant for a later one.
    case sourceSide

    /// No earlier version has the old name, the identifier or the part.
    case unknown
  }

  private(set) var parts: [Part] = []
  private let earlier: [VersionNames]

  /// Collects the parts; none if there are no earlier versions.
  init(_ subject: LintSubject) {
    let resolved = subject.resolved
    guard !subject.earlier.isEmpty, resolved.hasRenamingIdentifiers else {
      earlier = []
      return
    }
    earlier = subject.earlier.map(\.names)
    for entity in resolved.entities {
      add(
        entity.entity.renamingIdentifier,
        name: entity.name,
        in: "",
        .entity(entity),
        kind: "an entity",
        title: "'\(entity.name)'"
      )
      let tree = resolved.entities[entity.root].canonicalName
      for (position, property) in entity.entity.properties.enumerated() {
        add(
          property.renamingIdentifier,
          name: property.name,
          in: tree,
          .property(at: PropertyLocation(entity: entity.index, property: position), in: resolved),
          kind: "a property",
          title: "'\(entity.name).\(property.name)'"
        )
      }
    }
  }

  private mutating func add(
    _ identifier: String?,
    name: String,
    in tree: String,
    _ element: LintElement,
    kind: String,
    title: String
  ) {
    guard let identifier, !identifier.isEmpty, identifier != name else { return }
    let standing: Standing =
      if earlier.contains(where: { $0.has(identifier, in: tree) }) {
        .known
      } else if earlier.contains(where: { $0.hasIdentifier(identifier, in: tree) }) {
        .stale
      } else if earlier.contains(where: { $0.has(name, in: tree) }) {
        .sourceSide
      } else {
        .unknown
      }
    parts.append(
      Part(element: element, title: title, kind: kind, identifier: identifier, standing: standing)
    )
  }
}

/// The names and renaming identifiers in one version.
///
/// Properties may move within their tree of entities, so they are collected by tree, under the name of
/// its root and under the root's own renaming identifier; entities are under the empty name.
struct VersionNames: Sendable {
  private var names: [String: Set<String>] = [:]
  private var identifiers: [String: Set<String>] = [:]
  private let allNames: Set<String>
  private let allIdentifiers: Set<String>

  init(_ resolved: ResolvedModel) {
    names[""] = Set(resolved.entities.map(\.name))
    identifiers[""] = Set(resolved.entities.compactMap(\.entity.renamingIdentifier))
    var allNames: Set<String> = []
    var allIdentifiers: Set<String> = []
    for entity in resolved.entities {
      let root = resolved.entities[entity.root]
      let own = entity.entity.properties.map(\.name)
      let old = entity.entity.properties.compactMap(\.renamingIdentifier)
      for tree in Set([root.name, root.canonicalName]) {
        names[tree, default: []].formUnion(own)
        identifiers[tree, default: []].formUnion(old)
      }
      allNames.formUnion(own)
      allIdentifiers.formUnion(old)
    }
    self.allNames = allNames
    self.allIdentifiers = allIdentifiers
  }

  /// Whether the version has a name; in an unknown tree, every name counts as known.
  func has(_ name: String, in tree: String) -> Bool {
    (names[tree] ?? allNames).contains(name)
  }

  func hasIdentifier(_ identifier: String, in tree: String) -> Bool {
    (identifiers[tree] ?? allIdentifiers).contains(identifier)
  }
}

extension ResolvedEntity {
  /// The name under which versions that renamed the entity refer to it.
  fileprivate var canonicalName: String {
    guard let identifier = entity.renamingIdentifier, !identifier.isEmpty else { return name }
    return identifier
  }
}

extension ResolvedModel {
  fileprivate var hasRenamingIdentifiers: Bool {
    entities.contains { entity in
      entity.entity.renamingIdentifier != nil
        || entity.entity.properties.contains { $0.renamingIdentifier != nil }
    }
  }
}

extension Property {
  /// The name of the property in the version before it was last renamed.
  var renamingIdentifier: String? {
    switch self {
    case .attribute(let attribute): attribute.renamingIdentifier
    case .relationship(let relationship): relationship.renamingIdentifier
    case .fetchedProperty: nil
    }
  }
}
