import CoreData
import EveryStore
import Foundation
import SQLDriver
import SQLiteDriver
import Testing

/// Tests of the number of rows written when members of ordered relationships are inserted and moved.
@Suite("The keys of ordered relationships", .everyDatabase) struct OrderingKeyTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// A way to insert or move one member in each round.
  struct Pattern: CustomTestStringConvertible {
    let name: String
    let change: @Sendable (NSMutableOrderedSet, Int, inout Dice, () -> NSManagedObject) -> Void
    var testDescription: String { name }

    init(
      _ name: String,
      _ change:
        @escaping @Sendable (
          NSMutableOrderedSet, Int, inout Dice, () -> NSManagedObject
        ) -> Void
    ) {
      self.name = name
      self.change = change
    }
  }

  private static let count = 200

  static let patterns: [Pattern] = [
    .init("insertions at the front") { set, _, _, new in set.insert(new(), at: 0) },
    .init("insertions at the end") { set, _, _, new in set.add(new()) },
    .init("insertions at one place") { set, _, _, new in set.insert(new(), at: 150) },
    .init("insertions in a row") { set, round, _, new in set.insert(new(), at: 100 + round) },
    .init("insertions in the middle") { set, _, _, new in set.insert(new(), at: set.count / 2) },
    .init("insertions anywhere") { set, _, dice, new in
      set.insert(new(), at: .random(in: 0...set.count, using: &dice))
    },
    .init("moves to the front") { set, _, _, _ in set.moveObjects(at: [set.count - 1], to: 0) },
    .init("moves to one place") { set, _, _, _ in set.moveObjects(at: [set.count - 1], to: 20) },
    .init("moves to the end") { set, _, _, _ in
      let member = set.object(at: 10)
      set.remove(member)
      set.add(member)
    },
    .init("moves anywhere") { set, _, dice, _ in
      let member = set.object(at: .random(in: 0..<set.count, using: &dice))
      set.remove(member)
      set.insert(member, at: .random(in: 0...set.count, using: &dice))
    },
    .init("exchanged neighbours") { set, round, _, _ in
      set.exchangeObject(at: round, withObjectAt: round + 1)
    },
  ]

  @Test(
    "At most two rows are written for each insertion or move, on average",
    .stores(.sqlite),
    arguments: patterns,
    ["items", "listed", "spares"]
  )
  func rows(_ pattern: Pattern, _ key: String) throws {
    let context = try folder.context(Warehouse.makeModel())
    let shelf = Bookshop.make("Shelf", [:], in: context)
    let set = shelf.mutableOrderedSetValue(forKey: key)
    for number in 0..<Self.count {
      set.add(Bookshop.make("Item", ["name": "\(number)"], in: context))
    }
    try context.save()
    let connection = try SQLiteConnection(path: folder.store().path)
    defer { connection.close() }
    var places = try Self.places(key, connection)
    var written = 0
    var dice = Dice(5)
    let rounds = 100
    for round in 0..<rounds {
      pattern.change(set, round, &dice) {
        Bookshop.make("Item", ["name": "new \(round)"], in: context)
      }
      try context.save()
      let now = try Self.places(key, connection)
      written += now.count { places[$0.key] != $0.value }
      places = now
    }
    #expect(written <= 2 * rounds, "\(Double(written) / Double(rounds)) rows")
    let wanted = set.map { ($0 as? NSManagedObject)?.objectID }
    let other = try folder.context(Warehouse.makeModel())
    let stored = other.object(with: shelf.objectID).value(forKey: key) as? NSOrderedSet
    #expect(
      stored?.map { ($0 as? NSManagedObject)?.objectID.uriRepresentation() }
        == wanted.map { $0?.uriRepresentation() }
    )
  }

  /// The ordering keys in the store by the primary keys of the members.
  private static func places(
    _ key: String,
    _ connection: SQLiteConnection
  ) throws -> [Int64: SQLValue] {
    let sql =
      switch key {
      case "items": "SELECT Z_PK, Z_FOK_SHELF FROM ZITEM"
      case "spares": "SELECT Z_PK, Z_FOK_3SPARES FROM ZITEM"
      default: "SELECT Z_1LISTED, Z_FOK_1LISTED FROM Z_1LISTS"
      }
    var places: [Int64: SQLValue] = [:]
    for row in try connection.rows(sql) {
      if case .integer(let member) = row[0] { places[member] = row[1] }
    }
    return places
  }

  @Test(
    "The first keys are those of Core Data: 2,048 and 1,024 more for each further member",
    .stores(.sqlite)
  )
  func firstKeys() throws {
    let context = try folder.context(Warehouse.makeModel())
    let shelf = Bookshop.make("Shelf", [:], in: context)
    let items = (0..<4).map { Bookshop.make("Item", ["name": "\($0)"], in: context) }
    shelf.setValue(NSOrderedSet(array: items), forKey: "items")
    try context.save()
    let keys = try folder.query("SELECT group_concat(Z_FOK_SHELF) FROM ZITEM")
    #expect(keys == nil || keys == "2048,3072,4096,5120")
  }

  @Test("Any order can be saved, even one that has nothing in common with the last one")
  func anyOrder() throws {
    var dice = Dice(6)
    let context = try folder.context(Warehouse.makeModel())
    let shelf = Bookshop.make("Shelf", [:], in: context)
    var order = (0..<50).map { Bookshop.make("Item", ["name": "\($0)"], in: context) }
    for round in 0..<60 {
      switch round % 4 {
      case 0: order.shuffle(using: &dice)
      case 1: order.reverse()
      case 2: order.removeFirst(10)
      default:
        for _ in 0..<10 {
          let new = Bookshop.make("Item", ["name": "x"], in: context)
          order.insert(new, at: .random(in: 0...order.count, using: &dice))
        }
      }
      for key in ["items", "listed", "spares"] {
        shelf.setValue(NSOrderedSet(array: order), forKey: key)
      }
      try context.save()
      let again = try folder.context(Warehouse.makeModel())
      let other = again.object(with: shelf.objectID)
      for key in ["items", "listed", "spares"] {
        let stored = (other.value(forKey: key) as? NSOrderedSet)?.array as? [NSManagedObject]
        #expect(stored?.map(\.objectID.lastNumber) == order.map(\.objectID.lastNumber))
      }
    }
  }

  @Test(
    "Members without a position come first, in the order of their keys",
    arguments: ["items", "listed", "spares"]
  )
  func withoutPosition(key: String) throws {
    let context = try folder.context(Warehouse.makeModel())
    let shelf = Bookshop.make("Shelf", [:], in: context)
    let items = (0..<5).map { Bookshop.make("Item", ["name": "\($0)"], in: context) }
    try context.save()
    shelf.setValue(NSOrderedSet(array: items), forKey: key)
    try context.save()
    try removePositions(of: key)

    let request = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
    let reader = try folder.context(Warehouse.makeModel())
    let found = try #require(try reader.fetch(request).first)
    #expect(names(key, of: found) == ["2", "3", "0", "1", "4"])
    request.relationshipKeyPathsForPrefetching = [key]
    let prefetching = try folder.context(Warehouse.makeModel())
    let fetched = try prefetching.fetch(request).map { names(key, of: $0) }
    #expect(fetched == [["2", "3", "0", "1", "4"]])

    let members = found.mutableOrderedSetValue(forKey: key)
    members.insert(Bookshop.make("Item", ["name": "new"], in: reader), at: 1)
    try reader.save()
    let again = try folder.context(Warehouse.makeModel())
    let stored = try #require(try again.fetch(request).first)
    #expect(names(key, of: stored) == ["2", "new", "3", "0", "1", "4"])
  }

  private func names(_ key: String, of shelf: NSManagedObject) -> [String] {
    let members = shelf.value(forKey: key) as? NSOrderedSet
    return members?.compactMap { ($0 as? NSManagedObject)?.value(forKey: "name") as? String } ?? []
  }

  /// Removes the positions of the items 2 and 3, as another program may.
  private func removePositions(of key: String) throws {
    let run = StoreRun.current
    let isServer = run?.kind == .postgreSQL
    let connection =
      try isServer
      ? run?.connect("store.sqlite") : SQLiteConnection(path: folder.store().path)
    defer { connection?.close() }
    let (table, place, member) =
      switch key {
      case "items":
        isServer ? ("item", "shelf_order", "object_id") : ("ZITEM", "Z_FOK_SHELF", "Z_PK")
      case "spares":
        isServer
          ? ("item", "shelf_spares_order", "object_id") : ("ZITEM", "Z_FOK_3SPARES", "Z_PK")
      default:
        isServer
          ? ("item_lists", "listed_order", "item_id") : ("Z_1LISTS", "Z_FOK_1LISTED", "Z_1LISTED")
      }
    let (items, key) = isServer ? ("item", "object_id") : ("ZITEM", "Z_PK")
    let name = isServer ? "name" : "ZNAME"
    _ = try connection?.rows(
      "UPDATE \(table) SET \(place) = NULL"
        + " WHERE \(member) IN (SELECT \(key) FROM \(items) WHERE \(name) IN ('2', '3'))"
    )
  }
}

extension NSManagedObjectID {
  /// The primary key, from the URI.
  fileprivate var lastNumber: String { uriRepresentation().lastPathComponent }
}
