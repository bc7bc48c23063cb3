import Diagnostics
import ManagedModel
import ModelComparison

/// A breach of a rule at a place in a model.
package struct LintFinding: Sendable {
  /// The name of the rule.
  package var rule: String
  package var severity: Severity
  package var message: String

  /// The remedy, in one sentence without a final period.
  package var hint: String

  /// The subject of the finding.
  package var element: LintElement

  /// The XML attribute of the element whose value causes the problem.
  package var attribute: String?

  /// The position of the problem in the value of that attribute, in bytes of its UTF-8 form.
  package var byteInAttribute: Int?

  /// The path of a file other than the model's, if the problem is there.
  package var path: String?

  /// Other elements that explain the finding.
  package var related: [ModelProblem.Related]

  /// The edits that fix it without a decision by the user; empty if there are none.
  package var edits: [ModelFix]
}

/// The part of a model that a finding is about: its position, and the owner of the user info that can suppress it.
package struct LintElement: Sendable {
  package var source: SourceOffset

  /// The entity that the part belongs to.
  package var entity: Int?

  /// The property that the part is, or belongs to.
  package var property: PropertyLocation?

  /// `Entity`, `Entity.property`, or an empty name for a part that belongs to no entity.
  package func name(in resolved: ResolvedModel) -> String {
    if let property { return resolved.title(of: property) }
    return entity.map { resolved.entities[$0].name } ?? ""
  }

  /// A part that belongs to no entity, such as a fetch request.
  package static func part(_ source: SourceOffset) -> Self {
    Self(source: source, entity: nil, property: nil)
  }

  package static func entity(_ entity: ResolvedEntity) -> Self {
    Self(source: entity.entity.source, entity: entity.index, property: nil)
  }

  /// A part of an entity other than a property, such as an index.
  package static func part(_ source: SourceOffset, of entity: ResolvedEntity) -> Self {
    Self(source: source, entity: entity.index, property: nil)
  }

  package static func attribute(_ attribute: PlacedAttribute) -> Self {
    Self(
      source: attribute.attribute.source,
      entity: attribute.owner.index,
      property: attribute.location
    )
  }

  package static func relationship(_ relationship: PlacedRelationship) -> Self {
    Self(
      source: relationship.relationship.source,
      entity: relationship.owner.index,
      property: relationship.location
    )
  }

  package static func property(at location: PropertyLocation, in model: ResolvedModel) -> Self {
    Self(
      source: model.property(at: location).source,
      entity: location.entity,
      property: location
    )
  }
}
