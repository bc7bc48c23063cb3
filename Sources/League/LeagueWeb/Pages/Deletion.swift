import LeagueOperations
import WebGuarding
import WebPages
import WebSites

/// An object that can be deleted, with a confirmation.
struct Deletion {
  /// The address to which the form is submitted.
  let route: Route

  /// The title of the button: `Delete Player`.
  let title: String
  let question: String
  let consequence: String
  let notice: FormNotice?

  init(_ team: TeamRecord, _ notice: FormNotice? = nil) {
    self.notice = notice
    route = .deleteTeam(team.id)
    title = "Delete Team"
    question = "Delete \(team.name)?"
    consequence =
      team.playerCount == 0
      ? "The team has no players." : "\(LiveRow.count(team.playerCount)) will be deleted with it."
  }

  init(_ player: PlayerRecord, _ notice: FormNotice? = nil) {
    self.notice = notice
    route = .deletePlayer(player.id)
    title = "Delete Player"
    question = "Delete \(player.fullName)?"
    consequence = player.team.map { "\(player.firstName) will not play for \($0) any more." } ?? ""
  }

  /// The confirmation as a dialog; the script opens it.
  func dialog(_ token: FormToken) -> HTML {
    element("dialog", .id("confirm"), .plain("aria-labelledby", "confirm-title")) {
      element("h2", .id("confirm-title")) { question }
      element("p") { consequence }
      element("div", .class("actions")) {
        form(token)
        element("form", .plain("method", "dialog")) {
          element("button", .class("button"), .plain("autofocus")) { "Cancel" }
        }
      }
    }
  }

  /// The confirmation as a page.
  func html(_ token: FormToken, about subject: HTML, cancel: Route) -> HTML {
    HTML([
      element("h1") { question },
      notice?.html ?? .empty,
      subject,
      element("p") { consequence },
      element("div", .class("actions")) {
        form(token)
        element("a", .class("button"), .href(cancel)) { "Cancel" }
      },
    ])
  }

  private func form(_ token: FormToken) -> HTML {
    FormParts.form(.action(route), token) {
      element("button", .class("button danger")) { title }
    }
  }
}
