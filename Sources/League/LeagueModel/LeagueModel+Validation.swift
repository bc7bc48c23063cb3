// The module LeagueModel: the classes `Team` and `Player` and the model itself, all of which the build plugin
// generates from `Models/League.xcdatamodeld`, and additions by hand. No generated code is checked in.
//
// In a project that checks in its generated code, additions go into the files that `momgen generate` writes
// once. Here they are in extensions: the full name in `Player+FullName.swift`, the
// sort orders in `SortOrders.swift`, and below the validation of names, colors and addresses.

package import CoreData

extension LeagueModel {
  /// The model with validation conditions, one instance per process.
  ///
  /// The model file makes names, colors and addresses mandatory, but to Core Data an empty text
  /// is a value like any other. Conditions could also be stated in Xcode's editor; these are in code because only
  /// this program requires them. They are not part of the model's version hashes, so the store of a program
  /// without them can be opened as well.
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

/// The maximum lengths of texts, counted in UTF-16 units as in browsers and Foundation.
package enum TextLimit {
  package static let name = 100
  package static let color = 50

  /// The longest address that mail servers must accept.
  package static let email = 254
}

/// A condition for a value, and the error message.
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

  /// A text, an at sign, and a host name.
  ///
  /// Whether the address exists cannot be determined;
  /// this finds typing errors. Empty texts are the matter of another condition.
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
