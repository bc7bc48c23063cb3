import CoreData
import Foundation

extension Venue {
  /// The number of seats.
  public var seats: Int { stands.reduce(0) { $0 + Int($1.seats) } }
}

/// Builds a venue in a store, and says what another context finds there.
public func report(_ store: VenuesContainer.Store) async throws -> String {
  try VenuesModel.verify()
  let container = VenuesContainer(store)
  try await container.load()
  let writer = container.newBackgroundContext()
  try await writer.perform {
    let venue = Venue(context: writer)
    venue.name = "Arena"
    venue.stands = [("North", 300), ("South", 200)].map { name, seats in
      let stand = Stand(context: writer)
      stand.name = name
      stand.seats = Int32(seats)
      return stand
    }
    try writer.save()
  }
  let reader = container.newBackgroundContext()
  return try await reader.perform {
    try reader.fetch(Venue.fetchRequest())
      .map { "\($0.name), \($0.stands.map(\.name).joined(separator: " and ")), \($0.seats) seats" }
      .joined(separator: ", ") + ", attributes \(VenuesNames.stand.joined(separator: " "))"
  }
}
