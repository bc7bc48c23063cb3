extension LintRule {
  static let addedMandatoryAttribute = LintRule(
    "added-mandatory-attribute",
    code: "D203",
    .error,
    summary: "A mandatory attribute that is added has a default.",
    rationale: "Stores that have objects of the entity already cannot be migrated (134110).",
    remedy:
      "Give the attribute a default, make it optional, or fill it in a mapping model or a stage.",
    example: """
      new: <attribute name="city" attributeType="String"/>
      """,
    supersedes: ["probable-rename"],
    check: .comparison { pass in pass.reportChanges() }
  )
}
