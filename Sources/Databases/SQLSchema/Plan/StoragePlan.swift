import ManagedModel

/// The storage that a model needs, before a layout names and orders it.
///
/// There is one table for each tree of entities, and one join table for each many-to-many relationship.
package struct StoragePlan: Sendable {
  package let model: ResolvedModel
  package let numbering: EntityNumbering

  /// The trees in the order of their roots' numbers.
  package let trees: [PlannedTree]

  /// The derived attributes whose expressions can be parsed, in the order of the entities' numbers and then of the
  /// names.
  package let derivations: [PlannedDerivation]

  /// The parts of the model that cannot be planned as the model declares them.
  package let issues: [SchemaIssue]

  private let storages: [[PlannedStorage]]
  private let declarations: Declarations

  package init(_ model: ResolvedModel) {
    self.model = model
    let numbering = EntityNumbering(model)
    self.numbering = numbering
    let declarations = Declarations(model: model, numbering: numbering)
    let decision = StorageDecision(
      model: model,
      numbering: numbering,
      declarations: declarations
    )
    self.declarations = declarations
    storages = decision.storages
    trees =
      TreePlanner(
        model: model,
        numbering: numbering,
        declarations: declarations,
        storages: decision.storages
      ).trees()
    var derivations: [PlannedDerivation] = []
    var issues = decision.issues
    for entity in numbering.entities {
      let reader = DerivationReader(
        model: model,
        entity: entity,
        storages: decision.storages,
        declarations: declarations
      )
      derivations.append(contentsOf: reader.derivations(issues: &issues))
    }
    self.derivations = derivations
    self.issues = issues
  }
}

extension StoragePlan {
  /// The storage of the property declared at a location.
  package subscript(location: PropertyLocation) -> PlannedStorage {
    storages[location.entity][location.property]
  }

  /// The declaration whose columns hold the property: that of an ancestor, where the ancestor declares
  /// and stores a property of the same name.
  package func declaration(of location: PropertyLocation) -> PropertyLocation {
    declarations[location]
  }

  /// The declaration of the inverse of a relationship, if it is stored.
  package func inverse(of location: PropertyLocation) -> PropertyLocation? {
    model.entities[location.entity].ends[location.property].inverse
      .map { declarations[$0] }
      .flatMap { self[$0] == .none ? nil : $0 }
  }

  /// The relationship at a location, or nil for another property.
  package func relationship(at location: PropertyLocation) -> Relationship? {
    model.property(at: location).relationship
  }
}

/// A derived attribute and the source of its value.
package struct PlannedDerivation: Sendable, Hashable {
  package var attribute: PropertyLocation
  package var derivation: Derivation

  package init(attribute: PropertyLocation, derivation: Derivation) {
    self.attribute = attribute
    self.derivation = derivation
  }
}
