import Diagnostics
import ManagedModel

/// Something in a model that a schema cannot hold as it is.
package struct SchemaIssue: Sendable, Hashable {
  package var severity: Severity

  package var rule: SchemaRule

  /// The problem, in one sentence without a final period.
  package var message: String

  /// The part of the model at fault.
  package var element: SchemaElement

  package init(_ severity: Severity, rule: SchemaRule, _ message: String, at element: SchemaElement)
  {
    self.severity = severity
    self.rule = rule
    self.message = message
    self.element = element
  }
}

/// A part of a model that a statement or an issue refers to.
package enum SchemaElement: Sendable, Hashable {
  /// The store as a whole, or what every store has.
  case store
  case entity(Int)
  case property(PropertyLocation)
  case fetchIndex(entity: Int, position: Int)
  case compoundIndex(entity: Int, position: Int)
  case uniquenessConstraint(entity: Int, position: Int)
}

extension SchemaElement {
  /// The beginning of the element in the file of its model.
  package func source(in model: ResolvedModel) -> SourceOffset {
    switch self {
    case .store: model.model.source
    case .entity(let index): model.model.entities[index].source
    case .property(let location): model.property(at: location).source
    case .fetchIndex(let entity, let position):
      model.model.entities[entity].fetchIndexes[position].source
    case .compoundIndex(let entity, let position):
      model.model.entities[entity].compoundIndexes?[position].source ?? .none
    case .uniquenessConstraint(let entity, let position):
      model.model.entities[entity].uniquenessConstraints?[position].source ?? .none
    }
  }
}
