import Foundation
import WebGuarding
import WebPages
import WebSites

/// A page, without the parts common to all pages.
struct Page {
  /// The title of the window, before the name of the app.
  var title: String

  /// The breadcrumbs from the list of teams to this page.
  var trail: [(title: String, route: Route)] = []

  /// The address of the page, if it follows changes.
  var live: Link?

  /// The message about the preceding action.
  var note: ShownNote?

  /// The address to go to if the object of the page is deleted.
  var way: (title: String, route: Route)?

  /// The contents; forms need the token.
  @HTMLBuilder var content: (FormToken) -> HTML
}

extension Page {
  /// The document sent to browsers.
  func document(token: FormToken) -> HTML {
    let frame = PageFrame(
      title: "\(title) · League",
      icon: .href(.icon),
      style: .href(.style),
      script: .src(.script),
      events: live.map { Link(.events(of: $0.route), $0.fields).text },
      header: header,
      imprint: "Stored by Core Data, served by OpenCoreData",
      status: status
    )
    return frame.document {
      messages(token)
      content(token)
    }
  }

  private var header: HTML {
    element("header", .class("top")) {
      element("a", .class("brand"), .href(.teams)) {
        void("img", .src(.icon), .plain("alt", ""), .plain("width", "28"), .plain("height", "28"))
        element("span") { "League" }
      }
      if !trail.isEmpty {
        element("nav", .plain("aria-label", "Where you are")) {
          element("ol") {
            trail.map { step in
              element("li") { element("a", .href(step.route)) { step.title } }
            }
          }
        }
      }
    }
  }

  /// The messages about actions on this or another page.
  private func messages(_ token: FormToken) -> HTML {
    HTML([
      element("div", .class("note")) {
        element("p", .id("note"), .plain("role", "status")) { note?.text ?? "" }
        if let change = note?.undo { Self.undoForm(change, token) }
      },
      element("p", .class("quiet"), .id("announcer"), .plain("aria-live", "polite")),
      live == nil
        ? .empty
        : HTML([
          element(
            "div",
            .class("banner"),
            .id("changed"),
            .plain("role", "alert"),
            .plain("hidden")
          ) {
            element("p") { "Another user has just changed this." }
            element("a", live.map { .href($0) }) { "Show the new version" }
          },
          element("div", .class("banner"), .id("gone"), .plain("role", "alert"), .plain("hidden")) {
            element("p") { "Another user has just deleted this." }
            element("a", .href(way?.route ?? .teams)) { way?.title ?? "Show all teams" }
          },
        ]),
    ])
  }

  /// The button that undoes a change.
  static func undoForm(_ change: UUID, _ token: FormToken) -> HTML {
    FormParts.form(.action(.undo), token, [("change", change.uuidString)]) {
      element("button", .class("button small")) { "Undo" }
    }
  }

  /// Whether the page follows changes.
  private var status: HTML {
    guard live != nil else { return .empty }
    return element("p", .class("live"), .id("live"), .plain("hidden")) {
      element("span", .class("dot"), .plain("aria-hidden", "true"))
      element("span", .id("live-text")) { "Not connected" }
    }
  }
}
