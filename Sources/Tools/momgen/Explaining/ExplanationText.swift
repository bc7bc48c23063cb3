import Diagnostics
import Explanations

/// Explanations as text.
struct ExplanationText {
  let width: Int

  /// The whole explanation of one kind of problem.
  func text(of explanation: Explanation) -> String {
    var text = lines(of: "\(explanation.title): \(explanation.summary)") + "\n"
    text += lines(of: facts(about: explanation))
    text += "\nWhy\n" + lines(of: explanation.cause, indent: 2)
    text += "\nWhat to do\n" + lines(of: explanation.remedy, indent: 2)
    if let example = explanation.example { text += "\nExample\n" + Self.block(example) }
    if let exceptions = explanation.exceptions {
      text += "\nTo change the level\n" + Self.block(exceptions)
    }
    return text
  }

  private func facts(about explanation: Explanation) -> String {
    var facts: [String] = []
    if let level = explanation.level { facts.append("Level: \(level).") }
    if let circumstances = explanation.circumstances {
      // The occasion of the group applies to codes as well, unless they are not thrown.
      if explanation.group == .model { facts.append(explanation.group.occasion) }
      facts.append(circumstances)
    } else {
      facts.append(explanation.group.occasion)
    }
    return facts.joined(separator: " ")
  }

  /// The names of all explanations, by group.
  func list(_ explanations: [Explanation]) -> String {
    let longest = explanations.map(\.name.utf8.count).max() ?? 0
    var text = ""
    for group in Explanation.Group.allCases {
      let members = explanations.filter { $0.group == group }
      guard !members.isEmpty else { continue }
      text += (text.isEmpty ? "" : "\n") + group.title + "\n"
      for member in members {
        let short = padded(member.otherNames.first ?? "", to: group == .error ? 6 : 4)
        let mark = [.lint, .error].contains(group) ? "\(short)  " : ""
        text += "  \(mark)\(padded(member.name, to: longest))  \(member.summary)\n"
      }
    }
    return text
  }

  private func padded(_ text: String, to length: Int) -> String {
    text + String(repeating: " ", count: max(0, length - text.utf8.count))
  }

  private static func block(_ text: String) -> String {
    text.split(separator: "\n").map { "  \($0)\n" }.joined()
  }

  /// A paragraph wrapped to the width.
  private func lines(of paragraph: String, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    var text = ""
    var line = ""
    for word in paragraph.split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, margin.count + TextWidth.of(line) + 1 + TextWidth.of(word) > width {
        text += margin + line + "\n"
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return line.isEmpty ? text : text + margin + line + "\n"
  }
}
