import CoreData
import LeagueModel

extension League {
  /// Adds a player to a team.
  ///
  /// - Throws: ``LeagueError/invalid(_:)``.
  @discardableResult
  package func addPlayer(_ form: PlayerForm, to team: Team) throws -> Player {
    let player = Player(context: context)
    do {
      try edit(player, form)
      // So that the caller has the final ID before the player is saved.
      try context.obtainPermanentIDs(for: [player])
    } catch {
      context.delete(player)
      throw error
    }
    player.team = team
    return player
  }

  /// Sets the values of a player from a form.
  ///
  /// - Throws: ``LeagueError/invalid(_:)``.
  package func edit(_ player: Player, _ form: PlayerForm) throws {
    // Unchanged values are not assigned: that would count as an edit.
    let isNew = player.isInserted
    var problems: [EntryProblem?] = []
    let firstName = form.firstName.trimmed
    if isNew || player.firstName != firstName {
      player.firstName = firstName
      problems.append(EntryProblem(.firstName, controlIn: firstName))
    }
    let lastName = form.lastName.trimmed
    if isNew || player.lastName != lastName {
      player.lastName = lastName
      problems.append(EntryProblem(.lastName, controlIn: lastName))
    }
    let email = form.email.trimmed
    if isNew || player.email != email {
      player.email = email
      problems.append(EntryProblem(.email, controlIn: email))
    }
    try check(player, besides: problems.compactMap { $0 })
  }

  /// Moves a player to another team.
  package func move(_ player: Player, to team: Team) {
    if player.team != team { player.team = team }
  }

  /// Deletes a player.
  package func delete(_ player: Player) {
    context.delete(player)
  }
}
