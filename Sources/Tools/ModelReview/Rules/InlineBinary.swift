import ManagedModel

extension LintRule {
  static let inlineBinary = LintRule(
    "inline-binary",
    code: "A507",
    .off,
    summary: "A Binary attribute may be stored outside of its row.",
    rationale: """
      Large values in the row slow down every fetch and every save of the object. Small values are better
      there, so the rule is off by default.
      """,
    remedy: "Turn 'Allows External Storage' on; --fix does. It changes the version hash.",
    example: "<attribute name=\"photo\" optional=\"YES\" attributeType=\"Binary\"/>",
    isFixable: true,
    check: .model { pass in
      for placed in pass.attributes
      where placed.attribute.type == .binary && placed.isStored
        && !placed.attribute.allowsExternalBinaryDataStorage
      {
        pass.report(
          "\(placed.title) is stored in the row, whatever its size",
          at: .attribute(placed),
          attribute: "attributeType",
          edits: [.storeExternally(placed.location)]
        )
      }
    }
  )
}
