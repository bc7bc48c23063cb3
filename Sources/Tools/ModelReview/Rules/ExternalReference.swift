import ManagedModel

extension LintRule {
  static let externalReference = LintRule(
    "external-reference",
    code: "M002",
    .error,
    summary: "A model file declares no document type, no entities and nothing external.",
    rationale: """
      No model needs them, and they can make a reader run out of memory or open other files.
      """,
    remedy: "Remove the <!DOCTYPE …> declaration.",
    example: "<!DOCTYPE model [<!ENTITY a SYSTEM \"file:///etc/passwd\">]>",
    check: .reading([.malformedXML])
  )
}
