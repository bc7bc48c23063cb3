import JSON
import LeagueOperations

extension TeamRecord {
  static let columns = [
    Table.Column(heading: "NAME"), .init(heading: "COLOR"),
    .init(heading: "PLAYERS", isNumeric: true),
  ]

  /// The team as a row of a table.
  var row: [String] { [name, uniformColor, "\(playerCount)"] }

  var json: JSONValue {
    [
      "id": .string(id),
      "name": .string(name),
      "color": .string(uniformColor),
      "players": .integer(playerCount),
    ]
  }
}
