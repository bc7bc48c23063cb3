import Diagnostics
import ManagedModel
import ModelComparison
import SQLSchema

/// A migration as a commented text: each step has a comment above it.
struct MigrationScript: Sendable {
  let plan: MigrationPlan
  let dialect: SQLVerb.Dialect

  /// The difference between the statements that create the old and the new schema.
  let schemaDifference: String

  /// The migration itself.
  var text: String {
    var text = comment(header)
    for obstacle in obstacleTexts { text += comment("Obstacle: \(obstacle)") }
    if plan.steps.isEmpty { return text + comment("Nothing to do.") }
    if plan.isAtomic { text += "\nBEGIN EXCLUSIVE;\n" }
    var number = 0
    for group in plan.transactions {
      let isTransaction =
        !plan.isAtomic && group[0].kind != .setting && group.flatMap(\.statements).count > 1
      if isTransaction { text += "\nBEGIN;\n" }
      for step in group {
        number += 1
        text += "\n" + block(step, number: number)
      }
      if isTransaction { text += "\nCOMMIT;\n" }
    }
    if plan.isAtomic { text += "\nCOMMIT;\n" }
    return text
  }

  private let obstacleTexts: [String]

  init(
    _ plan: MigrationPlan,
    dialect: SQLVerb.Dialect,
    obstacles: [String],
    schemaDifference: String
  ) {
    self.plan = plan
    self.dialect = dialect
    obstacleTexts = obstacles
    self.schemaDifference = schemaDifference
  }

  private var header: String {
    switch dialect {
    case .sqlite:
      "The statements with which Core Data migrates a store in place; the store itself writes Z_METADATA and Z_MODELCACHE."
    case .postgresql:
      "For a database in use: each step shows its lock, which a transaction holds until its end. "
        + "Stop at the first error (psql -v ON_ERROR_STOP=1)."
    }
  }

  private func block(_ step: MigrationStep, number: Int) -> String {
    var text = comment("\(number). \(step.title)")
    for line in labels(of: step) { text += comment("   " + line) }
    for statement in step.statements { text += statement + ";\n" }
    return text
  }

  /// The comments before a step.
  private func labels(of step: MigrationStep) -> [String] {
    var labels: [String] = []
    if let lock = step.lock { labels.append("lock: \(lock.rawValue)\(step.work.remark)") }
    if step.runsOutsideTransactions { labels.append("outside a transaction") }
    for caution in step.cautions { labels.append("caution: \(caution.rawValue)") }
    return labels
  }

  /// A comment line; whatever a name contains, it stays one line.
  private func comment(_ line: String) -> String { "-- \(line.visible)\n" }
}

extension MigrationStep.Work {
  /// The time for which the lock is held, as far as it is known.
  fileprivate var remark: String {
    switch self {
    case .catalog: "; changes the catalog only"
    case .scan: "; reads every row"
    case .rows: "; updates rows"
    case .rewrite: "; rewrites the whole table"
    }
  }
}
