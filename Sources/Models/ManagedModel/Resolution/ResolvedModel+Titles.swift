extension ResolvedModel {
  /// `Entity.property`, as messages name a property.
  package func title(of location: PropertyLocation) -> String {
    "\(entities[location.entity].name).\(property(at: location).name)"
  }
}
