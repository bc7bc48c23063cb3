import ManagedModel
import ModelEditing
import ModelReview
import WebPages

/// The page of unsaved changes, as text and as commands, with their consequences for stores.
struct ChangesPage {
  private let context: PageContext

  init(_ context: PageContext) {
    self.context = context
  }

  var html: HTML {
    let history = context.bundle.history
    return HTML([
      element("h1") { "Changes" },
      element("section", .plain("aria-labelledby", "files")) {
        element("h2", .id("files")) { "Files" }
        if !context.bundle.isChanged {
          element("p") { "Everything is saved." }
        } else {
          element("ul") {
            context.bundle.changedPaths.map { file in
              element("li") { file.isRemoved ? "\(file.path): to be removed" : file.path }
            }
          }
          context.form(.reload, back: .changes) { context.button("Discard all edits") }
        }
        if context.bundle.edited?.original != nil, history.model != history.saved {
          element("p") {
            element("a", context.review("unsaved=yes")) { "Review of the edits" }
            ": the diagram with marks, the generated Swift, and the SQL that migrates stores."
          }
        }
      },
      changes,
      commands,
    ])
  }

  private var changes: HTML {
    let diff = context.state.analysis.diff
    let changes = diff?.changes ?? []
    let hashes = diff?.changedHashes ?? []
    return element("section", .plain("aria-labelledby", "words")) {
      element("h2", .id("words")) { "In words" }
      if changes.isEmpty { element("p", .class("quiet")) { "There are no changes." } }
      if !hashes.isEmpty, context.bundle.edited?.original != nil {
        element("p", .class("problem")) {
          "The version hashes of \(hashes.joined(separator: ", ")) change. If this version has "
            + "been released, its stores can no longer be opened: add a version instead."
        }
      }
      element("ul", .class("changes")) {
        changes.map { change in
          element("li") {
            element("span", .class("badge")) { change.consequence.title }
            " \(change.element.kind.rawValue) \(change.element.name) \(change.action.word)"
            change.action.origin.map { " from \($0)" } ?? ""
            element("ul") {
              change.fields.map { field in
                element("li") { "\(field.title): \(field.old ?? "none") → \(field.new ?? "none")" }
              }
              (change.remarks + change.advice).map { text in element("li") { text } }
            }
          }
        }
      }
    }
  }

  private var commands: HTML {
    let lines = context.state.analysis.commands
    guard !lines.isEmpty else { return .empty }
    return element("section", .plain("aria-labelledby", "commands")) {
      element("h2", .id("commands")) { "As commands" }
      element("p", .class("quiet")) {
        "The edits as a script for 'momgen edit MODEL --script FILE':"
      }
      element(
        "pre",
        .plain("tabindex", "0"),
        .plain("aria-label", "Edits"),
        .plain("role", "group")
      ) {
        lines.map { "\($0)\n" }.joined()
      }
    }
  }
}
