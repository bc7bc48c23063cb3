import Diagnostics
import ManagedModel

// The issues that the indexes of a model cause.

extension SchemaIssue {
  static func unindexable(
    _ member: String,
    of entity: Int,
    _ reason: IndexReason,
    in model: ResolvedModel
  ) -> Self {
    let what = member.isEmpty ? "an expression" : "'\(member)'"
    return Self(
      .warning,
      rule: .unindexableMember,
      "\(reason.kindName) of entity '\(model.entities[entity].name)' is left out: \(what) is not "
        + "stored in a column of the entity's table",
      at: reason.element
    )
  }

  static func tooManyDimensions(_ name: String, limit: Int, _ reason: IndexReason) -> Self {
    Self(
      .warning,
      rule: .tooManyDimensions,
      "fetch index '\(name)' is left out: SQLite's R-trees have at most \(limit) dimensions",
      at: reason.element
    )
  }

  static func partialIndex(_ name: String, _ reason: IndexReason) -> Self {
    Self(
      .note,
      rule: .partialIndex,
      "fetch index '\(name)' covers all objects; its condition is left out",
      at: reason.element
    )
  }

  static func constraintInOldEra(
    _ entity: Int,
    _ reason: IndexReason,
    in model: ResolvedModel
  ) -> Self {
    Self(
      .warning,
      rule: .constraintInOldLayout,
      "the uniqueness constraint of entity '\(model.entities[entity].name)' is left out: the layout "
        + "is older than uniqueness constraints",
      at: reason.element
    )
  }
}

extension IndexReason {
  /// The part of the model that the index belongs to.
  package var element: SchemaElement {
    switch self {
    case .foreignKey(let location), .indexedAttribute(let location): .property(location)
    case .join(let join): .property(join.owner)
    case .entityNumber(let root): .entity(root)
    case .compoundIndex(let entity, let position):
      .compoundIndex(entity: entity, position: position)
    case .fetchIndex(let entity, let position): .fetchIndex(entity: entity, position: position)
    case .uniquenessConstraint(let entity, let position):
      .uniquenessConstraint(entity: entity, position: position)
    }
  }

  fileprivate var kindName: String {
    switch self {
    case .foreignKey, .join, .entityNumber, .indexedAttribute: "an index"
    case .compoundIndex: "a compound index"
    case .fetchIndex: "a fetch index"
    case .uniquenessConstraint: "a uniqueness constraint"
    }
  }
}
