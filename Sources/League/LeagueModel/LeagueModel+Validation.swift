// The module LeagueModel: the classes `Team` and `Player` and the model itself, all of which the build plugin
// makes of `Models/League.xcdatamodeld`, and what was added to them by hand. Nothing that is generated is kept.
//
// Where generated code is kept beside the sources, what is added stands in the files that `momgen generate` writes
// once. A build keeps nothing, so here it stands in extensions: the full name in `Player+FullName.swift`, the
// orders in `SortOrders.swift`, and below the conditions for names, colours and addresses.

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
    let (name, color, email) = (TextLimit.name, TextLimit.color, TextLimit.email)
    let conditions = [
      "Team": [
        Team.PropertyName.name: [Condition.present("a name is needed"), .short("a name", name)],
        Team.PropertyName.uniformColor: [
          .present("a color is needed"), .short("a color", color),
        ],
      ],
      "Player": [
        Player.PropertyName.firstName: [
          .present("a first name is needed"), .short("a first name", name),
        ],
        Player.PropertyName.lastName: [
          .present("a last name is needed"), .short("a last name", name),
        ],
        Player.PropertyName.email: [
          .present("an e-mail address is needed"), .emailAddress,
          .short("an e-mail address", email),
        ],
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

/// The most characters that texts may have, counted as browsers and Foundation do: in UTF-16.
package enum TextLimit {
  package static let name = 100
  package static let color = 50

  /// The longest address that mail servers have to accept.
  package static let email = 254
}

/// A condition for a value, and the message for one that does not meet it.
private struct Condition {
  let predicate: NSPredicate
  let warning: String

  static func present(_ warning: String) -> Self {
    Self(predicate: NSPredicate(format: "length >= 1"), warning: warning)
  }

  static func short(_ subject: String, _ limit: Int) -> Self {
    Self(
      predicate: NSPredicate(format: "length <= %d", limit),
      warning: "\(subject) has at most \(limit) characters"
    )
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
