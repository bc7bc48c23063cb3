import CoreData
import Foundation
import LeagueModel
import LeagueOperations
import PostgreSQLServer

/// A folder for a store, which lasts as long as a test.
final class ScratchStore {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "league-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private let schema = "s" + UUID().uuidString.lowercased()
  private var journals: [URL] = []

  deinit {
    try? FileManager.default.removeItem(at: folder)
    for journal in Set(journals) { try? FileManager.default.removeItem(at: journal) }
  }

  /// The location of the store of a kind.
  func location(_ kind: StoreKind = .sqlite) -> StoreLocation {
    kind == .postgresql
      ? StoreLocation(kind, at: PostgreSQLServer.url(schema: schema))
      : StoreLocation(kind, at: folder.appending(path: "League.\(kind.rawValue)"))
  }

  /// Opens the store of a kind.
  func open(_ kind: StoreKind = .sqlite) throws -> LeagueStore {
    let store = try LeagueStore(location(kind))
    if kind == .postgresql { journals.append(store.serverJournal) }
    return store
  }
}

extension LeagueStore {
  /// The file with the changes of a store on a server.
  fileprivate var serverJournal: URL {
    let stores = container.persistentStoreCoordinator.persistentStores
    return NSPersistentContainer.defaultDirectoryURL()
      .appending(path: "League-\(stores.first?.identifier ?? "")-undo")
  }

  /// Adds a team with players, given only their names.
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

  /// The contents of the store: a line for each team, and one for each player.
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
