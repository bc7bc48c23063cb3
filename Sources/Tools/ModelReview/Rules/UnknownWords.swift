import ManagedModel

extension LintRule {
  static let unknownWords = LintRule(
    "unknown-words",
    code: "M004",
    .note,
    summary: "Every element and every attribute of a model file has a known meaning.",
    rationale: """
      A newer Xcode or another editor wrote an element or attribute that momgen preserves but does not
      support; generated output may lack it.
      """,
    remedy: "Use a newer momgen, or remove it.",
    example: "<entity name=\"Team\" isFinal=\"YES\"/>",
    check: .reading([.unknownElement, .unknownAttribute])
  )
}
