import ManagedModel

extension LintRule {
  static let redundantIndex = LintRule(
    "redundant-index",
    code: "I602",
    .warning,
    summary: "No fetch index repeats a uniqueness constraint or the beginning of another index.",
    rationale: """
      Each index is written at every save. One over the first columns of another is redundant, and a
      uniqueness constraint is an index too.
      """,
    remedy: "Remove the shorter index.",
    example: """
      <fetchIndex name="byName">… name</fetchIndex>
      <fetchIndex name="byNameAndAge">… name, age</fetchIndex>
      """,
    check: .model { pass in
      for entity in pass.entities {
        let covers = IndexCovers(of: entity.entity)
        for (position, index) in entity.entity.fetchIndexes.enumerated() {
          guard let other = covers.cover(of: index, at: position) else { continue }
          pass.report(
            "the fetch index '\(entity.name).\(index.name)' is redundant beside \(other.title)",
            at: .part(index.source, of: entity),
            related: [
              .init(message: "that one is here", source: other.source, attribute: other.field)
            ]
          )
        }
      }
    }
  )
}

/// The indexes and constraints of an entity by the prefixes of their members.
private struct IndexCovers {
  struct Cover {
    let title: String
    let source: SourceOffset
    let field: String?
  }

  /// The first index with the members as a proper prefix.
  private var longer: [[IndexKey]: FetchIndex] = [:]

  /// The first index over exactly these members, and its position.
  private var equal: [[IndexKey]: (position: Int, index: FetchIndex)] = [:]
  private var constraints: [[String]: UniquenessConstraint] = [:]

  /// The maximum number of members of an index whose prefixes are recorded; no real one has more.
  private static let longest = 64

  init(of entity: Entity) {
    for (position, index) in entity.fetchIndexes.enumerated() {
      guard let keys = index.plainKeys, keys.count <= Self.longest else { continue }
      if equal[keys] == nil { equal[keys] = (position, index) }
      for length in 1..<keys.count {
        let beginning = Array(keys[..<length])
        if longer[beginning] == nil { longer[beginning] = index }
      }
    }
    for constraint in entity.uniquenessConstraints ?? [] {
      let names = constraint.members.map(\.name)
      guard (1...Self.longest).contains(names.count) else { continue }
      for length in 1...names.count {
        let beginning = Array(names[..<length])
        if constraints[beginning] == nil { constraints[beginning] = constraint }
      }
    }
  }

  /// An index or a constraint that makes the given index redundant.
  func cover(of index: FetchIndex, at position: Int) -> Cover? {
    guard let keys = index.plainKeys else { return nil }
    if let other = longer[keys] { return Cover(other) }
    // Of two equal ones, the later one is redundant.
    if let other = equal[keys], other.position < position { return Cover(other.index) }
    // An index in descending order is equivalent to one in ascending order, if all members are descending.
    guard Set(keys.map(\.isAscending)).count == 1,
      let constraint = constraints[keys.map(\.name)]
    else { return nil }
    return Cover(title: "the uniqueness constraint", source: constraint.source, field: nil)
  }
}

extension IndexCovers.Cover {
  fileprivate init(_ index: FetchIndex) {
    self.init(title: "'\(index.name)'", source: index.source, field: "name")
  }
}

/// A member of an index that is a property.
private struct IndexKey: Hashable {
  let name: String
  let isAscending: Bool
}

extension FetchIndex {
  /// The members of an ordinary index over all objects, or nil for a special one.
  fileprivate var plainKeys: [IndexKey]? {
    guard partialPredicateText ?? "" == "", !elements.isEmpty else { return nil }
    var keys: [IndexKey] = []
    for element in elements {
      guard element.type == .binary, let name = element.propertyName, !name.isEmpty else {
        return nil
      }
      keys.append(IndexKey(name: name, isAscending: element.isAscending))
    }
    return keys
  }
}
