import HTTPServer
import ModelEditing
import WebGuarding
import WebPages

/// The frame that all pages have.
struct StudioPage {
  private let context: PageContext
  private let title: String
  private let route: StudioRoute
  private let content: HTML

  init(_ context: PageContext, title: String, route: StudioRoute, content: HTML) {
    self.context = context
    self.title = title
    self.route = route
    self.content = content
  }

  /// The page of an address that means nothing.
  static let missing = HTML.document(
    element("html", .plain("lang", "en")) {
      element("head") { element("title") { "Not found" } }
      element("body") { element("h1") { "There is no such page, or no longer such a part." } }
    }
  )

  var document: HTML {
    .document(
      element("html", .plain("lang", "en")) {
        element("head") {
          void("meta", .plain("charset", "utf-8"))
          void(
            "meta",
            .plain("name", "viewport"),
            .plain("content", "width=device-width, initial-scale=1")
          )
          void("meta", .plain("name", "color-scheme"), .plain("content", "light dark"))
          element("title") { "\(title) · \(context.bundle.editedName)" }
          void("link", .plain("rel", "stylesheet"), context.href(.style))
          element("script", .plain("src", "/\(context.token.text)/script.js"), .plain("defer"))
        }
        element("body", .plain("data-events", "/\(context.token.text)/events")) {
          element("a", .class("skip"), .href(encodedFragment: "content")) { "Skip to the content" }
          header
          element("main", .id("content"), .plain("tabindex", "-1")) {
            messages
            content
          }
          element("footer") {
            element("p") { "OpenCoreData studio, on this machine only" }
            element("p", .id("live"), .plain("role", "status")) {}
          }
        }
      }
    )
  }

  private var header: HTML {
    element("header") {
      element("nav", .plain("aria-label", "Pages")) {
        element("ul") {
          link(.overview, "Overview")
          link(.diagram, "Diagram")
          link(.changes, "Changes")
        }
      }
      element("div", .class("tools"), .plain("role", "group"), .plain("aria-label", "Edits")) {
        let history = context.bundle.history
        context.form(.undo, back: route) {
          context.button(
            "Undo",
            history.undoTitle.map { "Undo: \($0)" },
            isDisabled: history.undoTitle == nil
          )
        }
        context.form(.redo, back: route) {
          context.button(
            "Redo",
            history.redoTitle.map { "Redo: \($0)" },
            isDisabled: history.redoTitle == nil
          )
        }
        context.form(.save, back: route) {
          context.button("Save", isDisabled: !context.bundle.isChanged)
        }
      }
    }
  }

  private func link(_ target: StudioRoute, _ title: String) -> HTML {
    element("li") {
      element(
        "a",
        context.href(target),
        target == route ? .plain("aria-current", "page") : nil
      ) { title }
    }
  }

  private var messages: HTML {
    HTML([
      context.problem.map { problem in
        element("p", .class("problem"), .plain("role", "alert")) { problem }
      } ?? .empty,
      context.note.map { note in
        element("p", .class("note"), .plain("role", "status")) { note }
      } ?? .empty,
      context.state.hasConflict
        ? element("div", .class("problem"), .plain("role", "alert")) {
          element("p") {
            "The files were changed by another program, and here are edits that are not saved."
          }
          context.form(.reload, back: route) {
            context.button("Give up the edits and read the files again")
          }
        } : .empty,
    ])
  }
}
