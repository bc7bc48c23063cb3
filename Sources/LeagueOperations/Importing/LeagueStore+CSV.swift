import CoreData
import Diagnostics
import Foundation
import LeagueModel

extension LeagueStore {
  /// Adds the teams and players of a CSV file: all of them, or none and everything that is wrong.
  ///
  /// The first line names the columns `team`, `color`, `first`, `last` and `email` in any order. Teams are made
  /// as they come up; what there is already stays as it is.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: What it is called in messages.
  ///   - progress: Told from time to time how far it is; what it throws ends the import, and nothing is changed.
  /// - Returns: What was added.
  /// - Throws: ``ImportFailure``, ``LeagueError``, and what `progress` throws.
  package func importCSV(
    _ bytes: [UInt8],
    path: String,
    progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    let table = try ImportedTable(bytes) { try progress(ImportProgress(.reading, $0)) }
    return try change("import \(path)") { league in
      var additions = try PlayerImport(into: league)
      for (index, row) in table.rows.enumerated() {
        if index.isMultiple(of: 500) {
          try progress(ImportProgress(.adding, Double(index) / Double(table.rows.count)))
        }
        additions.add(row)
      }
      let problems = table.problems + additions.problems
      guard problems.isEmpty else { throw Self.failure(problems, in: bytes, path) }
      try progress(ImportProgress(.saving, 0))
      return additions.summary
    }
  }

  private static func failure(
    _ problems: [CSVProblem],
    in bytes: [UInt8],
    _ path: String
  ) -> ImportFailure {
    let lines = TextLines(bytes)
    return ImportFailure(
      problems: problems.map { problem in
        Diagnostic(
          .error,
          rule: "",
          problem.message,
          at: lines.place(of: problem.offset, in: path)
        )
      }
      .sorted { $0.place < $1.place }
    )
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
