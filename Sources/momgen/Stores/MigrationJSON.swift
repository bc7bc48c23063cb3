import Diagnostics
import SQLSchema
import StoreMigration

/// What will be, or was, done to a store as JSON.
struct MigrationJSON {
  let path: String
  let plan: StoreUpgrade.Plan

  /// What was done; nil where nothing was.
  let report: MigrationReport?

  /// Whether the store was not migrated, and cannot be as it is.
  let hasFailed: Bool
  let backup: String?

  private var outline: MigrationOutline? { plan.outline }

  var text: String {
    let value: JSONValue = [
      "path": .string(path),
      "from": JSONValue(plan.oldVersion),
      "to": .string(plan.newVersion),
      "status": .string(status),
      "backup": JSONValue(backup),
      "obstacles": .array(obstacles),
      "steps": .array((outline?.plan.steps ?? []).map(step)),
      "counts": counts,
    ]
    return JSONText().text(of: value) + "\n"
  }

  private var status: String {
    if hasFailed { return "failed" }
    if report != nil { return "migrated" }
    return outline == nil ? "current" : "planned"
  }

  private var counts: JSONValue {
    guard let report else { return .null }
    return .array(report.counts.map(count))
  }

  private var obstacles: [JSONValue] {
    guard let outline else { return [] }
    return outline.plan.obstacles.map { obstacle in
      [
        "message": .string(obstacle.explanation(in: outline.new.mapping.model)),
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
