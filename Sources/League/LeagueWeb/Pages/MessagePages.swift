import Foundation
import HTTPServer
import LeagueOperations
import WebGuarding
import WebPages

extension Page {
  /// The page for an unknown address.
  static var notFound: Page {
    message(
      "Page not found",
      "There is nothing at this address. Perhaps it was mistyped."
    )
  }

  /// The page for a deleted team or player.
  ///
  /// - Parameters:
  ///   - noun: The kind of the deleted object.
  ///   - typed: The input of a form about it.
  /// - Returns: The page.
  static func gone(_ noun: LeagueError.Noun, typed: [TypedValue] = []) -> Page {
    message(
      "This \(noun.rawValue) is gone",
      "Another user has deleted the \(noun.rawValue), or it never existed. "
        + "Nothing was changed.",
      typed: typed
    )
  }

  /// The page for a failure of the store.
  static func failure(_ error: LeagueError, typed: [TypedValue] = []) -> Page {
    message(
      "This did not work",
      FormField.sentence([error.description]) + ". Nothing was changed.",
      typed: typed
    )
  }

  /// The page for a change that could not be undone.
  ///
  /// - Parameters:
  ///   - reason: The reason, as sentences.
  ///   - change: The change, if a retry makes sense.
  /// - Returns: The page.
  static func notUndone(_ reason: String, again change: UUID? = nil) -> Page {
    message("This was not undone", reason) { token in
      if let change { undoForm(change, token) }
    }
  }

  /// The confirmation that a change should be undone, after a restart of the server.
  static func undo(_ change: UUID, _ undoable: LeagueStore.Undoable, _ notice: FormNotice) -> Page {
    Page(title: "Undo", trail: [("Teams", .teams)]) { token in
      element("h1") { "Undo" }
      notice.html
      element("p") { "The change to undo: \(undoable.title)." }
      element("div", .class("actions")) {
        undoForm(change, token)
        element("a", .class("button"), .href(.teams)) { "Cancel" }
      }
    }
  }

  /// The page for a rejected request, with the reason.
  static func refusal(_ status: HTTPStatus, _ text: String) -> Page {
    message(title(of: status), text)
  }

  private static func title(of status: HTTPStatus) -> String {
    switch status {
    case .badRequest: "This request cannot be understood"
    case .forbidden: "This form was not accepted"
    case .methodNotAllowed: "This cannot be done here"
    case .contentTooLarge: "This is too long"
    case .unsupportedMediaType: "This is not a form"
    case .misdirectedRequest: "This address belongs to another server"
    case .notImplemented: "This request is not supported"
    case .serviceUnavailable: "The server is not available now"
    default: "This did not work"
    }
  }

  private static func message(
    _ title: String,
    _ text: String,
    typed: [TypedValue] = [],
    @HTMLBuilder more: @escaping (FormToken) -> HTML = { _ in .empty }
  ) -> Page {
    Page(title: title, trail: [("Teams", .teams)]) { token in
      element("h1") { title }
      element("p") { text }
      if !typed.isEmpty {
        element("p") { "You have entered:" }
        element("dl", .class("typed")) {
          typed.map { value in
            HTML([element("dt") { value.label }, element("dd") { value.text }])
          }
        }
      }
      element("div", .class("actions")) {
        more(token)
        element("a", .class("button primary"), .href(.teams)) { "Show all teams" }
      }
    }
  }
}

/// An input value of a form, shown where the form cannot be shown again.
struct TypedValue {
  let label: String
  let text: String

  /// The values of a form in the order of its fields.
  static func all(in fields: FormFields) -> [TypedValue] {
    let labels: [(EntryField, String)] = [
      (.name, "Team name"), (.uniformColor, "Color of the uniforms"), (.firstName, "First name"),
      (.lastName, "Last name"), (.email, "E-mail address"),
    ]
    return labels.compactMap { field, label in
      guard let text = fields[field.rawValue], !text.isEmpty else { return nil }
      return TypedValue(label: label, text: text)
    }
  }
}
