import Diagnostics
import StoreBrowsing
import WebPages
import WebSites

/// The unsaved edits of a store, and the reasons why they cannot be saved.
struct EditsPage {
  let links: SiteLinks
  var edits: PendingEdits
  let state: EditingState

  /// The reason why nothing was saved.
  var message: String?
  var conflicts: [ObjectConflict] = []

  private var cell: ValueCell { ValueCell(links: links) }

  var html: HTML {
    HTML([
      element("h1") { "Edits" },
      message.map { message in
        element("p", .class("problem"), .plain("role", "alert")) { message }
      } ?? .empty,
      conflictSection, problems, backup, list,
    ])
  }

  private var backup: HTML {
    guard let path = state.backup else { return .empty }
    return element("p") {
      "The store as it was before the first save: "
      element("code") { path.visible }
    }
  }

  // MARK: The edits

  private var list: HTML {
    guard !edits.isEmpty else { return element("p") { "Everything is saved." } }
    return HTML([
      links.form(.store(.discard), back: .store(.changes)) {
        FormParts.button("Discard all edits")
      },
      names("inserted", "Inserted", edits.inserted, isLinked: true),
      updates,
      names("deleted", "Deleted", edits.deleted, isLinked: false),
    ])
  }

  private func section(_ id: String, _ title: String, _ content: HTML) -> HTML {
    element("section", .plain("aria-labelledby", id)) {
      element("h2", .id(id)) { title }
      content
    }
  }

  private func names(
    _ id: String,
    _ title: String,
    _ names: [ObjectName],
    isLinked: Bool
  ) -> HTML {
    guard !names.isEmpty else { return .empty }
    let items = names.map { name in
      element("li") { isLinked ? cell.link(name) : HTML(name.text) }
    }
    return section(id, title, element("ul") { items })
  }

  private var updates: HTML {
    guard !edits.updated.isEmpty else { return .empty }
    let items = edits.updated.map { update in
      element("li") {
        cell.link(update.object)
        element("ul") {
          update.values.map { value in
            element("li") {
              "\(value.property): "
              cell.html(value.old)
              " → "
              cell.html(value.new)
            }
          }
        }
      }
    }
    return section("updated", "Updated", element("ul") { items })
  }

  // MARK: Why they cannot be saved

  private var problems: HTML {
    guard !edits.problems.isEmpty else { return .empty }
    let items = edits.problems.map { problem in
      element("li") {
        cell.link(problem.object)
        ": \(problem.message.visible)"
      }
    }
    return section("problems", "Violated rules", element("ul") { items })
  }

  private var conflictSection: HTML {
    guard !conflicts.isEmpty else { return .empty }
    return section(
      "conflicts",
      "Conflicts",
      HTML([
        HTML(conflicts.map(conflict)),
        element("div", .class("tools")) {
          choice(.mine, "Save my values over theirs")
          choice(.theirs, "Keep their values, and save the rest")
        },
      ])
    )
  }

  private func choice(_ choice: ConflictChoice, _ title: String) -> HTML {
    links.form(.store(.save), back: .store(.changes), [("conflicts", choice.rawValue)]) {
      FormParts.button(title)
    }
  }

  private func conflict(_ conflict: ObjectConflict) -> HTML {
    guard !conflict.isDeleted else {
      return element("p") { "\(conflict.object.text) was deleted by another program." }
    }
    return element("div", .class("scroll")) {
      element("table") {
        element("caption") { cell.link(conflict.object) }
        element("thead") {
          element("tr") {
            ["Property", "As it was read", "Your edit", "In the store now"].map { title in
              element("th", .plain("scope", "col")) { title }
            }
          }
        }
        element("tbody") {
          conflict.values.map { value in
            element("tr") {
              element("th", .plain("scope", "row")) { value.property }
              [value.old, value.mine, value.theirs].map { shown in
                element("td") { cell.html(shown) }
              }
            }
          }
        }
      }
    }
  }
}
