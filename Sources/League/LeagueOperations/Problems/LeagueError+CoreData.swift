import CoreData
import Foundation

extension LeagueError {
  /// Converts an error of Core Data to one of the app; any other error is returned unchanged.
  static func translating(_ error: any Error) -> any Error {
    (error as NSError).domain == NSCocoaErrorDomain ? LeagueError(error) : error
  }

  /// Creates an error of the app from one of Core Data.
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
    if location.kind == .postgresql {
      // The URL of the error has no password.
      let place = ((error as NSError).userInfo[NSURLErrorKey] as? URL)
        .map { "'\($0.absoluteString)'" }
      self = .store(
        "the store \(place ?? "on the server") cannot be opened: \(Self.reason(for: error))"
      )
      return
    }
    let place = location.kind == .memory ? "in memory" : "'\(location.url.path)'"
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(
      atPath: location.url.path,
      isDirectory: &isFolder
    )
    let reason = isThere && isFolder.boolValue ? "it is a folder" : Self.reason(for: error)
    self = .store("the store \(place) cannot be opened: \(reason)")
  }

  /// The problems in a validation error, which concerns one property or combines several.
  private static func problems(in error: NSError) -> [EntryProblem] {
    if let details = error.userInfo[NSDetailedErrorsKey] as? [any Error] {
      return details.flatMap { problems(in: $0 as NSError) }.inOrder
    }
    guard let key = error.userInfo[NSValidationKeyErrorKey] as? String,
      let field = EntryField(rawValue: key)
    else { return [] }
    return [EntryProblem(field, error.localizedDescription)]
  }

  /// The reason of an error in one line: that of the error or of the underlying one; else its
  /// description.
  private static func reason(for error: any Error) -> String {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
    let text =
      error.localizedFailureReason ?? cause?.localizedDescription ?? error.localizedDescription
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? text
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }
}
