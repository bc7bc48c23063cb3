import ManagedModel

extension LintRule {
  static let nameCase = LintRule(
    "name-case",
    code: "N403",
    .warning,
    summary: "Entities begin with a capital letter, properties with a small one.",
    rationale: """
      Xcode's editor requires it, because key-value coding makes accessors by changing the case of the
      first letter: 'name' and 'Name' would share 'setName:'.
      """,
    remedy: "Rename the part, with the old name as its renaming identifier.",
    example: "<attribute name=\"Name\" attributeType=\"String\"/>",
    check: .model { pass in
      for entity in pass.entities {
        if let first = entity.name.first, first.isLowercase {
          pass.report("the entity '\(entity.name)' begins with a small letter", at: .entity(entity))
        }
        for (position, property) in entity.entity.properties.enumerated() {
          guard let first = property.name.first, first.isUppercase else { continue }
          pass.report(
            "the \(property.kindName) '\(entity.name).\(property.name)' begins with a capital letter",
            at: .property(
              at: PropertyLocation(entity: entity.index, property: position),
              in: pass.resolved
            )
          )
        }
      }
    }
  )
}
