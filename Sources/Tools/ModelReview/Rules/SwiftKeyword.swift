import ManagedModel
import SwiftSource

extension LintRule {
  static let swiftKeyword = LintRule(
    "swift-keyword",
    code: "N404",
    .warning,
    summary: "No class or property is named by a reserved word of Swift.",
    rationale: """
      Such a name needs backticks wherever it is used, and a nested 'Type' or a member 'self' or
      'init' has another meaning even then.
      """,
    remedy: "Rename the part, with the old name as its renaming identifier.",
    example: "<attribute name=\"default\" attributeType=\"Boolean\"/>",
    check: .model { pass in
      for entity in pass.entities {
        if let name = EntityClass(of: entity.entity)?.name, ReservedSwiftWords.all.contains(name) {
          pass.report(
            "the class of '\(entity.name)' is named by the Swift word '\(name)'",
            at: .entity(entity),
            attribute: "representedClassName"
          )
        }
        for (position, property) in entity.entity.properties.enumerated()
        where ReservedSwiftWords.all.contains(property.name)
          && !ManagedObjectMembers.all.contains(property.name)
        {
          pass.report(
            "'\(entity.name).\(property.name)' is named by a reserved word of Swift",
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
