import ManagedModel

extension LintRule {
  static let redundantIndex = LintRule(
    "redundant-index",
    code: "I602",
    .warning,
    summary: "No fetch index repeats a uniqueness constraint or the beginning of another index.",
    rationale: """
      Each index is written at every save. One over the first columns of another finds nothing that the other
      does not, and a uniqueness constraint is an index too.
      """,
    remedy: "Remove the shorter index.",
    example: """
      <fetchIndex name="byName">… name</fetchIndex>
      <fetchIndex name="byNameAndAge">… name, age</fetchIndex>
      """,
    check: .model { pass in
      for entity in pass.entities {
        for (position, index) in entity.entity.fetchIndexes.enumerated() {
          guard let keys = index.plainKeys,
            let other = pass.coveringIndex(of: keys, at: position, in: entity)
          else { continue }
          pass.report(
            "the fetch index '\(entity.name).\(index.name)' finds nothing that \(other.title) does not",
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

extension LintPass {
  /// An index or a constraint that does the work of another index.
  fileprivate func coveringIndex(
    of keys: [IndexKey],
    at position: Int,
    in entity: ResolvedEntity
  ) -> (title: String, source: SourceOffset, field: String?)? {
    for (other, index) in entity.entity.fetchIndexes.enumerated() where other != position {
      guard let others = index.plainKeys, others.starts(with: keys) else { continue }
      // Of two that are alike, the later one is too much.
      guard others.count > keys.count || other < position else { continue }
      return ("'\(index.name)'", index.source, "name")
    }
    // An index in descending order is as good as one in ascending order, if all of it is.
    guard Set(keys.map(\.isAscending)).count == 1 else { return nil }
    for constraint in entity.entity.uniquenessConstraints ?? []
    where constraint.members.map(\.name).starts(with: keys.map(\.name)) {
      return ("the uniqueness constraint", constraint.source, nil)
    }
    return nil
  }
}

/// A member of an index that is one property.
private struct IndexKey: Hashable {
  let name: String
  let isAscending: Bool
}

extension FetchIndex {
  /// The members of an ordinary index over all objects, or nil for one that is special.
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
