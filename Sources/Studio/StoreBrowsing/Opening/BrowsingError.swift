import CoreData
import Files
import Foundation
import SQLDriver
import StoreMigration

/// The reason why a store cannot be opened, or a query cannot be answered.
package struct BrowsingError: Error, Sendable, Hashable {
  package var message: String
  package var hint: String?

  /// Whether the condition of a table is invalid.
  package var isAboutPredicate = false

  /// The UTF-8 offset of the problem in the condition; nil if it is unknown.
  package var utf8Offset: Int?

  init(predicate message: String, hint: String? = nil, at utf8Offset: Int? = nil) {
    self.init(message, hint: hint)
    isAboutPredicate = true
    self.utf8Offset = utf8Offset
  }

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  init(_ error: any Error) {
    switch error {
    case let problem as FileProblem: message = problem.reason
    case let error as SQLError:
      switch error.kind {
      case .busy, .serialization: message = "another program is using the store"
      case .corrupt: message = "the file is not a database or is damaged: \(error.message)"
      case .readOnly:
        message =
          "a program was interrupted during a change, which must be rolled back before the store is read"
      default: message = error.message
      }
      hint = error.hint
    case let error as StoreMigrationError: message = error.description
    default:
      let error = error as NSError
      message = error.localizedFailureReason ?? error.localizedDescription
      if let reason = error.userInfo["reason"] as? String { message += ": \(reason)" }
    }
  }
}
