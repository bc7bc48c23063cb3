import ManagedModel

extension LintRule {
  static let equalVersions = LintRule(
    "equal-versions",
    code: "V104",
    .warning,
    summary: "No two versions have the same version hashes.",
    rationale: """
      Core Data distinguishes versions only by their hashes. There is no migration between two versions with
      the same hashes: a mapping model or a stage for that step never runs.
      """,
    remedy: """
      Remove the newer version if it is an accident; if data must be transformed, set a version hash modifier \
      on the changed part.
      """,
    example: """
      a copy of 'Model' as 'Model 2', in which only the class of an entity is another
      """,
    isAboutModel: true,
    check: .versions { pass in
      guard !pass.subject.earlier.isEmpty,
        let checksum = LintVersion.checksum(of: pass.resolved),
        let twin = pass.subject.earlier.last(where: { $0.checksum == checksum })
      else { return }
      pass.report(
        "the version '\(pass.subject.name)' has the same hashes as '\(twin.name)'",
        at: .part(pass.model.source),
        attribute: nil
      )
    }
  )
}
