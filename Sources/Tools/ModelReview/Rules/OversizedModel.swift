import ManagedModel

extension LintRule {
  static let oversizedModel = LintRule(
    "oversized-model",
    code: "M005",
    .warning,
    summary: "A model has at most 100,000 entities, properties and indexes.",
    rationale: """
      The largest models of public apps have about a thousand parts. One that is a hundred times larger was
      made by a machine, and no editor opens it. (Files nested too deeply, and files of more than 128 MB,
      are not read at all.)
      """,
    remedy: "Split the model, or store what the parts describe as rows.",
    example: """
      <model>…100,001 entities, properties and indexes…</model>
      """,
    isAboutModel: true,
    check: .model { pass in
      let count = pass.entities.reduce(0) { sum, entity in
        sum + 1 + entity.entity.properties.count + entity.entity.fetchIndexes.count
      }
      guard count > mostParts else { return }
      pass.report(
        "the model has \(count) entities, properties and indexes",
        at: .part(pass.model.source),
        attribute: nil
      )
    }
  )

  private static let mostParts = 100_000
}
