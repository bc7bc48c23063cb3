import HTTPServer
import ModelEditing
import StoreBrowsing
import WebGuarding
import WebPages
import WebSites

/// The frame of all pages.
struct StudioPage {
  let links: SiteLinks

  /// The model, if any.
  var context: PageContext?

  /// The store, if any.
  var store: StoreSession?

  /// The revision of the shown state.
  let revision: Int
  let title: String
  let route: StudioRoute
  let content: HTML

  /// The page for an unknown address.
  static let missing = HTML.document(
    element("html", .plain("lang", "en")) {
      element("head") { element("title") { "Not found" } }
      element("body") { element("h1") { "This page or part does not exist." } }
    }
  )

  var document: HTML {
    let frame = PageFrame(
      title: "\(title) · \(subject)",
      icon: links.href(.icon),
      style: links.href(.style),
      script: .plain("src", links.path(.script)),
      events: links.path(.events, [("since", "\(revision)")]),
      header: header,
      imprint: "OpenCoreData studio, on this machine only",
      status: element("p", .id("live"), .plain("role", "status")) {}
    )
    return frame.document {
      context.map(messages) ?? .empty
      if case .store = route { notice(store?.takeNote()) }
      content
    }
  }

  private var header: HTML {
    element("header") {
      element("nav", .plain("aria-label", "Pages")) {
        element("ul") {
          if context != nil {
            link(.overview, "Overview")
            link(.diagram, "Diagram")
            link(.changes, "Changes")
          }
          if store != nil {
            link(.store(.overview), "Store")
            link(.store(.history), "History")
            link(.store(.verification), "Check")
            if store?.editor != nil { link(.store(.changes), "Edits") }
          }
        }
      }
      tools
    }
  }

  /// The buttons for all edits: of the store on its pages, if it is edited, else of the model.
  private var tools: HTML {
    if case .store = route, let editor = store?.editor {
      return StoreTools(links: links, state: editor.state, route: route).html
    }
    return context.map(tools) ?? .empty
  }

  /// The model or the file that pages are about.
  private var subject: String {
    let store = store?.title
    if case .store = route, let store {
      return store.split(separator: "/").last.map(String.init) ?? store
    }
    return context?.bundle.editedName ?? store ?? ""
  }

  private func tools(_ context: PageContext) -> HTML {
    element("div", .class("tools"), .plain("role", "group"), .plain("aria-label", "Edits")) {
      let bundle = context.bundle
      context.form(.undo, back: route) {
        context.button(
          "Undo",
          bundle.undoTitle.map { "Undo: \($0)" },
          isDisabled: bundle.undoTitle == nil
        )
      }
      context.form(.redo, back: route) {
        context.button(
          "Redo",
          bundle.redoTitle.map { "Redo: \($0)" },
          isDisabled: bundle.redoTitle == nil
        )
      }
      context.form(.save, back: route) {
        context.button("Save", isDisabled: !context.bundle.isChanged)
      }
    }
  }

  private func link(_ target: StudioRoute, _ title: String) -> HTML {
    element("li") {
      element(
        "a",
        links.href(target),
        target == route ? .plain("aria-current", "page") : nil
      ) { title }
    }
  }

  private func messages(_ context: PageContext) -> HTML {
    HTML([
      context.problem.map { problem in
        element("p", .class("problem"), .plain("role", "alert")) { problem }
      } ?? .empty,
      notice(context.note),
      context.state.hasConflict
        ? element("div", .class("problem"), .plain("role", "alert")) {
          element("p") {
            "Another program has changed the files, and there are unsaved edits."
          }
          context.form(.reload, back: route) {
            context.button("Discard the edits and read the files again")
          }
        } : .empty,
    ])
  }

  private func notice(_ note: String?) -> HTML {
    note.map { note in element("p", .class("note"), .plain("role", "status")) { note } } ?? .empty
  }
}
