import ManagedModel
import ModelComparison

/// A relationship with facts about its destination and inverse in a version.
struct ConnectedRelationship: Sendable {
  var relationship: Relationship

  /// Whether the values can be kept: the destination is the same entity or its successor.
  var keepsDestination: Bool

  /// Whether an object at the other end can be connected to several: its inverse is to-many, or it is a
  /// to-one without an inverse.
  var isShared: Bool

  /// Whether it is its own inverse, as that of friends is.
  var isOwnInverse: Bool
}

extension FieldRules {
  static let relationship: [FieldRule<ConnectedRelationship>] = [
    FieldRule(
      "destination",
      { $0.relationship.destinationName.unlessEmpty },
      judge: judgeDestination
    ),
    FieldRule("inverse", { $0.relationship.inverseName.unlessEmpty }, judge: judgeInverse),
    .flag("to many", { $0.relationship.isToMany }, judge: judgeCardinality),
    .flag("ordered", { $0.relationship.isOrdered }, judge: judgeOrder),
    .flag("optional", { $0.relationship.isOptional }, judge: judgeOptionality),
    .flag("transient", { $0.relationship.isTransient }, judge: judgeTransience),
    FieldRule(
      "minimum count",
      { "\($0.relationship.effectiveMinimumCount)" },
      judge: judgeMinimum
    ),
    FieldRule("maximum count", { $0.relationship.maximumText }, judge: judgeMaximum),
    FieldRule("delete rule", { $0.relationship.deleteRule.fileName }, judge: { _, _ in deletion }),
    .flag("indexed", { $0.relationship.isIndexed }),
    .flag("indexed by Spotlight", { $0.relationship.isIndexedBySpotlight }),
    .flag("stored in truth file", { $0.relationship.isStoredInTruthFile }),
    .flag("syncable", { $0.relationship.isSyncable }),
    FieldRule(
      "hash modifier",
      { $0.relationship.versionHashModifier.unlessEmpty },
      judge: hashed
    ),
    FieldRule("renaming identifier", { $0.relationship.renamingIdentifier.unlessEmpty }),
    FieldRule("user info", { $0.relationship.userInfo.text }),
  ]

  private static let deletion = Judgement(
    .compatible,
    "only later deletions are affected; stored objects are not"
  )

  private static func hashed(_ old: ConnectedRelationship, _ new: ConnectedRelationship)
    -> Judgement
  {
    old.relationship.isTransient && new.relationship.isTransient ? .compatible : .lightweight
  }

  private static func isStored(_ old: ConnectedRelationship, _ new: ConnectedRelationship) -> Bool {
    !old.relationship.isTransient && !new.relationship.isTransient
  }

  private static func judgeDestination(
    _ old: ConnectedRelationship,
    _ new: ConnectedRelationship
  ) -> Judgement {
    guard isStored(old, new), !new.keepsDestination else { return hashed(old, new) }
    return Judgement(
      .mapping,
      "its destination changes, and Core Data infers no connections",
      advice: "write a mapping model or a stage that connects the objects again"
    )
  }

  /// Judges a change of the inverse: with a to-one inverse, an object is connected to one; so is the destination of a
  /// to-many relationship without an inverse.
  private static func judgeInverse(
    _ old: ConnectedRelationship,
    _ new: ConnectedRelationship
  ) -> Judgement {
    if isStored(old, new), new.isOwnInverse, !old.isOwnInverse, !new.relationship.isToMany {
      return Judgement(
        .dataLoss,
        "an object that is connected to two objects through the relationship and its inverse stays connected to one of them",
        advice: "give it another relationship as its inverse"
      )
    }
    guard isStored(old, new), old.isShared, !new.isShared else { return hashed(old, new) }
    return Judgement(
      .dataLoss,
      "an object that several objects lead to stays connected to one of them",
      advice: old.relationship.isToMany ? "keep a to-many inverse" : "give it a to-many inverse"
    )
  }

  private static func judgeCardinality(
    _ old: ConnectedRelationship,
    _ new: ConnectedRelationship
  ) -> Judgement {
    guard isStored(old, new), !new.relationship.isToMany else { return judgeInverse(old, new) }
    return Judgement(
      .dataLoss,
      "of several objects that it leads to, all but one are disconnected",
      advice: "decide in code which object stays, before the migration"
    )
  }

