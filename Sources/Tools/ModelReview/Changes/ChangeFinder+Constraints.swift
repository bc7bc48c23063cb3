import ManagedModel
import ModelComparison

// Uniqueness constraints. One whose members were renamed or reordered is the same.

extension ChangeFinder {
  mutating func compareConstraints(of source: ResolvedEntity, _ entity: ResolvedEntity) {
    let match = ConstraintMatch(correspondence, source, entity)
    var found: [(title: String, change: Change)] = []
    for pair in match.pairs {
      guard let change = change(of: pair, match, entity) else { continue }
      found.append((match.after[pair.new].text, change))
    }
    for position in match.added {
      found.append((match.after[position].text, added(position, match.after[position], entity)))
    }
    for position in match.removed {
      let constraint = match.before[position]
      let change = Change(
        ChangedElement(.uniquenessConstraint, "\(source.name) (\(constraint.text))"),
        .removed,
        judgements: [.lightweight],
        at: constraint.source
      )
      found.append((constraint.text, change))
    }
    changes += found.enumerated().sorted { left, right in
      let (one, other) = (left.element.title, right.element.title)
      return one == other ? left.offset < right.offset : one.precedesByCodePoint(other)
    }.map(\.element.change)
    if let order = match.order {
      let field = FieldChange(
        name: "order of uniqueness constraints",
        old: order.old,
        new: order.new,
        judgement: Judgement(.lightweight, "the order is part of the version hash")
      )
      let element = ChangedElement(.entity, entity.name)
      changes.append(Change(element, .changed, fields: [field], at: entity.entity.source))
    }
  }

  /// Adds the constraints of a new entity, which apply to existing objects of its subentities.
  mutating func addConstraints(of entity: ResolvedEntity) {
    for (position, constraint) in (entity.entity.uniquenessConstraints ?? []).enumerated()
    where correspondence.risk(ofConstraint: position, in: entity.index) != nil {
      changes.append(added(position, ConstraintMatch.Constraint(constraint), entity))
    }
  }

  private func added(
    _ position: Int,
    _ constraint: ConstraintMatch.Constraint,
    _ entity: ResolvedEntity
  ) -> Change {
    Change(
      ChangedElement(.uniquenessConstraint, "\(entity.name) (\(constraint.text))"),
      .added,
      judgements: [judgement(ofConstraint: position, in: entity)],
      at: constraint.source
    )
  }

  private func change(
    of pair: ConstraintMatch.Pair,
    _ match: ConstraintMatch,
    _ entity: ResolvedEntity
  ) -> Change? {
    let (before, after) = (match.before[pair.old], match.after[pair.new])
    let judgement = judgement(ofConstraint: pair.new, in: entity)
    let isSame = pair.members == after.names
    guard !isSame || judgement.consequence > .lightweight else { return nil }
    var fields: [FieldChange] = []
    if !isSame {
      let isReordered = Set(pair.members) == Set(after.names)
      fields = [
        FieldChange(
          name: isReordered ? "order of members" : "members",
          old: before.text,
          new: after.text,
          judgement: isReordered
            ? Judgement(.lightweight, "the order is part of the version hash") : .lightweight
        )
      ]
    }
    return Change(
      ChangedElement(.uniquenessConstraint, "\(entity.name) (\(after.text))"),
      .changed,
      fields: fields,
      judgements: [judgement],
      at: after.source
    )
  }

  private func judgement(ofConstraint position: Int, in entity: ResolvedEntity) -> Judgement {
    switch correspondence.risk(ofConstraint: position, in: entity.index) {
    case nil: .lightweight
    case .values:
      Judgement(
        .mapping,
        "migration fails for stores in which two objects have the same values",
        advice: "remove duplicates in code before the migration"
      )
    case .defaults:
      Judgement(
        .mapping,
        "migration fails for stores with more than one object: all get the same default",
        advice: "make a member optional without a default, and fill it in code after the migration"
      )
    case .gaps:
      Judgement(
        .mapping,
        "migration fails for stores in which two objects have no value: both get the same default",
        advice: "give each object its own value in code before the migration"
      )
    }
  }
}

/// The constraints of an entity in two versions, and their pairs.
struct ConstraintMatch {
  struct Constraint {
    let names: [String]
    let source: SourceOffset

    /// The members in the order of the file.
    var text: String { names.joined(separator: ", ") }

    init(_ constraint: UniquenessConstraint) {
      names = constraint.members.map(\.name)
      source = constraint.source
    }
  }

  /// A constraint in both versions, by its positions.
  struct Pair {
    var old: Int
    var new: Int

    /// The members of the old one by their new names, without removed ones.
    var members: [String]
  }

  let before: [Constraint]
  let after: [Constraint]
  private(set) var pairs: [Pair] = []
  private(set) var added: [Int] = []
  private(set) var removed: [Int] = []

  init(_ correspondence: ModelCorrespondence, _ source: ResolvedEntity, _ entity: ResolvedEntity) {
    before = (source.entity.uniquenessConstraints ?? []).map(Constraint.init)
    after = (entity.entity.uniquenessConstraints ?? []).map(Constraint.init)
    let names = correspondence.newNames(ofPropertiesOf: source, entity)
    let members = before.map { $0.names.compactMap { names[$0] } }
    added = Array(after.indices)
    removed = Array(before.indices)
    pair(members) { Set($0) == Set($1) && $0.count == $1.count }
    pair(members) { Set($0).isSubset(of: $1) || Set($1).isSubset(of: $0) }
    pairs.sort { $0.new < $1.new }
  }

  private mutating func pair(_ members: [[String]], _ isMatch: ([String], [String]) -> Bool) {
    for old in removed where !members[old].isEmpty {
      guard let new = added.first(where: { isMatch(members[old], after[$0].names) }) else {
        continue
      }
      pairs.append(Pair(old: old, new: new, members: members[old]))
      added.removeAll { $0 == new }
      removed.removeAll { $0 == old }
    }
  }

  /// The order of the constraints before and after, if nothing else differs.
  var order: (old: String, new: String)? {
    guard added.isEmpty, removed.isEmpty, pairs.map(\.old) != pairs.map(\.old).sorted() else {
      return nil
    }
    func list(_ constraints: [Constraint]) -> String {
      constraints.map { "(\($0.text))" }.joined(separator: " ")
    }
    return (list(before), list(after))
  }
}
