import ManagedModel

extension LintRule {
  static let malformedFile = LintRule(
    "malformed-file",
    code: "M001",
    .error,
    summary: "A model file is whole, well-formed and free of conflict markers.",
    rationale: """
      A file that was cut short or holds the markers of a merge conflict means nothing that anybody can
      rely on; some parsers take what they got so far for the whole model.
      """,
    remedy: "Resolve the conflict, or restore the file from version control.",
    example: "<<<<<<< HEAD",
    check: .reading([.malformedXML, .malformedArchive, .wrongRoot, .unexpectedText])
  )
}
