import CoreData
import Foundation
import HTTPServer
import LeagueModel
import LeagueOperations

/// The actions of the forms about teams.
extension LeagueSite {
  func addTeam(_ fields: FormFields) throws -> Answer {
    let form = TeamForm(fields)
    do {
      let id = try store.change("add the team \(form.name)") { league in
        let team = try league.addTeam(form)
        try league.context.obtainPermanentIDs(for: [team])
        return team.recordID
      }
      return .seeOther(.teams, .saved(.team, id))
    } catch LeagueError.invalid(let problems) {
      return .page(.newTeam(Attempt(form: form, problems: problems)), .unprocessableContent)
    }
  }

  func editTeam(_ id: String, _ fields: FormFields) throws -> Answer {
    let form = TeamForm(fields)
    var attempt = Attempt(form: form)
    let status: HTTPStatus
    do {
      try store.change("edit the team \(form.name)") { league in
        let team = try league.team(id: id)
        guard fields["version"] == TeamForm(team).version else { throw LeagueError.conflict }
        try league.edit(team, form)
      }
      return .seeOther(.team(id), .saved(.team, id))
    } catch LeagueError.invalid(let problems) {
      attempt.problems = problems
      status = .unprocessableContent
    } catch LeagueError.conflict {
      attempt.isOvertaken = true
      status = .conflict
    }
    let team = try store.read { league in TeamRecord(try league.team(id: id)) }
    return .page(.editTeam(team, attempt), status)
  }

  func deleteTeam(_ id: String) throws -> Answer {
    let name = try store.read { try $0.team(id: id).name }
    let change = UUID()
    try store.change("delete the team \(name)", id: change) { league in
      league.delete(try league.team(id: id))
    }
    return .seeOther(.teams, .deleted(.team, change))
  }
}

extension TeamForm {
  /// The input; a missing field is empty.
  init(_ fields: FormFields) {
    self.init(
      name: fields[EntryField.name.rawValue] ?? "",
      uniformColor: fields[EntryField.uniformColor.rawValue] ?? ""
    )
  }
}
