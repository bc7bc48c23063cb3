import ModelReview

/// The lint rules as a list in text.
enum RuleList {
  /// All rules with their levels, by subject.
  static func text(_ configuration: LintConfiguration) -> String {
    let longest = LintRule.all.map(\.id.utf8.count).max() ?? 0
    var text = ""
    for group in LintRule.groups {
      text += text.isEmpty ? "" : "\n"
      text += group.title + "\n"
      for rule in group.rules {
        let mark = rule.isFixable ? "*" : " "
        let level = padded(configuration.level(of: rule).rawValue, to: 7)
        text += "  \(rule.code)\(mark) \(padded(rule.id, to: longest))  \(level)  "
        text += "\(padded(checker(of: rule), to: 4))  \(rule.summary)\n"
      }
    }
    return text + """

      * can be fixed with --fix, at least in some cases
      read: checked by every verb, whenever a model is read; base: checked with --base

      """
  }

  /// The tool that checks a rule, in one word.
  private static func checker(of rule: LintRule) -> String {
    switch rule.check {
    case .model, .versions: "lint"
    case .reading: "read"
    case .comparison: "base"
    }
  }

  private static func padded(_ text: String, to length: Int) -> String {
    text + String(repeating: " ", count: max(0, length - text.utf8.count))
  }
}
