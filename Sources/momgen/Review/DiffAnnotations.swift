import Diagnostics
import ModelReview

/// A review as diagnostics, for a service that shows them beside the lines of a pull request.
struct DiffAnnotations {
  let review: DiffReview

  var diagnostics: [Diagnostic] {
    let shipped = review.shipped.map { shipped in
      Diagnostic(
        .error,
        rule: Consequence.shipped.rawValue,
        shipped.message,
        at: Place(path: review.new.path),
        hint: shipped.advice
      )
    }
    return shipped + review.diff.changes.map(diagnostic)
  }

  private func diagnostic(_ change: Change) -> Diagnostic {
    let details = change.fields.map(\.text) + change.remarks
    let title = details.isEmpty ? change.title : "\(change.title): "
    return Diagnostic(
      change.consequence.severity,
      rule: change.consequence.rawValue,
      title + details.joined(separator: "; "),
      at: place(of: change),
      hint: change.advice.isEmpty ? nil : change.advice.joined(separator: "; ")
    )
  }

  /// What is gone has no line in the files that are being reviewed.
  private func place(of change: Change) -> Place {
    change.isInOldVersion ? Place(path: review.new.path) : review.place(of: change)
  }
}

extension Consequence {
  /// How loudly it is reported.
  fileprivate var severity: Severity {
    switch self {
    case .compatible, .lightweight: .note
    case .mapping: .warning
    case .dataLoss, .shipped: .error
    }
  }
}
