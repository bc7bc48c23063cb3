extension LintRule {
  static let vanishedVersion = LintRule(
    "vanished-version",
    code: "V103",
    .error,
    summary: "A version that has been released stays in the bundle.",
    rationale: """
      A store of a missing version cannot be migrated (134130), so users who skipped an update lose their
      data.
      """,
    remedy: "Restore the version from version control.",
    example: """
      the last release had a version 'Model 2', the bundle of today has none
      """,
    isAboutModel: true,
    check: .comparison { pass in pass.reportShipped { $0 == .removed } }
  )
}
