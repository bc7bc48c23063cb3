import Diagnostics
import LeagueOperations

extension PlayerRecord {
  static let columns = [
    Table.Column(heading: "LAST NAME"), .init(heading: "FIRST NAME"), .init(heading: "E-MAIL"),
    .init(heading: "TEAM"),
  ]

  /// The player as a row of a table.
  var row: [String] { [lastName, firstName, email, team ?? ""] }

  var json: JSONValue {
    [
      "id": .string(id),
      "first": .string(firstName),
      "last": .string(lastName),
      "email": .string(email),
      "team": JSONValue(team),
    ]
  }

  /// The player in a question.
  var words: String { "\(fullName) <\(email)>" + (team.map { " of \($0)" } ?? "") }
}
