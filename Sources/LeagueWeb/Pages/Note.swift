import HTTPServer

/// What a page says about what was done before it was shown; it travels in the query.
enum Note: Hashable {
  case saved(String)
  case deletedTeam
  case deletedPlayer

  init?(_ query: FormFields) {
    if let id = query["saved"] {
      self = .saved(id)
    } else {
      switch query["deleted"] {
      case "team": self = .deletedTeam
      case "player": self = .deletedPlayer
      default: return nil
      }
    }
  }

  var query: String {
    switch self {
    case .saved(let id): "?saved=\(PercentEncoding.encode(id))"
    case .deletedTeam: "?deleted=team"
    case .deletedPlayer: "?deleted=player"
    }
  }

  /// What is said, given who is there: a name is only said if it is that of somebody.
  func text(names: [String: String]) -> String? {
    switch self {
    case .saved(let id): names[id].map { "\($0) was saved." }
    case .deletedTeam: "The team was deleted."
    case .deletedPlayer: "The player was deleted."
    }
  }
}
