import ManagedModel

extension LintRule {
  static let entityWithoutConfiguration = LintRule(
    "entity-without-configuration",
    code: "M010",
    .warning,
    summary: "If entities are assigned to configurations, each concrete entity is in one.",
    rationale: """
      When stores are added by configuration, an object of an entity in none of them
      cannot be saved: it has no store. (Which configuration goes to which store is
      decided at run time, so an entity in several of them is not reported.)
      """,
    remedy: "Add the entity to a configuration, or remove unused configurations.",
    example: """
      <configuration name="Local"><memberEntity name="Draft"/></configuration>
      """,
    check: .model { pass in
      let configurations = pass.model.configurations.filter { !$0.members.isEmpty }
      guard !configurations.isEmpty else { return }
      let named = Set(configurations.flatMap { $0.members.map(\.name) })
      for entity in pass.entities where !entity.entity.isAbstract && !named.contains(entity.name) {
        pass.report(
          "'\(entity.name)' is in none of the configurations "
            + configurations.map { "'\($0.name)'" }.joined(separator: ", "),
          at: .entity(entity),
          related: configurations.prefix(1).map {
            .init(message: "entities are assigned to configurations here", source: $0.source)
          }
        )
      }
    }
  )
}
