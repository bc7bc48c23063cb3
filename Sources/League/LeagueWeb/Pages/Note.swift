import Foundation
import HTTPServer
import LeagueModel
import LeagueOperations

/// The message on a page about the preceding action, which is passed in the query.
enum Note: Hashable {
  /// A team or a player was saved.
  case saved(LeagueError.Noun, String)

  /// A team or a player was deleted by a change that may be undone.
  case deleted(LeagueError.Noun, UUID?)

  /// A deleted team or player was restored.
  case restored(LeagueError.Noun, String)

  init?(_ query: FormFields) {
    if let (noun, id) = query["saved"].flatMap(Self.object) {
      self = .saved(noun, id)
    } else if let (noun, id) = query["restored"].flatMap(Self.object) {
      self = .restored(noun, id)
    } else if let noun = query["deleted"].flatMap(LeagueError.Noun.init(rawValue:)) {
      self = .deleted(noun, query["change"].flatMap { UUID(uuidString: $0) })
    } else {
      return nil
    }
  }

  /// Parses `team-p1`: ids are unique within an entity only.
  private static func object(_ text: String) -> (LeagueError.Noun, String)? {
    let parts = text.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, let noun = LeagueError.Noun(rawValue: String(parts[0])) else {
      return nil
    }
    return (noun, String(parts[1]))
  }

  var fields: [FormFields.Field] {
    switch self {
    case .saved(let noun, let id): [.init(name: "saved", value: "\(noun.rawValue)-\(id)")]
    case .restored(let noun, let id): [.init(name: "restored", value: "\(noun.rawValue)-\(id)")]
    case .deleted(let noun, let change):
      [.init(name: "deleted", value: noun.rawValue)]
        + (change.map { [.init(name: "change", value: $0.uuidString)] } ?? [])
    }
  }

  /// The message; nil if it cannot be true, since the address may come from anywhere.
  func shown(in store: LeagueStore, _ league: League) -> ShownNote? {
    switch self {
    case .saved(let noun, let id):
      Self.name(of: noun, id, in: league).map { ShownNote(text: "\($0) was saved.") }
    case .restored(let noun, let id):
      Self.name(of: noun, id, in: league).map { ShownNote(text: "\($0) is back.") }
    case .deleted(let noun, let change):
      change.flatMap { change in
        store.undoable(change).map { ShownNote(text: Self.deleted($0), undo: change) }
      } ?? ShownNote(text: "The \(noun.rawValue) was deleted.")
    }
  }

  private static func name(
    of noun: LeagueError.Noun,
    _ id: String,
    in league: League
  ) -> String? {
    switch noun {
    case .team: try? league.team(id: id).name
    case .player: try? league.player(id: id).fullName
    }
  }

  private static func deleted(_ change: LeagueStore.Undoable) -> String {
    guard let team = change.deletedTeams.first else {
      return "\(change.deletedPlayers.first ?? "The player") was deleted."
    }
    switch change.deletedPlayers.count {
    case 0: return "\(team) was deleted."
    case 1: return "\(team) was deleted with its only player."
    default: return "\(team) was deleted with its \(change.deletedPlayers.count.grouped) players."
    }
  }
}

/// A note as a page shows it.
struct ShownNote: Hashable {
  let text: String

  /// The change that a button beside the text undoes.
  var undo: UUID?
}
