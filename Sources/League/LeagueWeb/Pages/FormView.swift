import LeagueOperations
import WebGuarding
import WebPages
import WebSites

/// A form: problems, fields, and buttons.
struct FormView {
  let action: Route
  let fields: [FormField]
  var problems: [EntryProblem] = []

  /// The reason why the form is shown again although its input is valid.
  var notice: FormNotice?

  /// The fingerprint of the initial values, for detecting conflicts with other users.
  var version: String?

  /// The values that another user has saved in the meantime, as text.
  var overtakenBy: String?

  /// A choice below the fields.
  var choice: Choice?

  let cancel: Route

  /// Another action, with a confirmation page.
  var deletion: Deletion?

  /// A choice of one of several.
  struct Choice {
    let field: EntryField
    let label: String
    let options: [(value: String, title: String)]
    let selected: String
  }

  func html(_ token: FormToken) -> HTML {
    HTML([
      notice?.html ?? .empty,
      summary,
      conflict,
      // Browsers check nothing: their messages disappear again, and screen readers miss them.
      FormParts.form(.action(action), token, [], .plain("novalidate")) {
        if let version { FormParts.hidden("version", version) }
        fields.map { $0.html(problems: problems) }
        if fields.contains(where: { $0.field == .team }) {
          FormParts.hidden("team-is-typed", "yes")
        }
        if let choice { choice.html }
        element("div", .class("actions")) {
          element("button", .class("button primary")) { "Save" }
          element("a", .class("button"), .href(cancel)) { "Cancel" }
          if let deletion {
            element(
              "a",
              .class("button danger last"),
              .href(deletion.route),
              .plain("data-dialog", "confirm")
            ) { deletion.title }
          }
        }
      },
      deletion.map { $0.dialog(token) } ?? .empty,
    ])
  }

  /// The list of problems above the form, with a link to each field.
  private var summary: HTML {
    guard !problems.isEmpty else { return .empty }
    return element(
      "div",
      .class("banner wrong"),
      .id("problems"),
      .plain("role", "alert"),
      .plain("tabindex", "-1"),
      .plain("autofocus")
    ) {
      element("h2") { "This could not be saved" }
      element("ul") {
        problems.map { problem in
          element("li") {
            element("a", .href(fragment: problem.field.rawValue)) {
              FormField.sentence([problem.message])
            }
          }
        }
      }
    }
  }

  private var conflict: HTML {
    guard let overtakenBy else { return .empty }
    return element(
      "div",
      .class("banner wrong"),
      .id("conflict"),
      .plain("role", "alert"),
      .plain("tabindex", "-1"),
      .plain("autofocus")
    ) {
      element("h2") { "Another user was faster" }
      element("p") { "Since you opened this form it was changed to: \(overtakenBy)." }
      element("p") { "What you have typed is still here. Save it to replace that, or cancel." }
    }
  }
}

extension FormView.Choice {
  fileprivate var html: HTML {
    element("div", .class("field")) {
      element("label", .plain("for", field.rawValue)) { label }
      element("select", .id(field.rawValue), .plain("name", field.rawValue)) {
        options.map { option in
          element(
            "option",
            .plain("value", option.value),
            option.value == selected ? .plain("selected") : nil
          ) { option.title }
        }
      }
    }
  }
}
