import CodeGeneration
import Diagnostics
import TemplateEngine

/// A description of a template set: its outputs and parameters.
struct TemplateSetDescription {
  private let set: TemplateSet

  init(_ set: TemplateSet) {
    self.set = set
  }

  var text: String {
    guard case .declared(let parameters) = set.parameters else {
      return "\(set.name.visible): a single template; it takes any parameter\n"
    }
    var text = "\(set.name.visible): \(set.summary.visible)\n"
    if !set.outputs.isEmpty { text += "\nOutputs\n" + table(set.outputs.map(row)) }
    if !parameters.isEmpty { text += "\nParameters\n" + table(parameters.map(row)) }
    return text
  }

  private func row(_ output: TemplateOutput) -> [String] {
    let file =
      switch output.file {
      case .pattern(let pattern): pattern.text
      case .fixed(let path): path
      }
    let each = output.each == .all ? "for all models" : "for each \(output.each.rawValue)"
    let mode = WriteMode(rawValue: output.mode.text)?.rawValue ?? "once or always"
    return [output.name, "\(each), \(mode)", file].map(\.visible)
  }

  private func row(_ parameter: TemplateParameter) -> [String] {
    let kind =
      switch parameter.kind {
      case .text: "text"
      case .choice(let values): values.joined(separator: "|")
      case .flag: "flag"
      case .list: "list"
      case .number: "number"
      }
    var summary = parameter.summary
    if let value = shown(parameter.defaultValue) { summary += " (default: \(value))" }
    return [parameter.name, kind, summary].map(\.visible)
  }

  /// A default as the user would write it; nil for one that is not worth mentioning.
  private func shown(_ value: TemplateValue) -> String? {
    switch value {
    case .null, .bool(false), .object: nil
    case .bool(true): "true"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): text.isEmpty ? nil : text
    case .array(let elements):
      elements.isEmpty ? nil : elements.compactMap(shown).joined(separator: ", ")
    }
  }

  private func table(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { TextWidth.of($0[column]) }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let padding = column == columns - 1 ? 0 : widths[column] - TextWidth.of(cell)
        return cell + String(repeating: " ", count: padding)
      }
      return "  " + cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}
