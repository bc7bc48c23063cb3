import CoreData
import Foundation

/// The class of an entity whose code generation is "Category/Extension": its properties are generated.
public class Season: NSManagedObject {
  /// The name of the season.
  public var name: String { "\(year)/\((year + 1) % 100)" }
}

/// Keeps a season, and says what another context finds of it.
public func report(_ store: ArchiveContainer.Store) async throws -> String {
  try ArchiveModel.verify()
  let container = ArchiveContainer(store)
  try await container.load()
  let writer = container.newBackgroundContext()
  try await writer.perform {
    let trophy = Trophy(context: writer)
    trophy.title = "Cup"
    trophy.season = Season(context: writer)
    trophy.season?.year = 1984
    try writer.save()
  }
  let reader = container.newBackgroundContext()
  return try await reader.perform {
    try reader.fetch(Season.fetchRequest())
      .map { "\($0.name): \($0.trophies.compactMap(\.title).joined(separator: " "))" }
      .joined(separator: ", ")
  }
}
