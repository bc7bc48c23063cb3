extension LintRule {
  static let typeChange = LintRule(
    "type-change",
    code: "D204",
    .error,
    summary: "The type of an attribute changes with a mapping model or a stage.",
    rationale: """
      Core Data infers a migration between Boolean, Integer, Float and Double, but not between other types, so
      stores cannot be opened (134140). Whether it does for Decimal is not established.
      """,
    remedy: "Add an attribute of the new type and fill it in a mapping model or a stage.",
    example: """
      old: <attribute name="size" attributeType="String"/>
      new: <attribute name="size" attributeType="Integer 64"/>
      """,
    check: .comparison { pass in pass.reportChanges() }
  )
}
