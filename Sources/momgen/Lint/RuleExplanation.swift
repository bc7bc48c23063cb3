import Diagnostics
import ManagedModel
import ModelReview

/// Rules as people read about them.
struct RuleExplanation {
  let width: Int

  /// Everything about one rule, by its name, its short name, or the name under which reading reports it;
  /// nil for a name that is unknown.
  func text(of word: String) -> String? {
    if let rule = LintRule.named(word) { return text(of: rule) }
    guard let reading = ModelRule(rawValue: word) else { return nil }
    let covering = LintRule.all.first { rule in
      guard case .reading(let names) = rule.check else { return false }
      return names.contains(reading)
    }
    if let covering { return text(of: covering) }
    return lines(of: "\(reading.rawValue): \(reading.summary)")
      + "\n" + lines(of: "Level: \(reading.severity.rawValue). \(Self.checkedOnReading)")
  }

  /// A name that exists and may have been meant.
  func suggestion(for word: String) -> String? {
    Suggestion.didYouMean(
      word,
      among: LintRule.all.map(\.id) + ModelRule.allCases.map(\.rawValue)
    )
  }

  /// All rules with their levels, by subject.
  func list(_ configuration: LintConfiguration) -> String {
    let longest = LintRule.all.map(\.id.utf8.count).max() ?? 0
    var text = ""
    for group in LintRule.groups {
      text += text.isEmpty ? "" : "\n"
      text += group.title + "\n"
      for rule in group.rules {
        let mark = rule.isFixable ? "*" : " "
        let level = padded(configuration.level(of: rule).rawValue, to: 7)
        text += "  \(rule.code)\(mark) \(padded(rule.id, to: longest))  \(level)  "
        text += "\(padded(Self.checker(of: rule), to: 4))  \(rule.summary)\n"
      }
    }
    return text + """

      * can be mended with --fix, at least in some cases
      read: checked by every verb, whenever a model is read; base: checked with --base

      """
  }

  /// Who checks a rule, in one word.
  private static func checker(of rule: LintRule) -> String {
    switch rule.check {
    case .model, .versions: "lint"
    case .reading: "read"
    case .comparison: "base"
    }
  }

  private func padded(_ text: String, to length: Int) -> String {
    text + String(repeating: " ", count: max(0, length - text.utf8.count))
  }

  // MARK: One rule

  private func text(of rule: LintRule) -> String {
    var text = lines(of: "\(rule.id) (\(rule.code)): \(rule.summary)") + "\n"
    text += lines(of: facts(about: rule))
    text += "\nWhy\n" + lines(of: rule.rationale, indent: 2)
    text += "\nWhat to do\n" + lines(of: rule.remedy, indent: 2)
    text += "\nA breach\n" + rule.example.split(separator: "\n").map { "  \($0)\n" }.joined()
    if let advice = advice(about: rule) { text += "\nTo decide otherwise\n" + advice }
    return text
  }

  private static let checkedOnReading = "It is checked whenever a model is read, by every verb."

  private func facts(about rule: LintRule) -> String {
    var facts = ["Level: \(rule.level.rawValue)."]
    switch rule.check {
    case .model: facts.append("'momgen lint' checks it in each version.")
    case .versions:
      facts.append("'momgen lint' checks it against the other versions of the bundle.")
    case .reading(let names):
      facts.append(Self.checkedOnReading)
      facts.append(
        "It is reported as " + names.map { "'\($0.rawValue)'" }.joined(separator: ", ") + "."
      )
    case .comparison:
      facts.append(
        "'momgen lint --base REVISION' checks it, against the current version of that revision; "
          + "'momgen diff' shows all changes."
      )
    }
    switch rule.target {
    case .cloudKit:
      facts.append("It holds for models that say that they are used with CloudKit, and with")
      facts.append("--target cloudkit.")
    case .distributed: facts.append("It holds with --target distributed.")
    case nil: break
    }
    if rule.isFixable { facts.append("'momgen lint --fix' can mend it, at least in some cases.") }
    return facts.joined(separator: " ")
  }

  private func advice(about rule: LintRule) -> String? {
    guard rule.body != nil else { return nil }
    let level = rule.level == .off ? "warning" : "off"
    var advice = """
        everywhere:  --rule \(rule.id)=\(level), or in momgen.json
                     { "lint": { "rules": { "\(rule.id)": "\(level)" } } }

      """
    if !rule.isAboutModel {
      advice += """
          in a place:  an entry in the user info of the entity or the property,
                       \(LintSuppressions.key) = \(rule.id): the reason

        """
    }
    return advice
  }

  /// A paragraph in lines of the width.
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
