import ManagedModel

extension LintRule {
  static let childlessAbstractEntity = LintRule(
    "childless-abstract-entity",
    code: "M009",
    .warning,
    summary: "An abstract entity has subentities.",
    rationale: "An abstract entity has no objects, so without subentities it is unused.",
    remedy: "Remove the entity, make it concrete, or give it the children that are missing.",
    example: "<entity name=\"Shape\" isAbstract=\"YES\"/>",
    check: .model { pass in
      for entity in pass.entities where entity.entity.isAbstract && entity.children.isEmpty {
        pass.report(
          "'\(entity.name)' is abstract and has no subentities",
          at: .entity(entity),
          attribute: "isAbstract"
        )
      }
    }
  )
}
