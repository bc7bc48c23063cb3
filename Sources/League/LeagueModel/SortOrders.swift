package import CoreData

extension Team {
  /// The order of teams by name, localized.
  package static var byName: [NSSortDescriptor] { [.byText(PropertyName.name)] }

  /// The order of teams by name, descending.
  package static var byNameBackwards: [NSSortDescriptor] {
    [.byText(PropertyName.name, ascending: false)]
  }

  /// The order of teams by the colors of their uniforms.
  package static var byColor: [NSSortDescriptor] { [.byText(PropertyName.uniformColor)] + byName }
}

extension Player {
  /// The order of players by last name, then by first name.
  ///
  /// The address comes last, so that the order of players with equal names is always the same.
  package static var byLastName: [NSSortDescriptor] {
    [
      .byText(PropertyName.lastName), .byText(PropertyName.firstName),
      .byText(PropertyName.email),
    ]
  }

  /// The order of players by last name, descending.
  package static var byLastNameBackwards: [NSSortDescriptor] {
    [
      .byText(PropertyName.lastName, ascending: false),
      .byText(PropertyName.firstName, ascending: false),
      .byText(PropertyName.email, ascending: false),
    ]
  }

  /// The order of players by first name.
  package static var byFirstName: [NSSortDescriptor] {
    [
      .byText(PropertyName.firstName), .byText(PropertyName.lastName),
      .byText(PropertyName.email),
    ]
  }

  /// The order of players by address.
  package static var byEmail: [NSSortDescriptor] { [.byText(PropertyName.email)] + byLastName }

  /// The order of players by the name of their team.
  package static var byTeam: [NSSortDescriptor] {
    [.byText("\(PropertyName.team).\(Team.PropertyName.name)")] + byLastName
  }
}

extension NSSortDescriptor {
  fileprivate static func byText(_ key: String, ascending: Bool = true) -> NSSortDescriptor {
    NSSortDescriptor(
      key: key,
      ascending: ascending,
      selector: Selector("localizedStandardCompare:")
    )
  }
}
