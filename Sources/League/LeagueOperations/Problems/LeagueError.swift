/// The reason why an operation failed.
package enum LeagueError: Error, Sendable, Hashable {
  /// Values that cannot be saved: the problems in the order of ``EntryField``.
  case invalid([EntryProblem])

  /// There is no such team or player; the suggestion has a similar name.
  case unknown(Noun, String, suggestion: String? = nil)

  /// There are several teams or players with the name.
  case ambiguous(Noun, String, candidates: [String])

  /// The team or player was deleted by another user in the meantime.
  case gone(Noun)

  /// Another user has changed the same object at the same time.
  case conflict

  /// The last change is unknown.
  case nothingToUndo

  /// The objects of a change have been changed since.
  case changedSince(String)

  /// The change has already been undone.
  case alreadyUndone(String)

  /// The change concerns more objects than the journal keeps.
  case tooLargeToUndo(String)

  /// The store cannot be opened, read or written, with the reason.
  case store(String)

  /// The kinds of objects of the app.
  package enum Noun: String, Sendable, Hashable {
    case team
    case player
  }
}

extension LeagueError: CustomStringConvertible {
  /// The problem in a sentence without a period.
  package var description: String {
    switch self {
    case .invalid(let problems): problems.map(\.message).joined(separator: "; ")
    case .unknown(let noun, let name, _): "there is no \(noun.rawValue) '\(name)'"
    case .ambiguous(let noun, let name, let candidates):
      "there are \(candidates.count) \(noun.rawValue)s '\(name)'"
    case .gone(let noun): "the \(noun.rawValue) no longer exists"
    case .conflict: "another user changed the same object at the same time"
    case .nothingToUndo: "there is nothing to undo"
    case .changedSince(let title):
      "something else was changed since, so this cannot be undone: \(title)"
    case .alreadyUndone(let title): "this was already undone: \(title)"
    case .tooLargeToUndo(let title):
      "too many objects were changed for this to be undone: \(title)"
    case .store(let reason): reason
    }
  }

  /// The remedy, if there is one.
  package var hint: String? {
    switch self {
    case .unknown(_, _, let suggestion): suggestion.map { "did you mean '\($0)'?" }
    case .ambiguous(_, _, let candidates): "say which one: \(Self.listed(candidates))"
    case .conflict: "look at it again, and repeat the change"
    case .invalid, .gone, .nothingToUndo, .changedSince, .alreadyUndone, .tooLargeToUndo, .store:
      nil
    }
  }

  /// A list of candidates, cut to a readable length.
  private static func listed(_ candidates: [String]) -> String {
    let most = 10
    let rest = candidates.count - most
    return candidates.prefix(most).joined(separator: ", ")
      + (rest > 0 ? " or one of \(rest) more" : "")
  }
}
