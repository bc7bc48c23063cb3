import ManagedModel

extension LintRule {
  static let tooManyProperties = LintRule(
    "too-many-properties",
    code: "M007",
    .warning,
    summary: "An entity has at most 100 properties.",
    rationale: """
      Xcode's model compiler warns from 101 on: each fetch reads the row as a whole, and each save of one
      property writes it as a whole.
      """,
    remedy: "Move rarely used properties to an entity of its own, behind a to-one relationship.",
    example: """
      <entity name="Settings">…101 properties…</entity>
      """,
    check: .model { pass in
      for entity in pass.entities where entity.entity.properties.count > mostProperties {
        pass.report(
          "'\(entity.name)' has \(entity.entity.properties.count) properties",
          at: .entity(entity)
        )
      }
    }
  )

  private static let mostProperties = 100
}
