import Diagnostics
import ManagedModel

extension LintRule {
  static let reservedMember = LintRule(
    "reserved-member",
    code: "N401",
    .error,
    summary: "No property has the name of a member of every managed object.",
    rationale: """
      Apple does not allow it: key-value coding finds the member instead of the property, and most of them do
      not compile in Swift.
      """,
    remedy: "Rename the property, with the old name as its renaming identifier.",
    example: "<attribute name=\"description\" attributeType=\"String\"/>",
    check: .model { pass in
      for entity in pass.entities {
        for (position, property) in entity.entity.properties.enumerated()
        where ManagedObjectMembers.all.contains(property.name) {
          pass.report(
            "'\(entity.name).\(property.name)' has the name of a member of every managed object",
            at: .property(
              at: .init(entity: entity.index, property: position),
              in: pass.resolved
            ),
            isAtMost: ManagedObjectMembers.tolerated.contains(property.name) ? .warning : .error
          )
        }
      }
    }
  )
}

extension ManagedObjectMembers {
  /// Names that cause problems in some code only.
  fileprivate static let tolerated: Set<String> = [
    "attributeKeys", "classDescription", "hashValue", "load", "observationInfo", "objectWillChange",
    "scriptingProperties", "toManyRelationshipKeys", "toOneRelationshipKeys", "zone",
  ]
}
