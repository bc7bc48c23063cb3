import CoreData
import Foundation
import StoreBrowsing
import Testing

/// Tables of objects: conditions, orders and pages.
struct TableTests {
  private func names(_ table: ObjectListing) -> [String] {
    table.rows.compactMap { row in
      if case .text(let text, _)? = row.values.first { text } else { nil }
    }
  }

  @Test("A page has the values and the number of all objects")
  func page() throws {
    let sample = try BrowsedSample(players: 120)
    let model = try sample.store.model(candidates: [])
    let table = try sample.store.reading(model) { try $0.table(TableQuery("Player", page: 2)) }
    #expect(table.count == 120)
    #expect(table.pageCount == 3)
    #expect(names(table) == (50..<100).map { "Player \($0)" })
    #expect(
      table.columns.map(\.name) == ["name", "born", "home", "number", "photo", "tags", "team"]
    )
    #expect(table.rows[0].object.entity == "Player")
    #expect(table.rows[0].values[3] == .word("50"))
    #expect(table.rows[0].values[6] == .object(ObjectName(entity: "Team", key: "p1")))
    let last = try sample.store.reading(model) { try $0.table(TableQuery("Player", page: 99)) }
    #expect(last.page == 3)
    #expect(last.rows.count == 20)
    // Objects of subentities belong to the table of an entity.
    let people = try sample.store.reading(model) { try $0.table(TableQuery("Person")) }
    #expect(people.count == 120)
    #expect(people.rows[0].object.entity == "Player")
  }

  @Test("Conditions and orders are those of the predicate format")
  func condition() throws {
    let sample = try BrowsedSample(players: 20)
    let model = try sample.store.model(candidates: [])
    func ask(_ text: String, order: String? = nil, isAscending: Bool = true) throws -> [String] {
      names(
        try sample.store.reading(model) {
          try $0.table(
            TableQuery("Player", predicate: text, order: order, isAscending: isAscending)
          )
        }
      )
    }
    #expect(try ask("number > 17") == ["Player 18", "Player 19"])
    #expect(try ask("name ENDSWITH[cd] 'R 7'") == ["Player 7"])
    #expect(try ask("team.city == 'Oslo' AND number < 4") == ["Player 1", "Player 3"])
    #expect(
      try ask("number < 3", order: "number", isAscending: false) == [
        "Player 2", "Player 1", "Player 0",
      ]
    )
    #expect(try ask("  ").count == 20)
    // A column that cannot be sorted is ignored.
    #expect(try ask("number < 2", order: "photo") == ["Player 0", "Player 1"])
    #expect(try ask("number < 2", order: "password") == ["Player 0", "Player 1"])
  }

  @Test("Pages from both ends have each object once, in either order", arguments: [true, false])
  func ends(_ isAscending: Bool) throws {
    let sample = try BrowsedSample(players: 2_130)
    let model = try sample.store.model(candidates: [])
    var all: [String] = []
    for page in 1...43 {
      let query = TableQuery(
        "Player",
        order: "number",
        isAscending: isAscending,
        page: page
      )
      let table = try sample.store.reading(model) { try $0.table(query) }
      all += table.rows.map(\.object.key)
    }
    // Several players have each number.
    let ordered = (0..<2_130).sorted { left, right in
      let (first, second) = (left % 1_000, right % 1_000)
      if first != second { return isAscending == (first < second) }
      return isAscending == (left < right)
    }
    #expect(all.count == 2_130)
    #expect(Set(all).count == 2_130)
    #expect(all == ordered.map { "p\($0 + 1)" })
  }

  @Test(
    "Problems of a condition are reported with their place",
    arguments: [
      ("nmae == 'a'", 0, "'nmae' is not a property of 'Player'", "did you mean 'name'?"),
      ("name == 'a' AND team.town == 'b'", 16, "'town' is not a property of 'Team'", nil),
      ("name == $x", nil, "the variable '$x' has no value here", "write the value in its place"),
      ("name == %@", 8, nil, nil), ("number >", 8, nil, nil), ("name == 'a", 8, nil, nil),
      ("home == 3 AND FUNCTION(name, 'shell') == 1", nil, nil, nil),
      ("SUBQUERY(friends, $f, $f.number == $g).@count > 0", nil, nil, nil),
    ] as [(String, Int?, String?, String?)]
  )
  func mistakes(_ text: String, _ offset: Int?, _ message: String?, _ hint: String?) throws {
    let sample = try BrowsedSample()
    let model = try sample.store.model(candidates: [])
    let error = #expect(throws: BrowsingError.self) {
      try sample.store.reading(model) { try $0.table(TableQuery("Player", predicate: text)) }
    }
    #expect(error?.isAboutPredicate == true)
    #expect(error?.utf8Offset == offset)
    if let message { #expect(error?.message == message) }
    if let hint { #expect(error?.hint == hint) }
  }

  @Test("The objects of a relationship are a table of their own")
  func members() throws {
    let sample = try BrowsedSample(players: 9)
    let model = try sample.store.model(candidates: [])
    let team = ObjectName(entity: "Team", key: "p1")
    let query = TableQuery(
      "Player",
      owner: .init(team, "players"),
      predicate: "number > 2"
    )
    let table = try sample.store.reading(model) { try $0.table(query) }
    #expect(names(table) == ["Player 4", "Player 6", "Player 8"])
    for owner in [
      TableQuery.Owner(team, "nothing"), .init(ObjectName(entity: "Team", key: "p9"), "players"),
      .init(ObjectName(entity: "Team", key: "../p1"), "players"),
    ] {
      #expect(throws: BrowsingError.self) {
        try sample.store.reading(model) { try $0.table(TableQuery("Player", owner: owner)) }
      }
    }
  }

  private static let large = 8 << 20

  /// Gives the second player of a store texts and bytes of many megabytes.
  static func largeSample(_ sample: BrowsedSample, _ type: NSPersistentStore.StoreType) throws {
    try sample.withContext(type) { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
      request.predicate = NSPredicate(format: "number == 1")
      let player = try #require(try context.fetch(request).first)
      player.setValue(String(repeating: "ä", count: large / 2), forKey: "name")
      let picture = try #require(BrowsedSample.picture)
      player.setValue(picture + Data(count: large), forKey: "photo")
      player.setValue(["street": String(repeating: "x", count: large)], forKey: "home")
      try context.save()
    }
  }

  /// The cells of a table for that player.
  static func expectBeginnings(_ sample: BrowsedSample) throws {
    let model = try sample.store.model(candidates: [])
    let query = TableQuery("Player", order: "number")
    let table = try sample.store.reading(model) { try $0.table(query) }
    let values = Dictionary(
      uniqueKeysWithValues: zip(table.columns.map(\.name), table.rows[1].values)
    )
    #expect(values["name"] == .beginning(String(repeating: "ä", count: 120), bytes: large))
    #expect(values["home"] == .beginning("", bytes: large))
    guard case .bytes(let photo)? = values["photo"] else {
      Issue.record("there is no photo")
      return
    }
    #expect(photo.count == large + (BrowsedSample.picture?.count ?? 0))
    #expect(photo.picture == "image/png")
    #expect(values["number"] == .word("1"))
    #expect(values["born"] == ShownValue.none)
    #expect(values["team"] == .object(ObjectName(entity: "Team", key: "p2")))
    // The values of the others are complete.
    let other = Dictionary(
      uniqueKeysWithValues: zip(table.columns.map(\.name), table.rows[0].values)
    )
    #expect(other["name"] == .text("Player 0", count: 8))
    #expect(other["born"] == .word("2001-01-01 00:00:00.500 UTC"))
    #expect(other["home"] == .beginning("", bytes: 11))
    // Titles are read in part too.
    let team = try sample.store.reading(model) { try $0.details(of: table.rows[1].object) }
    let title = team?.name.title
    #expect(title == String(repeating: "ä", count: 80))
    let candidates = try sample.store.reading(model) { try $0.candidates(of: "Player") }
    #expect(
      candidates.compactMap(\.title).sorted() == ["Player 0", "Player 2", title ?? ""].sorted()
    )
  }

  @Test("Only the displayed part of a large value is read")
  func beginnings() throws {
    let sample = try BrowsedSample()
    try Self.largeSample(sample, .sqlite)
    try Self.expectBeginnings(sample)
    // A missing external data file is not an error of the page.
    let files = sample.folder.appending(path: ".Club_SUPPORT/_EXTERNAL_DATA")
    for name in try FileManager.default.contentsOfDirectory(atPath: files.path) {
      try FileManager.default.removeItem(at: files.appending(path: name))
    }
    let model = try sample.store.model(candidates: [])
    let table = try sample.store.reading(model) { try $0.table(TableQuery("Player")) }
    #expect(table.rows.count == 3)
  }

  @Test("An edited object is shown with its edits, beside large values of others")
  func editedBesideLarge() throws {
    let sample = try BrowsedSample()
    try Self.largeSample(sample, .sqlite)
    let model = try sample.store.model(candidates: [])
    let editor = StoreEditor(sample.store, makesBackup: false)
    try editor.make(
      .set(ObjectName(entity: "Player", key: "p1"), [FieldText(["name"], "Edited")]),
      model
    )
    try editor.make(.delete(ObjectName(entity: "Player", key: "p3")), model)
    let table = try #require(try editor.reading { try $0.table(TableQuery("Player")) })
    #expect(table.rows.map(\.object.key) == ["p1", "p2"])
    #expect(table.rows[0].values[0] == .text("Edited", count: 6))
    #expect(
      table.rows[1].values[0] == .beginning(String(repeating: "ä", count: 120), bytes: Self.large)
    )
    editor.discard()
  }

  @Test("A million rows are paged, ordered and filtered at once")
  func million() throws {
    let sample = try BrowsedSample(players: 2)
    try sample.multiply(to: 1_000_000)
    let model = try sample.store.model(candidates: [])
    let clock = ContinuousClock()
    let queries: [(String, TableQuery)] = [
      ("first page", TableQuery("Player")),
      ("last page", TableQuery("Player", page: 20_000)),
      ("ordered", TableQuery("Player", order: "number")),
      ("ordered, last page", TableQuery("Player", order: "number", page: 20_000)),
      ("ordered, in the middle", TableQuery("Player", order: "number", page: 10_000)),
      ("filtered", TableQuery("Player", predicate: "number > 998")),
      ("text", TableQuery("Player", predicate: "name CONTAINS[cd] '99999'")),
    ]
    for (title, query) in queries {
      var count = 0
      let time = try clock.measure {
        count = try sample.store.reading(model) { try $0.table(query).count }
      }
      print("1,000,000 rows, \(title): \(count) objects in \(time)")
      #expect(count > 0)
      #expect(time < .seconds(20))
    }
  }
}
