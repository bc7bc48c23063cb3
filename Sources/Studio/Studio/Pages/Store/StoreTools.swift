import StoreBrowsing
import WebPages
import WebSites

/// The buttons for all edits of a store.
struct StoreTools {
  let links: SiteLinks
  let state: EditingState
  let route: StudioRoute

  var html: HTML {
    element("div", .class("tools"), .plain("role", "group"), .plain("aria-label", "Edits")) {
      step(.undo, "Undo", state.undoTitle)
      step(.redo, "Redo", state.redoTitle)
      links.form(.store(.save), back: route) {
        FormParts.button("Save", isDisabled: !state.isChanged)
      }
    }
  }

  private func step(_ target: StoreRoute, _ title: String, _ edit: String?) -> HTML {
    links.form(.store(target), back: route) {
      FormParts.button(title, edit.map { "\(title): \($0)" }, isDisabled: edit == nil)
    }
  }
}
