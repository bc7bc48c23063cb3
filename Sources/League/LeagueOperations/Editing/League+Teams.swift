import CoreData
import Foundation
import LeagueModel

extension League {
  /// Adds a team.
  ///
  /// - Throws: ``LeagueError/invalid(_:)``, also if there is a team with the name.
  @discardableResult
  package func addTeam(_ form: TeamForm) throws -> Team {
    let team = Team(context: context)
    do {
      try edit(team, form)
      // So that the caller has the final ID before the team is saved.
      try context.obtainPermanentIDs(for: [team])
    } catch {
      context.delete(team)
      throw error
    }
    return team
  }

  /// Sets the values of a team from a form.
  ///
  /// - Throws: ``LeagueError/invalid(_:)``, also if there is another team with the name.
  package func edit(_ team: Team, _ form: TeamForm) throws {
    // Unchanged values are not assigned: that would count as an edit.
    let isNew = team.isInserted
    let name = form.name.trimmed
    var problems: [EntryProblem?] = []
    if isNew || team.name != name {
      team.name = name
      problems.append(EntryProblem(.name, controlIn: name))
    }
    let color = form.uniformColor.trimmed
    if isNew || team.uniformColor != color {
      team.uniformColor = color
      problems.append(EntryProblem(.uniformColor, controlIn: color))
    }
    if try teams(named: name).contains(where: { $0 !== team }) {
      problems.append(EntryProblem(.name, "there is a team '\(name)' already"))
    }
    try check(team, besides: problems.compactMap { $0 })
  }

  /// Deletes a team and, by the delete rule in the model, all of its players.
  package func delete(_ team: Team) {
    context.delete(team)
  }

  func teams(named name: String) throws -> [Team] {
    let request = Team.fetchRequest()
    request.predicate = NSPredicate(format: "name IN %@", name.storedForms)
    return try context.fetch(request)
  }
}
