import LeagueOperations
import WebPages
import WebSites

/// A field of a form: its label, the typed value, and the problems.
struct FormField {
  let field: EntryField
  let label: String
  let value: String
  var hint: String?
  var autocomplete: String = "off"
  var inputMode: String?
  var suggestions: [String] = []

  /// Whether the value is a color, which is shown beside the box.
  var isColor = false

  var name: String { field.rawValue }
  private var hintID: String { "\(name)-hint" }
  private var problemID: String { "\(name)-problem" }
  private var listID: String { "\(name)-suggestions" }

  /// The label, the hint, the problem and the box.
  func html(problems: [EntryProblem]) -> HTML {
    let messages = problems.filter { $0.field == field }.map(\.message)
    let problem = InputProblem(
      id: problemID,
      messages.isEmpty ? nil : Self.sentence(messages)
    )
    return element("div", messages.isEmpty ? .class("field") : .class("field wrong")) {
      element("label", .plain("for", name)) { label }
      if let hint { element("p", .class("hint"), .id(hintID)) { hint } }
      problem.html
      isColor ? colorBox(input(problem)) : input(problem)
      if !suggestions.isEmpty {
        FormParts.suggestions(listID, suggestions.map { ($0, nil) })
      }
    }
  }

  private func input(_ problem: InputProblem) -> HTML {
    void(
      "input",
      .id(name),
      .plain("name", name),
      .plain("value", value),
      .plain("type", "text"),
      .plain("autocomplete", autocomplete),
      .plain("spellcheck", "false"),
      .plain("required"),
      field.limit.map { .plain("maxlength", "\($0)") },
      inputMode.map { .plain("inputmode", $0) },
      suggestions.isEmpty ? nil : .plain("list", listID),
      problem.invalid,
      problem.description(besides: hint == nil ? [] : [hintID])
    )
  }

  /// A box with a swatch before it, and a color picker; both need the script.
  private func colorBox(_ input: HTML) -> HTML {
    element("div", .class("color"), .plain("data-color", name)) {
      TeamColor.swatch(value)
      input
      void(
        "input",
        .plain("type", "color"),
        .plain("aria-label", "Choose the color from a palette"),
        .plain("hidden")
      )
    }
  }

  /// Messages as a sentence with an initial capital.
  static func sentence(_ messages: [String]) -> String {
    let text = messages.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
