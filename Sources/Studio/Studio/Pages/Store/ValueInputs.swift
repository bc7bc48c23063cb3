import HTTPServer
import StoreBrowsing
import WebPages
import WebSites

/// The inputs for values of an object, each with its old value and the problem of the typed one.
struct ValueInputs {
  /// The fields of the rejected form.
  let typed: FormFields?
  let problems: [String: String]

  func html(_ name: String, _ type: String, _ isOptional: Bool, _ field: EditedField) -> HTML {
    element("div", .class("field")) {
      input(name, type, isOptional, field)
      problem(name).html
    }
  }

  private func problem(_ name: String) -> InputProblem {
    InputProblem(id: "problem-\(name)", problems[name]?.capitalizedSentence)
  }

  private func input(
    _ name: String,
    _ type: String,
    _ isOptional: Bool,
    _ field: EditedField
  ) -> HTML {
    switch field {
    case .text(let text): lines(name, type, isOptional, text)
    case .word(let text): word(name, type, text)
    case .flag(let flag): choice(name, type, isOptional, flag)
    case .bytes(let isThere): bytes(name, isOptional, isThere)
    case .composite(let elements):
      element("fieldset") {
        element("legend") { "\(name) (\(type))" }
        elements.map { html("\(name).\($0.name)", "", $0.isOptional, $0.field) }
      }
    case .fixed(let reason):
      element("p", .class("quiet")) { "\(name): \(reason)" }
    }
  }

  // MARK: Kinds of values

  private func lines(_ name: String, _ type: String, _ isOptional: Bool, _ text: String?) -> HTML {
    let shown = typed?["is.\(name)"] ?? text ?? ""
    return HTML([
      label(name, type) {
        element(
          "textarea",
          .plain("name", "is.\(name)"),
          .plain("rows", "\(min(12, 1 + shown.count { $0.isNewline }))"),
          .plain("spellcheck", "false"),
          problem(name).invalid,
          problem(name).description()
        ) {
          // An HTML parser drops the first line feed.
          "\n\(shown)"
        }
      },
      FormParts.hidden("was.\(name)", text ?? ""),
      isOptional ? none(name, text == nil) : .empty,
    ])
  }

  private func word(_ name: String, _ type: String, _ text: String) -> HTML {
    HTML([
      FormParts.hidden("was.\(name)", text),
      label(name, type) {
        void(
          "input",
          .plain("name", "is.\(name)"),
          .plain("value", typed?["is.\(name)"] ?? text),
          .plain("autocomplete", "off"),
          .plain("spellcheck", "false"),
          problem(name).invalid,
          problem(name).description()
        )
      },
    ])
  }

  private func choice(_ name: String, _ type: String, _ isOptional: Bool, _ flag: Bool?) -> HTML {
    let value = flag.map { $0 ? "yes" : "no" } ?? ""
    let shown = typed?["is.\(name)"] ?? value
    let values = isOptional || flag == nil ? ["", "yes", "no"] : ["yes", "no"]
    return HTML([
      FormParts.hidden("was.\(name)", value),
      label(name, type) {
        element(
          "select",
          .plain("name", "is.\(name)"),
          problem(name).invalid,
          problem(name).description()
        ) {
          values.map { text in
            element("option", .plain("value", text), text == shown ? .plain("selected") : nil) {
              text.isEmpty ? "–" : text
            }
          }
        }
      },
    ])
  }

  /// New bytes as base64, which the script creates from a file.
  private func bytes(_ name: String, _ isOptional: Bool, _ isThere: Bool) -> HTML {
    HTML([
      FormParts.hidden("was.\(name)", ""),
      element("label") {
        "\(name): new bytes as base64"
        void(
          "input",
          .plain("name", "is.\(name)"),
          .plain("value", typed?["is.\(name)"] ?? ""),
          .plain("autocomplete", "off"),
          .plain("spellcheck", "false"),
          problem(name).invalid,
          problem(name).description()
        )
      },
      element("label", .class("file"), .plain("hidden")) {
        "\(name): from a file"
        void("input", .plain("type", "file"), .plain("data-bytes", "is.\(name)"))
      },
      isOptional && isThere ? none(name, false) : .empty,
    ])
  }

  // MARK: Parts of inputs

  private func label(
    _ name: String,
    _ type: String,
    @HTMLBuilder content: () -> HTML
  ) -> HTML {
    element("label") {
      type.isEmpty ? name : "\(name) (\(type))"
      content()
    }
  }

  /// The checkbox for no value.
  private func none(_ name: String, _ isNone: Bool) -> HTML {
    let isTicked = typed.map { $0["none.\(name)"] != nil } ?? isNone
    return HTML([
      FormParts.hidden("wasnone.\(name)", isNone ? "yes" : "no"),
      element("label", .class("flag")) {
        void(
          "input",
          .plain("type", "checkbox"),
          .plain("name", "none.\(name)"),
          isTicked ? .plain("checked") : nil
        )
        " no value of \(name)"
      },
    ])
  }
}
