import CoreData
import Foundation
import LeagueModel

/// One page of a list, and the length of the list.
package struct ListPage<Record: Sendable>: Sendable {
  package let records: [Record]

  /// The number of rows of all pages.
  package let total: Int

  /// The number of the page, from 1; the last one if the requested number is too high.
  package let number: Int
}

extension League {
  /// One page of the teams.
  ///
  /// The store filters, sorts and counts the rows; only one page of them is read.
  package func page(of query: ListQuery<TeamOrder>) throws -> ListPage<TeamRecord> {
    try page(request(for: query), query) { TeamRecord($0) }
  }

  /// One page of the players of a team, or of all.
  package func page(
    of query: ListQuery<PlayerOrder>,
    in team: Team?
  ) throws -> ListPage<PlayerRecord> {
    try page(request(for: query, in: team), query) { PlayerRecord($0) }
  }

  /// The request for a page of the teams.
  package func request(for query: ListQuery<TeamOrder>) -> NSFetchRequest<Team> {
    let request = Team.fetchRequest()
    request.sortDescriptors = query.order.descriptors
    request.predicate = Self.condition(
      query.words,
      in: [Team.PropertyName.name, Team.PropertyName.uniformColor]
    )
    window(request, query)
    return request
  }

  /// The request for a page of the players of a team, or of all.
  package func request(
    for query: ListQuery<PlayerOrder>,
    in team: Team?
  ) -> NSFetchRequest<Player> {
    let request = Player.fetchRequest()
    request.sortDescriptors = query.order.descriptors
    typealias Name = Player.PropertyName
    var keys = [Name.firstName, Name.lastName, Name.email]
    if team == nil { keys.append("\(Name.team).\(Team.PropertyName.name)") }
    let conditions = [
      team.map { NSPredicate(format: "team == %@", $0) }, Self.condition(query.words, in: keys),
    ]
    request.predicate = NSCompoundPredicate(
      andPredicateWithSubpredicates: conditions.compactMap { $0 }
    )
    window(request, query)
    return request
  }

  private func window<Order>(
    _ request: NSFetchRequest<some NSFetchRequestResult>,
    _ query: ListQuery<Order>
  ) {
    request.fetchLimit = ListQuery<Order>.pageSize
    request.fetchOffset = (query.page - 1) * ListQuery<Order>.pageSize
  }

  private func page<Object: NSManagedObject, Order, Record>(
    _ request: NSFetchRequest<Object>,
    _ query: ListQuery<Order>,
    _ record: (Object) -> Record
  ) throws -> ListPage<Record> {
    let total = try total(of: request)
    var query = query
    query.page = min(query.page, max(1, Self.pageCount(total)))
    window(request, query)
    let records = try context.fetch(request).map(record)
    return ListPage(records: records, total: total, number: query.page)
  }

  /// The number of rows of all pages of a request.
  package func total<Object: NSManagedObject>(of request: NSFetchRequest<Object>) throws -> Int {
    let all = NSFetchRequest<Object>(entityName: request.entityName ?? "")
    all.predicate = request.predicate
    return try context.count(for: all)
  }

  /// The number of pages for a number of rows.
  package static func pageCount(_ total: Int) -> Int {
    let size = ListQuery<TeamOrder>.pageSize
    return (total + size - 1) / size
  }

  /// The condition that each word occurs in one of the texts.
  private static func condition(_ words: [String], in keys: [String]) -> NSPredicate? {
    guard !words.isEmpty else { return nil }
    return NSCompoundPredicate(
      andPredicateWithSubpredicates: words.map { word in
        NSCompoundPredicate(
          orPredicateWithSubpredicates: keys.map { key in
            NSPredicate(format: "%K CONTAINS[cd] %@", key, word)
          }
        )
      }
    )
  }
}
