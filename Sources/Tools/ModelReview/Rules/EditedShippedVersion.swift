extension LintRule {
  static let editedShippedVersion = LintRule(
    "edited-shipped-version",
    code: "V101",
    .error,
    summary: "A version that has been released stays as it is.",
    rationale: """
      A store identifies its model by version hashes. If that version is edited instead of adding a new one,
      the app finds no model for the stores of its users and cannot open them (134100).
      """,
    remedy: "Undo the edit, add a version to the bundle, make it current and edit that one.",
    example: """
      the version 'Model 3' of the last release and that of today have different hashes
      """,
    isAboutModel: true,
    check: .comparison { pass in
      pass.reportShipped { $0 != .removed }
    }
  )
}
