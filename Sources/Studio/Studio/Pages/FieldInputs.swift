import WebPages
import WebSites

extension String {
  /// The text, cut if it is too long for a page.
  var shortened: String {
    let limit = 2_000
    guard utf8.count > limit else { return self }
    return "\(prefix(limit))… (\(count) characters)"
  }
}

/// The inputs of a form for the fields of a part; each contains the old and the new value.
enum FieldInputs {
  /// The maximum length of an input's value.
  private static let longest = 20_000

  static func text(_ name: String, _ title: String, _ value: String?) -> HTML {
    if let value, value.utf8.count > longest {
      return element("p", .class("quiet")) {
        "\(title): a text of \(value.count) characters, too long for this page"
      }
    }
    return element("label") {
      "\(title) "
      FormParts.hidden("was.\(name)", value ?? "")
      void(
        "input",
        .plain("name", "is.\(name)"),
        .plain("value", value ?? ""),
        .plain("autocomplete", "off"),
        .plain("spellcheck", "false")
      )
    }
  }

  static func flag(_ name: String, _ title: String, _ isOn: Bool) -> HTML {
    element("label", .class("flag")) {
      FormParts.hidden("was.\(name)", isOn ? "yes" : "no")
      void(
        "input",
        .plain("type", "checkbox"),
        .plain("name", "is.\(name)"),
        .plain("value", "yes"),
        isOn ? .plain("checked") : nil
      )
      " \(title)"
    }
  }

  /// A choice among texts; an empty one is shown as a dash.
  static func choice(_ name: String, _ title: String, _ texts: [String], _ value: String) -> HTML {
    element("label") {
      "\(title) "
      FormParts.hidden("was.\(name)", value)
      element("select", .plain("name", "is.\(name)")) {
        (texts.contains(value) ? texts : [value] + texts).map { text in
          element("option", .plain("value", text), text == value ? .plain("selected") : nil) {
            text.isEmpty ? "–" : text
          }
        }
      }
    }
  }

  /// An input for a new name, which is not a field of an existing part.
  static func name(_ name: String, _ title: String, _ value: String = "") -> HTML {
    input(name, title, value, isRequired: true)
  }

  /// An optional text.
  static func optional(_ name: String, _ title: String, _ value: String = "") -> HTML {
    input(name, title, value, isRequired: false)
  }

  private static func input(
    _ name: String,
    _ title: String,
    _ value: String,
    isRequired: Bool
  ) -> HTML {
    element("label") {
      "\(title) "
      void(
        "input",
        .plain("name", name),
        .plain("value", value),
        isRequired ? .plain("required") : nil,
        .plain("autocomplete", "off"),
        .plain("spellcheck", "false")
      )
    }
  }

  /// A choice that is always submitted.
  static func plainChoice(
    _ name: String,
    _ title: String,
    _ texts: [String],
    _ value: String
  ) -> HTML {
    element("label") {
      "\(title) "
      element("select", .plain("name", name)) {
        texts.map { text in
          element("option", .plain("value", text), text == value ? .plain("selected") : nil) {
            text
          }
        }
      }
    }
  }

  /// A choice for a new part.
  static func fresh(_ name: String, _ title: String, _ texts: [String]) -> HTML {
    element("label") {
      "\(title) "
      // The old value is empty, so that any choice is set.
      FormParts.hidden("was.\(name)", "")
      element("select", .plain("name", "is.\(name)")) {
        texts.map { text in
          element("option", .plain("value", text)) { text.isEmpty ? "–" : text }
        }
      }
    }
  }
}
