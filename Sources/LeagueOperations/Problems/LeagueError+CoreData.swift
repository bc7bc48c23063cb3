import CoreData
import Foundation

extension LeagueError {
  /// What an error of Core Data means to the people who use the app; one of the app's own stays as it is.
  init(_ error: any Error) {
    if let error = error as? LeagueError {
      self = error
      return
    }
    let problems = Self.problems(in: error as NSError)
    if !problems.isEmpty {
      self = .invalid(problems)
      return
    }
    switch (error as NSError).code {
    case NSManagedObjectMergeError, NSPersistentStoreSaveConflictsError: self = .conflict
    default: self = .store("the store cannot be used: \(Self.reason(for: error))")
    }
  }

  init(_ error: any Error, opening location: StoreLocation) {
    let place = location.kind == .memory ? "in memory" : "'\(location.url.path)'"
    self = .store("the store \(place) cannot be opened: \(Self.reason(for: error))")
  }

  /// What validation has found: an error about one property, or several of them in one.
  private static func problems(in error: NSError) -> [FieldProblem] {
    if let details = error.userInfo[NSDetailedErrorsKey] as? [any Error] {
      return details.flatMap { problems(in: $0 as NSError) }.inOrder
    }
    guard let key = error.userInfo[NSValidationKeyErrorKey] as? String,
      let field = Field(rawValue: key)
    else { return [] }
    return [FieldProblem(field, error.localizedDescription)]
  }

  /// The reason in an error, which is said where there is one; else the description says it all.
  private static func reason(for error: any Error) -> String {
    let error = error as NSError
    let text = error.localizedFailureReason ?? error.localizedDescription
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
