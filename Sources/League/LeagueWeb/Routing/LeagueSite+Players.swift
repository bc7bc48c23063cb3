import CoreData
import Foundation
import HTTPServer
import LeagueModel
import LeagueOperations

/// The actions of the forms about players.
extension LeagueSite {
  func addPlayer(to teamID: String, _ fields: FormFields) throws -> Answer {
    let form = PlayerForm(fields)
    do {
      let id = try store.change("add the player \(form.firstName) \(form.lastName)") { league in
        let player = try league.addPlayer(form, to: try league.team(id: teamID))
        try league.context.obtainPermanentIDs(for: [player])
        return player.recordID
      }
      return .seeOther(.team(teamID), .saved(.player, id))
    } catch LeagueError.invalid(let problems) {
      let team = try store.read { league in TeamRecord(try league.team(id: teamID)) }
      return .page(
        .newPlayer(of: team, Attempt(form: form, problems: problems)),
        .unprocessableContent
      )
    }
  }

  func editPlayer(_ id: String, _ fields: FormFields) throws -> Answer {
    let form = MovingForm(fields)
    var attempt = Attempt(form: form)
    let status: HTTPStatus
    do {
      let team = try change(id, form, version: fields["version"])
      return .seeOther(team.map(Route.team) ?? .players, .saved(.player, id))
    } catch LeagueError.invalid(let problems) {
      attempt.problems = problems
      status = .unprocessableContent
    } catch LeagueError.conflict {
      attempt.isOvertaken = true
      status = .conflict
    }
    let shown = try store.read { try ShownPlayer(try $0.player(id: id), in: $0) }
    return .page(.player(shown, attempt), status)
  }

  /// Sets the values of a player from a form.
  ///
  /// - Returns: The identifier of the player's team.
  private func change(_ id: String, _ form: MovingForm, version: String?) throws -> String? {
    let name = "\(form.player.firstName) \(form.player.lastName)"
    return try store.change("edit the player \(name)") { league in
      let player = try league.player(id: id)
      guard version == MovingForm(player).version else { throw LeagueError.conflict }
      let team = try team(form, of: player, in: league)
      try league.edit(player, form.player)
      if let team { league.move(player, to: team) }
      return player.team?.recordID
    }
  }

  /// The team that was chosen or typed; nil if it stays the same.
  private func team(_ form: MovingForm, of player: Player, in league: League) throws -> Team? {
    if let name = form.teamName {
      if name == player.team?.name ?? "" { return nil }
      guard !name.allSatisfy(\.isWhitespace) else {
        throw LeagueError.invalid([EntryProblem(.team, "the name of a team is needed")])
      }
      do {
        return try league.team(matching: name)
      } catch let error as LeagueError {
        let words = [error.description, error.hint].compactMap { $0 }
        throw LeagueError.invalid([EntryProblem(.team, words.joined(separator: "; "))])
      }
    }
    guard let id = form.team, !id.isEmpty, id != player.team?.recordID else { return nil }
    return try league.team(id: id)
  }

  func deletePlayer(_ id: String) throws -> Answer {
    let (name, team) = try store.read { league in
      let player = try league.player(id: id)
      return (player.fullName, player.team?.recordID)
    }
    let change = UUID()
    try store.change("delete the player \(name)", id: change) { league in
      league.delete(try league.player(id: id))
    }
    return .seeOther(team.map(Route.team) ?? .players, .deleted(.player, change))
  }
}

extension PlayerForm {
  /// The input; a missing field is empty.
  init(_ fields: FormFields) {
    self.init(
      firstName: fields[EntryField.firstName.rawValue] ?? "",
      lastName: fields[EntryField.lastName.rawValue] ?? "",
      email: fields[EntryField.email.rawValue] ?? ""
    )
  }
}

extension MovingForm {
  /// The typed and chosen values; a team is chosen by its id, or typed by its name.
  init(_ fields: FormFields) {
    let team = fields[EntryField.team.rawValue]
    let isTyped = fields["team-is-typed"] != nil
    self.init(
      player: PlayerForm(fields),
      team: isTyped ? nil : team,
      teamName: isTyped ? team : nil
    )
  }
}
