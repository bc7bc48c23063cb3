import CoreData
import Foundation

/// Plays a match, and says who was the referee.
public func report(_ store: MatchesContainer.Store) async throws -> String {
  try MatchesModel.verify()
  let container = MatchesContainer(store)
  try await container.load()
  let writer = container.newBackgroundContext()
  try await writer.perform {
    let match = Match(context: writer)
    match.kickOff = Date(timeIntervalSinceReferenceDate: 0)
    match.referee = Referee(context: writer)
    match.referee?.name = "Pierluigi"
    try writer.save()
  }
  let reader = container.newBackgroundContext()
  return try await reader.perform {
    try reader.fetch(Match.fetchRequest())
      .map { "\($0.kickOff?.timeIntervalSinceReferenceDate ?? -1) \($0.referee?.whistle ?? "")" }
      .joined(separator: ", ")
  }
}
