import ManagedModel

extension LintRule {
  static let cloudKitAttribute = LintRule(
    "cloudkit-attribute",
    code: "C802",
    .error,
    summary: "An attribute that CloudKit mirrors has a type, and is optional or has a default.",
    rationale: """
      A record may come from a device with an older model and lack the field, so the attribute needs a
      replacement value; otherwise the store does not load (134060).
      """,
    remedy: "Make the attribute optional, or give it a default.",
    example: """
      <attribute name="name" attributeType="String"/>
      """,
    target: .cloudKit,
    supersedes: ["mandatory-without-default", "undefined-type"],
    check: .model { pass in
      let mirrored = pass.model.mirroredEntities
      for placed in pass.attributes
      where placed.isStored && mirrored.contains(placed.owner.name) {
        if placed.attribute.type == .undefined {
          pass.report(
            "CloudKit cannot mirror \(placed.title), which has no type",
            at: .attribute(placed)
          )
        } else if !placed.attribute.isOptional, !placed.hasDefault {
          pass.report(
            "CloudKit cannot mirror \(placed.title), which is mandatory and has no default",
            at: .attribute(placed)
          )
        }
      }
    }
  )
}
