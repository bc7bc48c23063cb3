extension LintRule {
  static let destructiveChange = LintRule(
    "destructive-change",
    code: "D201",
    .error,
    summary: "Nothing that holds data is removed by accident.",
    rationale: "Migration deletes data that the new version does not have, for every user.",
    remedy: "First release a version that no longer uses the data; then remove it.",
    example: """
      the old version has <attribute name="email" …/>, the new one has not
      """,
    check: .comparison { pass in pass.reportChanges() }
  )
}
