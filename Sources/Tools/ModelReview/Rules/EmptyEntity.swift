import ManagedModel

extension LintRule {
  static let emptyEntity = LintRule(
    "empty-entity",
    code: "M006",
    .off,
    summary: "An entity has a property, of its own or inherited, or subentities that do.",
    rationale: "An object without properties has no content; usually the entity is unfinished.",
    remedy: "Add its properties, or remove it.",
    example: "<entity name=\"Draft\"/>",
    check: .model { pass in
      for entity in pass.entities
      where entity.children.isEmpty && pass.resolved.allProperties(of: entity).isEmpty {
        pass.report("'\(entity.name)' has no properties", at: .entity(entity))
      }
    }
  )
}
