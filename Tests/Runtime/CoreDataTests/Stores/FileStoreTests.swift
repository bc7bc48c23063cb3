import CoreData
import Foundation
import PropertyLists
import Testing

@Suite("Stores in binary and XML files") struct FileStoreTests {
  let scratch: StoreScratch
  let url: URL

  init() throws {
    scratch = try StoreScratch()
    url = scratch.url("store")
  }

  static let types: [NSPersistentStore.StoreType] = [.binary, .xml]

  @Test("The file of a new store is there as soon as the store is open", arguments: types)
  func newFile(_ type: NSPersistentStore.StoreType) throws {
    let store = try scratch.coordinator().addPersistentStore(type: type, at: url)
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: url)
    #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
    let nowhere = scratch.url("missing/folder/store")
    #expect(throws: (any Error).self) {
      try scratch.coordinator().addPersistentStore(type: type, at: nowhere)
    }
    let readOnly = scratch.url("read-only")
    let error = #expect(throws: CocoaError.self) {
      try scratch.coordinator().addPersistentStore(
        type: type,
        at: readOnly,
        options: [NSReadOnlyPersistentStoreOption: true]
      )
    }
    #expect(error?.code == .fileReadNoSuchFile)
    #expect(!FileManager.default.fileExists(atPath: readOnly.path))
  }

  @Test("A store at /dev/null keeps nothing, and leaves the device as it is", arguments: types)
  func nullDevice(_ type: NSPersistentStore.StoreType) throws {
    let null = URL(fileURLWithPath: "/dev/null")
    let coordinator = scratch.coordinator()
    try coordinator.addPersistentStore(type: type, at: null)
    let context = scratch.context(coordinator)
    Player(context: context).name = "Ada"
    try context.save()
    #expect(try scratch.players(scratch.context(coordinator)).map(\.name) == ["Ada"])
    let attributes = try FileManager.default.attributesOfItem(atPath: null.path)
    #expect(attributes[.type] as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test("The XML file, to the byte")
  func xml() throws {
    let coordinator = scratch.coordinator()
    let store = try coordinator.addPersistentStore(type: .xml, at: url)
    store.metadata = [NSStoreTypeKey: NSXMLStoreType, NSStoreUUIDKey: "ID", "a<b": ["x", 1, true]]
    let context = scratch.context(coordinator)
    let team = Team(context: context)
    team.setValue("<A & \"B\">\r\n", forKey: "title")
    try context.save()
    let player = Player(context: context)
    player.name = "\u{1}"
    player.goals = -3
    player.team = team
    try context.save()
    #expect(
      try String(contentsOf: url, encoding: .utf8) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <store type="XML" format="1" last="2">
          <metadata>
            <value name="NSStoreType" type="string">XML</value>
            <value name="NSStoreUUID" type="string">ID</value>
            <value name="a&lt;b" type="array">
              <value type="string">x</value>
              <value type="integer">1</value>
              <value type="boolean">true</value>
            </value>
          </metadata>
          <object entity="Team" number="1" version="2">
            <attribute name="title" type="string">&lt;A &amp; "B"&gt;&#13;
        </attribute>
            <relationship name="players">2</relationship>
          </object>
          <object entity="Player" number="2" version="1">
            <attribute name="name" type="string" encoding="base64">AQ==</attribute>
            <attribute name="goals" type="integer">-3</attribute>
            <relationship name="team">1</relationship>
          </object>
        </store>

        """
    )
  }

  @Test("The same objects give the same bytes", arguments: types)
  func deterministic(_ type: NSPersistentStore.StoreType) throws {
    try scratch.makeStore(type, at: url)
    let coordinator = scratch.coordinator()
    let store = try coordinator.addPersistentStore(type: type, at: url)
    let context = scratch.context(coordinator)
    let team = try #require(try scratch.players(context).first?.team)
    for number in 0..<50 {
      let player = Player(context: context)
      player.name = "\(number)"
      player.team = team
    }
    try context.save()
    let before = try Data(contentsOf: url)
    for _ in 0..<3 {
      try coordinator.remove(try #require(coordinator.persistentStores.first))
      let again = try coordinator.addPersistentStore(type: type, at: url)
      coordinator.setMetadata(coordinator.metadata(for: again), for: again)
      try scratch.context(coordinator).save()
      #expect(try Data(contentsOf: url) == before)
    }
    _ = store
  }

  @Test(
    "A file that is not a store is refused with an error",
    arguments: types,
    [
      "no store", "bplist00", "<?xml version=\"1.0\"?>", "<?xml version=\"1.0\"?><plist/>",
      "<?xml version=\"1.0\"?><store/>", "<?xml version=\"1.0\"?><store format=\"2\" last=\"0\"/>",
      "<store format=\"1\" last=\"0\"><object/></store>",
      "<store format=\"1\" last=\"0\"><object entity=\"Team\" number=\"0\" version=\"1\"/></store>",
      "<store format=\"1\" last=\"0\"><object entity=\"Team\" number=\"1\" version=\"1\">"
        + "<attribute name=\"title\" type=\"integer\">1</attribute></object></store>",
      "<store format=\"1\" last=\"0\"><object entity=\"Team\" number=\"1\" version=\"1\"/>"
        + "<object entity=\"Team\" number=\"1\" version=\"1\"/></store>",
      "<?xml version=\"1.0\"?><!DOCTYPE store [<!ENTITY a \"b\">]><store format=\"1\" last=\"0\"/>",
      "<store format=\"1\" last=\"0\"><metadata>"
        + String(repeating: "<value name=\"x\" type=\"dictionary\">", count: 5000),
      "SQLite format 3\u{0}", "\u{0}\u{0}",
    ]
  )
  func foreign(_ type: NSPersistentStore.StoreType, _ text: String) throws {
    try Data(text.utf8).write(to: url)
    let error = try #require(throws: CocoaError.self) {
      try scratch.coordinator().addPersistentStore(type: type, at: url)
    }
    #expect([259, NSPersistentStoreTypeMismatchError].contains(error.errorCode))
    #expect(try Data(contentsOf: url) == Data(text.utf8))
  }

  @Test("Files with any one byte changed, or cut off, are read or refused", arguments: types)
  func damaged(_ type: NSPersistentStore.StoreType) throws {
    try scratch.makeStore(type, at: url)
    let good = Array(try Data(contentsOf: url))
    var state: UInt64 = 1
    let target = scratch.url("damaged")
    for position in stride(from: 0, to: good.count, by: 3) {
      var bad = good
      if position % 2 == 0 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bad[position] = UInt8(truncatingIfNeeded: state >> 33)
      } else {
        bad.removeSubrange(position...)
      }
      try Data(bad).write(to: target)
      let coordinator = scratch.coordinator()
      _ = try? coordinator.addPersistentStore(type: type, at: target)
      let context = scratch.context(coordinator)
      for player in (try? scratch.players(context)) ?? [] {
        _ = player.team?.value(forKey: "title")
      }
    }
  }

  @Test("Numbers that no program writes are read or refused, and nothing stops", arguments: types)
  func hostileNumbers(_ type: NSPersistentStore.StoreType) async throws {
    await #expect(processExitsWith: .success) { [isXML = (type == .xml) as Bool] in
      let tests = try FileStoreTests()
      try isXML ? tests.useHostileTexts() : tests.useHostileLists()
    }
  }

  private static let hostileNumbers: [Int64] = [.max, .max - 1, 1 << 62, .min, -1, 0, 3]

  /// Uses an XML store once for each combination of a number in it and a malicious replacement.
  private func useHostileTexts() throws {
    try scratch.makeStore(.xml, at: url)
    let good = try String(contentsOf: url, encoding: .utf8)
    let numbers = good.matches(of: /(?:number|version|last)="([0-9]+)"|type="integer">([0-9]+)</)
    let lists = good.matches(of: /<relationship name="[a-z]+">([0-9 ]+)</)
    let ranges =
      numbers.compactMap { ($0.1 ?? $0.2).map { $0.startIndex..<$0.endIndex } }
      + lists.map { $0.1.startIndex..<$0.1.endIndex }
    try #require(numbers.count >= 5 && lists.count >= 2)
    for range in ranges {
      for number in Self.hostileNumbers {
        try Data(good.replacingCharacters(in: range, with: String(number)).utf8).write(to: url)
        use(.xml)
      }
    }
  }

  /// Does the same with a binary store.
  private func useHostileLists() throws {
    try scratch.makeStore(.binary, at: url)
    let good = try PropertyList(binary: Array(try Data(contentsOf: url)))
    func replacing(_ place: Int, _ number: Int64) -> PropertyList? {
      var count = 0
      func visit(_ list: PropertyList) -> PropertyList {
        switch list {
        case .integer:
          defer { count += 1 }
          return count == place ? .integer(number) : list
        case .array(let elements): return .array(elements.map(visit))
        case .dictionary(let list):
          return .dictionary(
            PropertyListDictionary(list.entries.map { .init($0.key, visit($0.value)) })
          )
        default: return list
        }
      }
      let changed = visit(good)
      return place < count ? changed : nil
    }
    var place = 0
    while replacing(place, 0) != nil {
      for number in Self.hostileNumbers {
        guard let list = replacing(place, number) else { break }
        try Data(list.binary()).write(to: url)
        use(.binary)
      }
      place += 1
    }
    #expect(place >= 7)
  }

  /// Reads, changes, inserts, deletes and saves, ignoring errors.
  private func use(_ type: NSPersistentStore.StoreType) {
    let coordinator = scratch.coordinator()
    guard (try? coordinator.addPersistentStore(type: type, at: url)) != nil else { return }
    let context = scratch.context(coordinator)
    for player in (try? scratch.players(context)) ?? [] {
      _ = player.team?.value(forKey: "title")
      _ = (player.team?.value(forKey: "players") as? Set<Player>)?.map(\.name)
      player.goals = 7
      player.team = Team(context: context)
    }
    try? context.save()
    for team in (try? context.fetch(NSFetchRequest<Team>(entityName: "Team"))) ?? [] {
      context.delete(team)
    }
    try? context.save()
  }

  @Test(
    "An object in a relationship to another entity is an error",
    arguments: ["team", "players"]
  )
  func otherEntity(_ name: String) throws {
    try scratch.makeStore(.xml, at: url)
    let good = try String(contentsOf: url, encoding: .utf8)
    let match = try #require(
      try good.firstMatch(
        of: Regex("<relationship name=\"\(name)\">([0-9]+)<", as: (Substring, Substring).self)
      )
    )
    let other = match.1 == "1" ? "2" : "1"
    let range = match.1.startIndex..<match.1.endIndex
    let bad = Data(good.replacingCharacters(in: range, with: other).utf8)
    try bad.write(to: url)
    let error = #expect(throws: NSError.self) {
      try scratch.coordinator().addPersistentStore(type: .xml, at: url)
    }
    #expect(error?.code == NSFileReadCorruptFileError)
    #expect("\(String(describing: error))".contains("is of another entity"))
    #expect(try Data(contentsOf: url) == bad)
  }

  @Test("Values of another version of the model stay in the file", arguments: types)
  func unknownContent(_ type: NSPersistentStore.StoreType) throws {
    let model = Club.makeModel()
    let shirt = NSAttributeDescription()
    shirt.name = "shirt"
    shirt.type = .integer16
    shirt.isOptional = true
    model.entitiesByName["Player"]?.properties.append(shirt)
    let sponsor = NSEntityDescription()
    sponsor.name = "Sponsor"
    model.entities.append(sponsor)
    let newer = scratch.coordinator(model)
    try newer.addPersistentStore(type: type, at: url)
    let context = scratch.context(newer)
    Player(context: context).setValue(9, forKey: "shirt")
    _ = NSManagedObject(entity: sponsor, insertInto: context)
    try context.save()

    let older = scratch.coordinator()
    try older.addPersistentStore(
      type: type,
      at: url,
      options: [NSIgnorePersistentStoreVersioningOption: true]
    )
    let olderContext = scratch.context(older)
    try #require(try scratch.players(olderContext).first).name = "Ada"
    try olderContext.save()

    let again = scratch.coordinator(model.copy() as? NSManagedObjectModel ?? model)
    try again.addPersistentStore(type: type, at: url)
    let last = scratch.context(again)
    let player = try #require(try scratch.players(last).first)
    #expect(player.name == "Ada" && player.value(forKey: "shirt") as? Int == 9)
    #expect(try last.count(for: NSFetchRequest<NSManagedObject>(entityName: "Sponsor")) == 1)
  }

  @Test(
    "A save that fails leaves the file, the store and the changes as they were",
    arguments: types
  )
  func failedSave(_ type: NSPersistentStore.StoreType) throws {
    try scratch.makeStore(type, at: url)
    let coordinator = scratch.coordinator()
    let store = try coordinator.addPersistentStore(type: type, at: url)
    let context = scratch.context(coordinator)
    let player = try #require(try scratch.players(context).first)
    player.name = "Bea"
    _ = Player(context: context)
    store.url = scratch.url("missing/store")
    #expect(throws: CocoaError.self) { try context.save() }
    #expect(context.hasChanges && player.name == "Bea")
    let other = scratch.context(coordinator)
    #expect(try scratch.players(other).map(\.name) == ["Ada"])
    store.url = url
    try context.save()
    #expect(try scratch.players(scratch.context(coordinator)).count == 2)
  }

  @Test("A link is written through", arguments: types)
  func link(_ type: NSPersistentStore.StoreType) throws {
    let real = scratch.url("real")
    try scratch.makeStore(type, at: real)
    try FileManager.default.createSymbolicLink(at: url, withDestinationURL: real)
    try scratch.makeStore(type, at: url)
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
    let coordinator = scratch.coordinator()
    try coordinator.addPersistentStore(type: type, at: real)
    #expect(try scratch.players(scratch.context(coordinator)).count == 2)
  }

  @Test("Data whose text is longer than libxml2 accepts by default")
  func large() throws {
    let entity = NSEntityDescription()
    entity.name = "Blob"
    let attribute = NSAttributeDescription()
    attribute.name = "data"
    attribute.type = .binaryData
    entity.properties = [attribute]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let data = Data(repeating: 0xA5, count: 8 << 20)
    let coordinator = scratch.coordinator(model)
    let store = try coordinator.addPersistentStore(type: .xml, at: url)
    let context = scratch.context(coordinator)
    NSManagedObject(entity: entity, insertInto: context).setValue(data, forKey: "data")
    try context.save()
    try coordinator.remove(store)
    try coordinator.addPersistentStore(type: .xml, at: url)
    let other = scratch.context(coordinator)
    let found = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Blob"))
    #expect(found.first?.value(forKey: "data") as? Data == data)
  }

  @Test("Objects of unknown entities keep their connections", arguments: types)
  func strangers(_ type: NSPersistentStore.StoreType) throws {
    func model(_ other: String) -> NSManagedObjectModel {
      let owner = PlainModel.entity("Owner", ["name": .string])
      let member = PlainModel.entity(other, ["name": .string])
      PlainModel.relate(owner, "members", member, "owner")
      PlainModel.relate(owner, "sorted", member, "sorter", isOrdered: true)
      PlainModel.relate(member, "owners", owner, "best")
      let model = NSManagedObjectModel()
      model.entities = [owner, member]
      return model
    }
    func use(_ other: String, _ work: (NSManagedObject, NSManagedObjectContext) throws -> Void)
      throws
    {
      let coordinator = scratch.coordinator(model(other))
      let store = try coordinator.addPersistentStore(
        type: type,
        at: url,
        options: [NSIgnorePersistentStoreVersioningOption: true]
      )
      let context = scratch.context(coordinator)
      let owner =
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Owner")).first
        ?? NSEntityDescription.insertNewObject(forEntityName: "Owner", into: context)
      try work(owner, context)
      try context.save()
      try coordinator.remove(store)
    }
    func names(_ owner: NSManagedObject) -> [[String]] {
      let best = owner.value(forKey: "best") as? NSManagedObject
      let members = owner.value(forKey: "members") as? Set<NSManagedObject> ?? []
      let sorted = (owner.value(forKey: "sorted") as? NSOrderedSet)?.array ?? []
      return [
        best.map { [$0] } ?? [], Array(members), sorted.compactMap { $0 as? NSManagedObject },
      ]
      .map { $0.compactMap { $0.value(forKey: "name") as? String } }
    }
    try use("Member") { owner, context in
      let made = ["a", "b"].map { name in
        let member = NSEntityDescription.insertNewObject(forEntityName: "Member", into: context)
        member.setValue(name, forKey: "name")
        return member
      }
      owner.setValue(made[1], forKey: "best")
      owner.setValue(Set(made[..<1]), forKey: "members")
      owner.setValue(NSOrderedSet(array: made.reversed()), forKey: "sorted")
    }
    try use("Other") { owner, context in
      #expect(names(owner) == [[], [], []])
      owner.setValue("changed", forKey: "name")
      let other = NSEntityDescription.insertNewObject(forEntityName: "Other", into: context)
      other.setValue("other", forKey: "name")
      owner.setValue(NSOrderedSet(object: other), forKey: "sorted")
    }
    try use("Member") { owner, _ in #expect(names(owner) == [["b"], ["a"], ["b", "a"]]) }
    // Another object replaces an object that the model does not know.
    try use("Other") { owner, context in
      #expect(names(owner) == [[], [], ["other"]])
      owner.setValue((owner.value(forKey: "sorted") as? NSOrderedSet)?.firstObject, forKey: "best")
    }
    try use("Member") { owner, _ in #expect(names(owner) == [[], ["a"], ["b", "a"]]) }
  }
}
