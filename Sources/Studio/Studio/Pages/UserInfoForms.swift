import ManagedModel
import WebPages

/// The entries of a user info, with forms for the existing ones and for a new one.
struct UserInfoForms {
  let context: PageContext

  /// The entity or composite of a property; empty for an entity itself.
  let owner: String
  let name: String
  let info: UserInfo?
  let route: StudioRoute

  var html: HTML {
    let path = [("verb", "set"), ("kind", "info"), ("owner", owner), ("name", name)]
    let entries = info?.entries ?? []
    return HTML([
      entries.isEmpty
        ? .empty
        : context.form(.edit, back: route, path) {
          entries.map { FieldInputs.text($0.key, $0.key, $0.value) }
          context.button("Change user info", "Change user info of \(name)")
        },
      context.form(.edit, back: route, path) {
        FieldInputs.name("key", "New key")
        FieldInputs.name("value", "Value")
        context.button("Add to user info", "Add to user info of \(name)")
      },
    ])
  }

  /// The same as a group among the forms of a property.
  var group: HTML {
    let count = info?.entries.count ?? 0
    return element("details") {
      element("summary") { "User info of \(name)\(count == 0 ? "" : ", \(count) entries")" }
      html
    }
  }
}
