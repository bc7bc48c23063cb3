import ManagedModel
import ObjectRows

/// An entity, with the number and the row layout that it has in the program that uses the engine.
///
/// Properties are identified by their indices, which are the same in all subentities.
package final class StoreEntity: @unchecked Sendable {
  // Nothing changes after the initializer; the blank row is only copied.

  package let name: String

  /// The number by which references identify the entity.
  package let number: Int
  package let layout: RowLayout
  package let properties: [StoreProperty]

  /// The constraints of the entity and of its ancestors.
  package let constraints: [EntityConstraint]

  /// The indices of the relationships.
  let relationships: [Int]

  /// The indices of the properties that are in rows but not in stores.
  let transients: [Int]

  /// A row with the values that those properties have in a fetched object; nil if they have none.
  private let blank: Row?

  package init(
    name: String,
    number: Int,
    layout: RowLayout,
    properties: [StoreProperty],
    constraints: [EntityConstraint] = [],
    transientValues: [(index: Int, value: Value)] = []
  ) {
    self.name = name
    self.number = number
    self.layout = layout
    self.properties = properties
    self.constraints = constraints
    relationships = properties.indices.filter { properties[$0].kind.isRelationship }
    transients = properties.indices.filter { properties[$0].isTransient }
    if transientValues.isEmpty {
      blank = nil
    } else {
      let row = Row.make(layout)
      for (index, value) in transientValues { row.setValue(value, at: index) }
      blank = row
    }
  }

  /// A row whose only values are those of transient properties.
  func makeRow() -> Row { blank?.copy() ?? Row.make(layout) }

  /// A copy of a row for other contexts: transient properties are as they are after a fetch.
  func sharedCopy(of row: Row) -> Row {
    row.copy(taking: transients, from: makeRow())
  }
}

/// A property of a ``StoreEntity``.
package struct StoreProperty: Sendable {
  package enum Kind: Sendable, Hashable {
    case attribute
    case toOne
    case toMany

    /// A property that no store has.
    case other

    var isRelationship: Bool { self == .toOne || self == .toMany }
  }

  package var name: String
  package var kind: Kind
  package var isTransient: Bool
  package var isOptional: Bool
  package var deleteRule: DeleteRule

  /// The number of the entity to which a relationship leads, as in references.
  package var destination: Int?

  /// The index of the inverse relationship in the destination.
  package var inverse: Int?

  /// Whether the history keeps the value of a deleted object.
  package var isKeptOnDeletion: Bool

  /// The coding of values whose type the model does not state.
  package var coding: BoxCoding?

  package init(
    _ name: String,
    _ kind: Kind,
    isTransient: Bool = false,
    isOptional: Bool = true,
    deleteRule: DeleteRule = .nullify,
    destination: Int? = nil,
    inverse: Int? = nil,
    isKeptOnDeletion: Bool = false,
    coding: BoxCoding? = nil
  ) {
    self.name = name
    self.kind = kind
    self.isTransient = isTransient
    self.isOptional = isOptional
    self.deleteRule = deleteRule
    self.destination = destination
    self.inverse = inverse
    self.isKeptOnDeletion = isKeptOnDeletion
    self.coding = coding
  }

  /// Whether the property has columns in the object's own row.
  var isStoredInRow: Bool { !isTransient && (kind == .attribute || kind == .toOne) }

  /// Whether the property is stored at all.
  var isStored: Bool { !isTransient && kind != .other }
}
