import ManagedModel

extension LintRule {
  static let insecureTransformer = LintRule(
    "insecure-transformer",
    code: "A501",
    .warning,
    summary: "A Transformable attribute names a secure value transformer.",
    rationale: """
      Without one, or with one of the old ones, values are read with NSKeyedUnarchiver, which creates any
      object that the bytes name. Xcode's model compiler warns about it, and new systems reject it.
      """,
    remedy: """
      Name NSSecureUnarchiveFromData, or a subclass of NSSecureUnarchiveFromDataTransformer that lists your \
      classes; check that it reads the values that users have.
      """,
    example:
      "<attribute name=\"color\" attributeType=\"Transformable\" customClassName=\"UIColor\"/>",
    check: .model { pass in
      for placed in pass.attributes
      where placed.attribute.type == .transformable && placed.isStored {
        let name = placed.attribute.valueTransformerName ?? ""
        guard name.isEmpty || insecureTransformers.contains(name) else { continue }
        pass.report(
          name.isEmpty
            ? "\(placed.title) has no value transformer, so its values are unarchived without checks"
            : "the value transformer '\(name)' of \(placed.title) unarchives values without checks",
          at: .attribute(placed),
          attribute: name.isEmpty ? "name" : "valueTransformerName",
          hint:
            "NSSecureUnarchiveFromData reads collections, texts, numbers, dates, data, UUIDs and URLs"
        )
      }
    }
  )

  private static let insecureTransformers: Set<String> = [
    "NSKeyedUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformerName", "NSUnarchiveFromData",
    "NSUnarchiveFromDataTransformerName",
  ]
}
