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
    return shipped + zip(review.changes, review.places).map { diagnostic($0, at: $1) }
  }

  private func diagnostic(_ change: Change, at place: Place) -> Diagnostic {
    let details = change.fields.map(\.text) + change.remarks
    let title = details.isEmpty ? change.title : "\(change.title): "
    return Diagnostic(
      change.consequence.severity,
      rule: change.consequence.rawValue,
      title + details.joined(separator: "; "),
      // Removed parts have no line in the reviewed files.
      at: change.isInOldVersion ? Place(path: review.new.path) : place,
      element: change.element.name,
      hint: change.advice.isEmpty ? nil : change.advice.joined(separator: "; ")
    )
  }
}

extension Consequence {
  /// The severity with which it is reported.
  fileprivate var severity: Severity {
    switch self {
    case .compatible, .lightweight: .note
    case .mapping: .warning
    case .dataLoss, .shipped: .error
    }
  }
}
