extension LintRule {
  static let staleRenamingIdentifier = LintRule(
    "stale-renaming-identifier",
    code: "V107",
    .off,
    summary: "A renaming identifier leads to a version that is still in the bundle.",
    rationale: """
      Once every version with the old name is gone from the bundle, the identifier has no effect.
      """,
    remedy: "Remove the identifier in the next version.",
    example: """
      <attribute name="fullName" attributeType="String" elementID="nameOfVersionOne"/>
      """,
    check: .versions { pass in
      for part in RenamingHistory(pass.subject).parts where part.standing == .stale {
        pass.report(
          "the renaming identifier '\(part.identifier)' of \(part.title) is older than all versions in the "
            + "bundle",
          at: part.element,
          attribute: "elementID"
        )
      }
    }
  )
}
