import StoreBrowsing
import WebPages

/// The titles of the pages of a store.
enum StoreTitle {
  static func text(of route: StoreRoute) -> String {
    switch route {
    case .overview: "Store"
    case .table(let name): name
    case .object(let object), .value(let object, _): object.text
    case .members(let object, let relationship): "\(relationship) of \(object.text)"
    case .history: "History"
    case .transaction(let number): "Transaction \(number)"
    case .verification: "Check"
    case .changes, .edit, .undo, .redo, .save, .discard: "Edits"
    }
  }
}

/// The reason why a page of a store cannot be shown.
struct StoreProblemPage {
  let error: BrowsingError

  init(_ error: BrowsingError) { self.error = error }

  var html: HTML {
    HTML([
      element("h1") { "The store cannot be read" },
      element("p", .class("problem"), .plain("role", "alert")) {
        error.message.capitalizedSentence
        if let hint = error.hint { " \(hint.capitalizedSentence)" }
      },
    ])
  }
}

extension String {
  /// The text as a sentence.
  var capitalizedSentence: String {
    let end = last.map { ".!?".contains($0) } == true ? "" : "."
    return prefix(1).uppercased() + dropFirst() + end
  }
}
