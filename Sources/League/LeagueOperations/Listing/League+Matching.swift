import CoreData
import Diagnostics
import Foundation
import LeagueModel

extension League {
  /// Finds a team by its name, or else its ``TeamRecord/id``.
  ///
  /// - Throws: ``LeagueError/unknown(_:_:suggestion:)`` or ``LeagueError/ambiguous(_:_:candidates:)``.
  package func team(matching word: String) throws -> Team {
    let word = word.trimmed
    let conditions = [
      NSPredicate(format: "name IN %@", word.storedForms),
      NSPredicate(format: "name ==[c] %@", word),
    ]
    for condition in conditions {
      let request = Team.fetchRequest()
      request.predicate = condition
      request.sortDescriptors = Team.byName
      let found = try context.fetch(request)
      if found.count > 1 {
        let candidates = found.map { "\($0.recordID) (\($0.name), \($0.uniformColor))" }
        throw LeagueError.ambiguous(.team, word, candidates: candidates)
      }
      if let team = found.first { return team }
    }
    if let team = try? team(id: word) { return team }
    let names = try teams().map(\.name)
    throw LeagueError.unknown(.team, word, suggestion: Suggestion.nearest(to: word, among: names))
  }

  /// Finds a player by e-mail address, full name, last name, first name, or
  /// else ``PlayerRecord/id``.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - team: The team of the player, if known.
  /// - Returns: The only player that matches by the first of these criteria with any match.
  /// - Throws: ``LeagueError/unknown(_:_:suggestion:)`` or ``LeagueError/ambiguous(_:_:candidates:)``.
  package func player(matching word: String, in team: Team? = nil) throws -> Player {
    let word = word.trimmed
    for meaning in Self.meanings(of: word) {
      let request = Player.fetchRequest()
      let conditions = [meaning] + (team.map { [NSPredicate(format: "team == %@", $0)] } ?? [])
      request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: conditions)
      request.sortDescriptors = Player.byLastName
      let found = try context.fetch(request)
      if found.count > 1 {
        throw LeagueError.ambiguous(.player, word, candidates: Self.candidates(found))
      }
      if let player = found.first { return player }
    }
    if let player = try? player(id: word), team == nil || player.team == team { return player }
    throw LeagueError.unknown(.player, word, suggestion: try suggestion(for: word, in: team))
  }

  /// The possible meanings of a word, the most specific first.
  private static func meanings(of word: String) -> [NSPredicate] {
    // Both names may contain spaces: "Ada van Dyke" is van Dyke or Dyke.
    let fullNames = word.indices.filter { word[$0] == " " }.map { space in
      NSPredicate(
        format: "firstName ==[c] %@ AND lastName ==[c] %@",
        String(word[..<space]).trimmed,
        String(word[space...]).trimmed
      )
    }
    return [
      NSPredicate(format: "email ==[c] %@", word),
      NSCompoundPredicate(orPredicateWithSubpredicates: fullNames),
      NSPredicate(format: "lastName ==[c] %@", word),
      NSPredicate(format: "firstName ==[c] %@", word),
    ]
  }

  /// Distinguishing descriptions of the players.
  private static func candidates(_ players: [Player]) -> [String] {
    let emails = Dictionary(grouping: players, by: \.email)
    return players.map { player in
      // Players with equal values are distinguished by their IDs.
      let word = (emails[player.email]?.count ?? 0) > 1 ? player.recordID : player.email
      return "\(word) (\(player.fullName)\(player.team.map { ", \($0.name)" } ?? ""))"
    }
  }

  private func suggestion(for word: String, in team: Team?) throws -> String? {
    let players = try players(of: team)
    return Suggestion.nearest(
      to: word,
      among: players.lazy.flatMap { [$0.fullName, $0.lastName, $0.email] }
    )
  }
}
