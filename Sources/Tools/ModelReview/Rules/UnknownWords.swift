import ManagedModel

extension LintRule {
  static let unknownWords = LintRule(
    "unknown-words",
    code: "M004",
    .note,
    summary: "Every element and every attribute of a model file has a known meaning.",
    rationale: """
      A newer Xcode, or another editor, wrote something that momgen keeps but does not understand; what
      it generates may lack it.
      """,
    remedy: "Look for a newer momgen, or remove what a tool left behind.",
    example: "<entity name=\"Team\" isFinal=\"YES\"/>",
    check: .reading([.unknownElement, .unknownAttribute])
  )
}
