import ManagedModel

extension LintRule {
  static let narrowInteger = LintRule(
    "narrow-integer",
    code: "A508",
    .warning,
    summary: "Identifiers and counts have more than 16 bits.",
    rationale: """
      The 32,768th value is negative, or does not fit and stops the app. The commonest change of type in public
      apps is from a narrow integer to Integer 64, and no such change is inferred by migration.
      """,
    remedy: "Use Integer 64 from the start; a store needs only few bytes for small numbers anyway.",
    example: "<attribute name=\"messageID\" attributeType=\"Integer 16\"/>",
    check: .model { pass in
      for placed in pass.attributes where placed.attribute.type == .integer16 {
        let words = NameWords.of(placed.attribute.name)
        guard let last = words.last, numberWords.contains(last), placed.attribute.maximumText == nil
        else { continue }
        pass.report(
          "\(placed.title) sounds like an identifier or a count, but has 16 bits",
          at: .attribute(placed),
          attribute: "attributeType"
        )
      }
    }
  )

  private static let numberWords: Set<String> = ["count", "counter", "id", "identifier"]
}
