import Diagnostics
import ModelComparison
import SQLSchema
import StoreMigration

/// The planned migration of a store as text: the steps by number, with their statements.
struct MigrationPlanText {
  let path: String
  let plan: UpgradePlan
  let outline: UpgradePlan.Outline

  var text: String {
    let old = plan.oldVersion.map { "'\($0.visible)'" } ?? "the model in the store"
    return "\(path.visible): from \(old) to '\(plan.newVersion.visible)'\n\n" + script.text
  }

  private var script: MigrationScript {
    let model = outline.model
    return MigrationScript(
      outline.plan,
      dialect: outline.dialect,
      obstacles: outline.plan.obstacles.map { $0.explanation(in: model) },
      schemaDifference: ""
    )
  }
}

/// The numbers of objects before and now, as a table.
struct MigrationCounts {
  let counts: [EntityCount]

  var text: String {
    let width = (counts.map(\.entity.visible) + ["entity"]).map(TextWidth.of).max() ?? 0
    var text = "entity".padded(to: width) + "  before  after\n"
    for count in counts {
      text += count.entity.visible.padded(to: width) + "  "
      text += "\(count.before)".padded(to: 6) + "  \(count.after)\n"
    }
    return text
  }
}
