import CoreData
import Foundation
import LeagueModel

extension LeagueStore {
  /// Adds the teams and players of a CSV file: all of them, or none after an error.
  ///
  /// The first line names the columns `team`, `color`, `first`, `last` and `email` in any order. Teams are created
  /// on demand; existing objects are unchanged. Fields are separated by commas, semicolons, tabs or bars.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: The name of the file in messages.
  ///   - progress: Called from time to time. An error that it throws ends the import, and nothing is
  ///     changed; while the changes are being saved errors are ignored.
  /// - Returns: The added and the skipped rows.
  /// - Throws: ``ImportFailure``, ``LeagueError``, and the error of `progress`.
  package func importCSV(
    _ bytes: [UInt8],
    path: String,
    progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    let table = try ImportedTable(bytes) { try progress(ImportProgress(.reading, $0)) }
    if table.rows.isEmpty, !table.problems.isEmpty {
      throw ImportFailure(table.problems, in: bytes, path)
    }
    return try withoutActuallyEscaping(progress) { progress in
      try change("import \(path)", saving: { try progress(ImportProgress(.saving, $0)) }) {
        league in
        var additions = try PlayerImport(into: league)
        for (index, row) in table.rows.enumerated() {
          if index.isMultiple(of: 500) {
            try progress(ImportProgress(.adding, Double(index) / Double(table.rows.count)))
          }
          additions.add(row)
        }
        let problems = table.problems + additions.problems
        guard problems.isEmpty else { throw ImportFailure(problems, in: bytes, path) }
        return additions.summary(in: bytes)
      }
    }
  }
}

extension League {
  /// All teams and players as a CSV file that can be imported.
  package func csv() throws -> String {
    var csv = CSVText()
    csv.append(ImportedColumn.allCases.map(\.rawValue))
    let teams = try teams()
    var teamsWithPlayers: Set<Team> = []
    for player in try players() {
      if let team = player.team { teamsWithPlayers.insert(team) }
      csv.append([
        player.team?.name ?? "", player.team?.uniformColor ?? "", player.firstName,
        player.lastName, player.email,
      ])
    }
    for team in teams where !teamsWithPlayers.contains(team) {
      csv.append([team.name, team.uniformColor, "", "", ""])
    }
    return csv.text
  }
}
