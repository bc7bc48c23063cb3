// The module LeagueModel: the classes `Team` and `Player` and the model itself, all of which the build plugin
// makes of `Models/League.xcdatamodeld`, and what was added to them by hand. Nothing that is generated is kept.
//
// Where generated code is kept beside the sources, what is added stands in the files that `momgen generate` writes
// once. A build keeps nothing, so here it stands in extensions: the full name in `Player+FullName.swift`, the
// orders in `SortOrders.swift`, and below what names, colours and addresses must be.

package import CoreData

extension LeagueModel {
  /// The model with the conditions that values must meet, one for the process.
  ///
  /// The file of the model says that names, colours and addresses are mandatory, but to Core Data an empty text
  /// is a value like any other. Conditions could also be stated in Xcode's editor; here they are, in code, what
  /// only this program asks for. They are no part of the model's version hashes, so the store of a program that
  /// asks for less opens as well.
  nonisolated(unsafe) package static let validating: NSManagedObjectModel = {
    let model = make()
    let conditions = [
      "Team": [
        Team.PropertyName.name: [Condition.present("a name is needed")],
        Team.PropertyName.uniformColor: [.present("a colour is needed")],
      ],
      "Player": [
        Player.PropertyName.firstName: [.present("a first name is needed")],
        Player.PropertyName.lastName: [.present("a last name is needed")],
        Player.PropertyName.email: [.present("an e-mail address is needed"), .emailAddress],
      ],
    ]
    for (entity, properties) in conditions {
      for (property, conditions) in properties {
        model.entitiesByName[entity]?.propertiesByName[property]?.setValidationPredicates(
          conditions.map(\.predicate),
          withValidationWarnings: conditions.map(\.warning)
        )
      }
    }
    return model
  }()
}

/// What a value must be, and what is said when it is not.
private struct Condition {
  let predicate: NSPredicate
  let warning: String

  static func present(_ warning: String) -> Self {
    Self(predicate: NSPredicate(format: "length >= 1"), warning: warning)
  }

  /// Something, an at sign, and the name of a host.
  ///
  /// Whether anybody reads what is sent there cannot be seen from
  /// the address; this finds the slips of the finger. What is empty is another condition's matter.
  static var emailAddress: Self {
    Self(
      predicate: NSPredicate(
        format: "length == 0 OR SELF MATCHES %@",
        #"[^@\s]+@[^@\s.]+([.][^@\s.]+)*"#
      ),
      warning: "this is not an e-mail address"
    )
  }
}
