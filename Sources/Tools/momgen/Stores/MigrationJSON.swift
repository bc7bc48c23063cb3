import Diagnostics
import JSON
import ModelComparison
import SQLSchema
import StoreMigration

/// A planned or executed migration of a store as JSON.
struct MigrationJSON {
  let path: String
  let plan: UpgradePlan

  /// The number of objects of each entity before and after; nil if nothing was done.
  let counts: [EntityCount]?

  /// Whether the store was not migrated, and cannot be in its present state.
  let hasFailed: Bool
  let backup: String?

  private var outline: UpgradePlan.Outline? { plan.outline }

  var text: String {
    let value: JSONValue = [
      "path": .string(path),
      "from": JSONValue(plan.oldVersion),
      "to": .string(plan.newVersion),
      "status": .string(status),
      "backup": JSONValue(backup),
      "obstacles": .array(obstacles),
      "steps": .array((outline?.plan.steps ?? []).map(step)),
      "counts": countList,
    ]
    return JSONText().text(of: value) + "\n"
  }

  private var status: String {
    if hasFailed { return "failed" }
    if counts != nil { return "migrated" }
    return outline == nil ? "current" : "planned"
  }

  private var countList: JSONValue {
    guard let counts else { return .null }
    return .array(counts.map(count))
  }

  private var obstacles: [JSONValue] {
    guard let outline else { return [] }
    return outline.plan.obstacles.map { obstacle in
      [
        "message": .string(obstacle.explanation(in: outline.model)),
        "dependsOnData": .bool(obstacle.dependsOnData),
      ]
    }
  }

  private func step(_ step: MigrationStep) -> JSONValue {
    [
      "kind": .string(step.kind.rawValue),
      "title": .string(step.title),
      "rows": JSONValue(outline?.rowCount(of: step)),
      "cautions": .array(step.cautions.map { .string($0.rawValue) }),
      "statements": .array(step.statements.map(JSONValue.string)),
    ]
  }

  private func count(_ count: EntityCount) -> JSONValue {
    [
      "entity": .string(count.entity), "before": .integer(count.before),
      "after": .integer(count.after),
    ]
  }
}
