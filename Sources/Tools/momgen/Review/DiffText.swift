import Diagnostics
import ModelReview

/// A review as text for a terminal or a log.
struct DiffText {
  let review: DiffReview
  let isColored: Bool

  var text: String {
    var text = bold("\(review.old.title.visible) → \(review.new.title.visible)") + "\n"
    text += "\(review.headline)\n\(review.verdict)\n"
    for shipped in review.shipped {
      text += "\n" + TerminalStyle.red.applied(to: Consequence.shipped.title, isColored) + "\n"
      text += "  ! \(shipped.message.visible)\n      do: \(shipped.advice)\n"
    }
    for consequence in Consequence.allCases.reversed() {
      let changes = review.changes(with: consequence)
      guard !changes.isEmpty else { continue }
      text += "\n" + consequence.style.applied(to: consequence.title, isColored) + "\n"
      for change in changes { text += block(change) }
    }
    for migration in review.migrations { text += "\n" + sql(migration) }
    return text
  }

  private func block(_ change: Change) -> String {
    var text = "  \(change.action.sign) \(change.title)\n"
    for field in change.fields { text += "      \(field.text)\n" }
    for remark in change.remarks { text += "      \(remark.visible)\n" }
    for advice in change.advice { text += "      do: \(advice.visible)\n" }
    return text
  }

  private func sql(_ migration: MigrationScript) -> String {
    var text = bold("migration (\(migration.dialect.rawValue))") + "\n\n" + migration.text
    if !migration.schemaDifference.isEmpty {
      text += "\n" + bold("schema") + "\n\n" + migration.schemaDifference
    }
    return text
  }

  private func bold(_ text: String) -> String { TerminalStyle.bold.applied(to: text, isColored) }
}

extension Consequence {
  fileprivate var style: TerminalStyle {
    switch self {
    case .compatible: .dim
    case .lightweight: .green
    case .mapping: .yellow
    case .dataLoss, .shipped: .red
    }
  }
}
