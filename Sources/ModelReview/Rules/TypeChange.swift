extension LintRule {
  static let typeChange = LintRule(
    "type-change",
    code: "D204",
    .error,
    summary: "The type of an attribute changes with a mapping model or a stage.",
    rationale: "Core Data does not infer such a migration, so stores cannot be opened (134140).",
    remedy: "Add an attribute of the new type and fill it in a mapping model or a stage.",
    example: """
      old: <attribute name="size" attributeType="Integer 32"/>
      new: <attribute name="size" attributeType="Integer 64"/>
      """,
    check: .comparison { pass in pass.reportChanges() }
  )
}
