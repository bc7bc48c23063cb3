import ManagedModel

extension LintRule {
  static let malformedFile = LintRule(
    "malformed-file",
    code: "M001",
    .error,
    summary: "A model file is whole, well-formed and free of conflict markers.",
    rationale: """
      A file that was cut short or has markers of a merge conflict is not reliable; some parsers use the part
      before the error as the whole model.
      """,
    remedy: "Resolve the conflict, or restore the file from version control.",
    example: "<<<<<<< HEAD",
    check: .reading([.malformedXML, .malformedArchive, .wrongRoot, .unexpectedText])
  )
}