  private static func judgeOrder(
    _ old: ConnectedRelationship,
    _ new: ConnectedRelationship
  ) -> Judgement {
    guard isStored(old, new), new.relationship.isToMany, old.relationship.isToMany else {
      return hashed(old, new)
    }
    return new.relationship.isOrdered
      ? Judgement(.lightweight, "the order of objects that are connected already is arbitrary")
      : Judgement(.dataLoss, "the order of the objects is lost")
  }

  private static func judgeOptionality(
    _ old: ConnectedRelationship,
    _ new: ConnectedRelationship
  ) -> Judgement {
    guard isStored(old, new), !new.relationship.isOptional else { return hashed(old, new) }
    return new.relationship.isToMany
      ? judgeEmptiness(old, new)
      : Judgement(
        .mapping,
        "migration fails for stores in which objects have no connection",
        advice: "connect them in code before the migration, or leave it optional"
      )
  }

  private static func judgeTransience(
    _ old: ConnectedRelationship,
    _ new: ConnectedRelationship
  ) -> Judgement {
    new.relationship.isTransient
      ? Judgement(.dataLoss, "connections that are stored are deleted")
      : addition(of: new.relationship)
  }

  /// Judges a relationship that becomes mandatory: a to-many one may be empty, unless it has a minimum count.
  private static func judgeEmptiness(
    _ old: ConnectedRelationship,
    _ new: ConnectedRelationship
  ) -> Judgement {
    guard old.relationship.requiredCount == 0, new.relationship.requiredCount > 0,
      old.relationship.effectiveMinimumCount == new.relationship.effectiveMinimumCount
    else {
      return hashed(old, new)
    }
    return Judgement(.lightweight, "objects without a connection can no longer be saved")
  }

  private static func judgeMinimum(
    _ old: ConnectedRelationship,
    _ new: ConnectedRelationship
  ) -> Judgement {
    var judgement = hashed(old, new)
    let least = new.relationship.effectiveMinimumCount
    guard isStored(old, new), old.relationship.isToMany, new.relationship.isToMany,
      least > old.relationship.effectiveMinimumCount
    else { return judgement }
    let exempt = new.relationship.isOptional ? ", but more than none," : ""
    if new.relationship.isOptional, least < 2 { return judgement }
    judgement.remark =
      least == 1
      ? "objects without a connection can no longer be saved"
      : "objects with fewer than \(least) connections\(exempt) can no longer be saved"
    return judgement
  }

  private static func judgeMaximum(
    _ old: ConnectedRelationship,
    _ new: ConnectedRelationship
  ) -> Judgement {
    var judgement = hashed(old, new)
    let (before, after) = (
      old.relationship.effectiveMaximumCount, new.relationship.effectiveMaximumCount
    )
    guard isStored(old, new), old.relationship.isToMany, new.relationship.isToMany, after > 0,
      before == 0 || after < before
    else { return judgement }
    judgement.remark = "objects with more than \(after) connections can no longer be saved"
    return judgement
  }

  /// The consequence of a relationship that is added to existing objects.
  ///
  /// - Parameters:
  ///   - relationship: The relationship.
  ///   - origin: The old relationship whose connections it takes over, as its inverse does; nil for none.
  /// - Returns: The judgment.
  static func addition(
    of relationship: Relationship,
    takingOver origin: String? = nil
  ) -> Judgement {
    guard !relationship.isTransient else { return .compatible }
    guard !relationship.isOptional else { return .lightweight }
    guard relationship.requiredCount > 0 else { return .lightweight }
    if let origin { return addition(of: relationship, connectedBy: origin) }
    return relationship.isToMany
      ? Judgement(.lightweight, "existing objects have no connection and cannot be saved")
      : Judgement(
        .mapping,
        "migration fails for stores that have objects: they would have no connection",
        advice: "make it optional, or connect the objects in a mapping model or a stage"
      )
  }
}

extension FieldRules {
  private static func addition(of relationship: Relationship, connectedBy origin: String)
    -> Judgement
  {
    relationship.isToMany
      ? Judgement(.lightweight, "objects that \(origin) does not connect can no longer be saved")
      : Judgement(
        .mapping,
        "migration fails for stores that have objects which \(origin) does not connect",
        advice: "make it optional, or connect them in code before the migration"
      )
  }
}

extension Relationship {
  /// The maximum count as text.
  fileprivate var maximumText: String {
    effectiveMaximumCount == 0 && isToMany ? "unlimited" : "\(effectiveMaximumCount)"
  }
}
