import CoreData

extension League {
  /// Throws all problems of an object before it is saved.
  ///
  /// - Parameters:
  ///   - object: The edited object.
  ///   - problems: Problems that Core Data's validation cannot find. A problem that validation finds in the
  ///     same field is reported instead.
  /// - Throws: ``LeagueError/invalid(_:)`` if anything is wrong.
  func check(_ object: NSManagedObject, besides problems: [EntryProblem] = []) throws {
    var problems = problems
    do {
      if object.isInserted {
        try object.validateForInsert()
      } else {
        try object.validateForUpdate()
      }
    } catch {
      guard case .invalid(let found) = LeagueError(error) else { throw error }
      problems.removeAll { problem in found.contains { $0.field == problem.field } }
      problems += found
    }
    if !problems.isEmpty { throw LeagueError.invalid(problems.inOrder) }
  }
}
