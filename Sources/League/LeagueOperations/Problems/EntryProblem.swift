import LeagueModel

/// A property of a team or a player with a field in forms.
///
/// The raw values are the names of the properties in the model.
package enum EntryField: String, Sendable, Hashable, CaseIterable {
  case name
  case uniformColor
  case firstName
  case lastName
  case email
  case team

  /// The maximum length of a value; nil for a choice.
  package var limit: Int? {
    switch self {
    case .name, .firstName, .lastName: TextLimit.name
    case .uniformColor: TextLimit.color
    case .email: TextLimit.email
    case .team: nil
    }
  }
}

/// A problem with the value of one field.
package struct EntryProblem: Sendable, Hashable {
  package let field: EntryField

  /// The problem in a few words without a period.
  package let message: String

  package init(_ field: EntryField, _ message: String) {
    self.field = field
    self.message = message
  }
}

extension EntryProblem {
  /// The problem of a text with a control character; nil for any other text.
  init?(_ field: EntryField, controlIn text: String) {
    guard let character = text.controlCharacter else { return nil }
    self.init(field, "the control character \(character) is in the text")
  }
}

extension [EntryProblem] {
  /// The problems in the order of the fields.
  var inOrder: Self { EntryField.allCases.flatMap { field in filter { $0.field == field } } }
}
