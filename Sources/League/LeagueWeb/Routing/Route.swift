import HTTPServer

/// The meaning of a path.
///
/// Routes are parsed from paths and converted to paths.
indirect enum Route: Hashable, Sendable {
  case teams
  case newTeam
  case team(String)
  case editTeam(String)
  case deleteTeam(String)
  case newPlayer(team: String)
  case player(String)
  case deletePlayer(String)

  /// All players.
  case players

  /// The address at which a change is undone.
  case undo

  /// The counters of the runtime, for monitoring.
  case metrics
  case asset(Asset)

  /// The changes of the objects that a page shows.
  case events(of: Route)

  /// Parses the segments of a path.
  init?(_ segments: some Collection<String>) {
    let words = Array(segments)
    if words.first == "events" {
      guard let page = Route(words.dropFirst()), page.isLive else { return nil }
      self = .events(of: page)
      return
    }
    guard !words.contains("") else { return nil }
    switch words.count {
    case 0: self = .teams
    case 1:
      switch words[0] {
      case "players": self = .players
      case "undo": self = .undo
      case "metrics": self = .metrics
      default: return nil
      }
    case 2:
      switch (words[0], words[1]) {
      case ("teams", "new"): self = .newTeam
      case ("teams", let id): self = .team(id)
      case ("players", let id): self = .player(id)
      case ("assets", let name):
        guard let asset = Asset(rawValue: name) else { return nil }
        self = .asset(asset)
      default: return nil
      }
    case 3:
      switch (words[0], words[2]) {
      case ("teams", "edit"): self = .editTeam(words[1])
      case ("teams", "delete"): self = .deleteTeam(words[1])
      case ("players", "delete"): self = .deletePlayer(words[1])
      default: return nil
      }
    case 4:
      guard words[0] == "teams", words[2] == "players", words[3] == "new" else { return nil }
      self = .newPlayer(team: words[1])
    default: return nil
    }
  }

  /// The path.
  var path: String {
    "/" + segments.map { PercentEncoding.encode($0) }.joined(separator: "/")
  }

  private var segments: [String] {
    switch self {
    case .teams: []
    case .newTeam: ["teams", "new"]
    case .team(let id): ["teams", id]
    case .editTeam(let id): ["teams", id, "edit"]
    case .deleteTeam(let id): ["teams", id, "delete"]
    case .newPlayer(let team): ["teams", team, "players", "new"]
    case .player(let id): ["players", id]
    case .deletePlayer(let id): ["players", id, "delete"]
    case .players: ["players"]
    case .undo: ["undo"]
    case .metrics: ["metrics"]
    case .asset(let asset): ["assets", asset.rawValue]
    case .events(let page): ["events"] + page.segments
    }
  }

  /// Whether the page follows changes while it is open.
  var isLive: Bool {
    switch self {
    case .newTeam, .undo, .metrics, .asset, .events: false
    case .teams, .players, .team, .editTeam, .deleteTeam, .newPlayer, .player, .deletePlayer: true
    }
  }

  /// Whether a form is submitted here.
  var takesForms: Bool {
    switch self {
    case .newTeam, .editTeam, .deleteTeam, .newPlayer, .player, .deletePlayer, .undo: true
    case .teams, .players, .team, .metrics, .asset, .events: false
    }
  }
}
