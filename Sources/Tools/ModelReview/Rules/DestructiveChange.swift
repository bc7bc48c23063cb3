extension LintRule {
  static let destructiveChange = LintRule(
    "destructive-change",
    code: "D201",
    .error,
    summary: "Nothing that holds data is removed by accident.",
    rationale: "What a new version does not have, migration deletes, for every user.",
    remedy: "Release a version that no longer uses the data first; then say that it may go.",
    example: """
      the old version has <attribute name="email" …/>, the new one has not
      """,
    check: .comparison { pass in pass.reportChanges() }
  )
}
