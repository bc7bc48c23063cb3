import ManagedModel

extension LintRule {
  static let mandatoryWithoutDefault = LintRule(
    "mandatory-without-default",
    code: "A502",
    .off,
    summary: "A mandatory attribute has a default.",
    rationale: """
      A new object is not valid until the attribute is set. That is often intended, so the rule is off by
      default; where CloudKit mirrors the store, 'cloudkit-attribute' asks for it.
      """,
    remedy: "Give the attribute a default, or make it optional.",
    example: "<attribute name=\"name\" attributeType=\"String\"/>",
    check: .model { pass in
      for placed in pass.attributes
      where placed.isStored && !placed.attribute.isOptional && !placed.hasDefault {
        pass.report("\(placed.title) is mandatory and has no default", at: .attribute(placed))
      }
    }
  )
}
