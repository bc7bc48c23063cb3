import Foundation
import LeagueModel
import LeagueOperations

/// A folder for a store, which lasts as long as a test.
final class ScratchStore {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "league-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The place of the store of a kind.
  func location(_ kind: StoreKind = .sqlite) -> StoreLocation {
    StoreLocation(kind, at: folder.appending(path: "League.\(kind.rawValue)"))
  }

  /// The store of a kind, opened anew.
  func open(_ kind: StoreKind = .sqlite) throws -> LeagueStore {
    try LeagueStore(location(kind))
  }
}

extension LeagueStore {
  /// Adds a team with players, of whom only names are told.
  func add(_ name: String, _ color: String = "Blue", players: [String] = []) throws {
    try change("add \(name)") { league in
      let team = try league.addTeam(TeamForm(name: name, uniformColor: color))
      for player in players {
        let names = player.split(separator: " ").map(String.init)
        try league.addPlayer(
          PlayerForm(
            firstName: names[0],
            lastName: names[1],
            email: "\(names[0].lowercased())@example.org"
          ),
          to: team
        )
      }
    }
  }

  /// Everything that is in the store: a line for each team, and one for each player.
  var contents: [String] {
    get throws {
      try read { league in
        try league.teams().flatMap { team in
          try ["\(team.name) \(team.uniformColor)"]
            + league.players(of: team).map { "  \($0.fullName) \($0.email)" }
        }
      }
    }
  }
}
