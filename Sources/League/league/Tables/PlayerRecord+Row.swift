import JSON
import LeagueOperations

extension PlayerRecord {
  static let columns = [
    Table.Column(heading: "LAST NAME"), .init(heading: "FIRST NAME"), .init(heading: "E-MAIL"),
    .init(heading: "TEAM"),
  ]

  /// The player as a row of a table.
  var row: [String] { [lastName, firstName, email, team ?? ""] }

  /// The players as a table; with ids if two of them would look the same.
  static func table(of players: [PlayerRecord]) -> Table {
    let rows = players.map(\.row)
    guard Set(rows).count < rows.count else { return Table(columns, rows: rows) }
    return Table(
      columns + [.init(heading: "ID")],
      rows: zip(rows, players).map { $0 + [$1.id] }
    )
  }

  var json: JSONValue {
    [
      "id": .string(id),
      "first": .string(firstName),
      "last": .string(lastName),
      "email": .string(email),
      "team": JSONValue(team),
    ]
  }

  /// The description of the player in a question.
  var words: String { "\(fullName) <\(email)>" + (team.map { " of \($0)" } ?? "") }
}
