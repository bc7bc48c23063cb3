import CoreData
import Foundation

extension LeagueError {
  /// What an error means to the people who use the app, if it is one of Core Data; any other is as it was.
  static func translating(_ error: any Error) -> any Error {
    (error as NSError).domain == NSCocoaErrorDomain ? LeagueError(error) : error
  }

  /// What an error of Core Data means to the people who use the app.
  init(_ error: any Error) {
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
