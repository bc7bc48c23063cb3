package import CoreData

extension Team {
  /// The order of teams by their names, as people sort names.
  package static var byName: [NSSortDescriptor] { [.byText(PropertyName.name)] }
}

extension Player {
  /// The order of players by their last names, then by their first names.
  ///
  /// The address comes last, so that the order of two who are called alike is always the same.
  package static var byLastName: [NSSortDescriptor] {
    [
      .byText(PropertyName.lastName), .byText(PropertyName.firstName),
      .byText(PropertyName.email),
    ]
  }
}

extension NSSortDescriptor {
  fileprivate static func byText(_ key: String) -> NSSortDescriptor {
    NSSortDescriptor(key: key, ascending: true, selector: Selector("localizedStandardCompare:"))
  }
}
