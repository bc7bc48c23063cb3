import CoreData
import Foundation
import StoreBrowsing
import StoreMigration
import Testing

/// Edits of objects, which are saved through the runtime.
struct EditingTests {
  /// A store with its editor.
  private struct Scene {
    let sample: BrowsedSample
    let editor: StoreEditor
    let model: BrowsedModel

    init(makesBackup: Bool = true) throws {
      sample = try BrowsedSample()
      editor = StoreEditor(sample.store, makesBackup: makesBackup)
      model = try sample.store.model(candidates: [])
    }

    @discardableResult
    func make(_ edit: ObjectEdit) throws -> ObjectName? { try editor.make(edit, model) }

    /// The values of an object in the editor.
    func details(_ name: ObjectName) throws -> ObjectDetails? {
      guard let details = try editor.reading({ try $0.details(of: name) }) else {
        return try sample.store.reading(model) { try $0.details(of: name) }
      }
      return details
    }

    func value(_ attribute: String, of name: ObjectName) throws -> ShownValue? {
      try details(name)?.attributes.first { $0.name == attribute }?.value
    }

    /// The values of an object for another program.
    func stored(_ attribute: String, of name: ObjectName) throws -> ShownValue? {
      let details = try sample.store.reading(model) { try $0.details(of: name) }
      return details?.attributes.first { $0.name == attribute }?.value
    }

    /// The fields for which an edit is rejected.
    func refused(_ edit: ObjectEdit) -> [String] {
      do {
        try make(edit)
        return []
      } catch let problem as EditingProblem {
        return problem.fields.keys.sorted()
      } catch {
        return ["\(error)"]
      }
    }
  }

  private static let player = ObjectName(entity: "Player", key: "p1")
  private static let team = ObjectName(entity: "Team", key: "p1")

  private func set(_ object: ObjectName, _ name: String, _ text: String?) -> ObjectEdit {
    .set(object, [FieldText(name.split(separator: ".").map(String.init), text)])
  }

  @Test("Values of all types are set from texts, saved, and undone")
  func values() throws {
    let scene = try Scene()
    let values: [(String, String?, ShownValue)] = [
      ("name", "Änne\n2", .text("Änne\n2", count: 6)), ("name", "", .text("", count: 0)),
      ("name", nil, .none), ("number", "-32768", .word("-32768")), ("number", "", .none),
      ("born", "2024-02-29", .word("2024-02-29 00:00:00 UTC")),
      ("born", "2024-02-29 12:34:56.5 UTC", .word("2024-02-29 12:34:56.500 UTC")),
      (
        "home.street", "Side Street",
        .composite([.init(name: "street", value: .text("Side Street", count: 11))])
      ),
      ("photo", nil, .none),
    ]
    for (name, text, shown) in values {
      try scene.make(set(Self.player, name, text))
      let attribute = String(name.prefix { $0 != "." })
      #expect(try scene.value(attribute, of: Self.player) == shown, "\(name) \(text ?? "nil")")
    }
    try scene.make(set(Self.team, "isOpen", "no"))
    #expect(try scene.value("isOpen", of: Self.team) == .word("no"))
    try scene.make(set(Self.player, "photo", "PGh0bWw+"))
    guard case .bytes(let data)? = try scene.value("photo", of: Self.player) else {
      Issue.record("the bytes are not there")
      return
    }
    #expect(data.count == 6)
    #expect(try scene.stored("name", of: Self.player) == .text("Player 0", count: 8))
    #expect(try scene.editor.save(.refuse) == .saved)
    #expect(try scene.stored("name", of: Self.player) == ShownValue.none)
    #expect(try scene.stored("isOpen", of: Self.team) == .word("no"))
    // Values of unavailable classes are kept.
    #expect(try scene.stored("tags", of: Self.player) != ShownValue.none)
    for _ in 0..<(values.count + 2) { scene.editor.undo() }
    #expect(scene.editor.state.undoTitle == nil)
    #expect(try scene.value("name", of: Self.player) == .text("Player 0", count: 8))
    #expect(try scene.editor.save(.refuse) == .saved)
    #expect(try scene.stored("name", of: Self.player) == .text("Player 0", count: 8))
    #expect(try scene.stored("number", of: Self.player) == .word("0"))
    scene.editor.discard()
  }

  @Test(
    "A text that is no value is refused at its field, and nothing is set",
    arguments: [
      ("number", "32768"), ("number", "1.5"), ("number", " 1"), ("born", "2023-02-29"),
      ("born", "tomorrow"), ("photo", "%"), ("tags", "x"), ("home", "x"), ("home.town", "x"),
      ("nothing", "x"),
    ]
  )
  func refusals(_ name: String, _ text: String) throws {
    let scene = try Scene()
    let fields = [
      FieldText(["name"], "Other"), FieldText(name.split(separator: ".").map(String.init), text),
    ]
    #expect(throws: EditingProblem.self) { try scene.make(.set(Self.player, fields)) }
    #expect(try scene.value("name", of: Self.player) == .text("Player 0", count: 8))
    #expect(!scene.editor.state.isChanged)
    scene.editor.discard()
  }

  @Test("Objects are made, related and deleted; both ends of a relationship agree")
  func objects() throws {
    let scene = try Scene()
    let new = try #require(try scene.make(.add(entity: "Player")))
    #expect(new.isNew)
    try scene.make(set(new, "name", "Eve"))
    try scene.make(.link(new, relationship: "team", to: "Team 2"))
    try scene.make(.link(new, relationship: "friends", to: "1"))
    try scene.make(.link(Self.team, relationship: "players", to: new.reference))
    #expect(scene.refused(.link(new, relationship: "team", to: "Team 99")) == ["team"])
    #expect(scene.refused(.link(new, relationship: "team", to: "Player 1")) == ["team"])
    #expect(throws: EditingProblem.self) { try scene.make(.add(entity: "Person")) }
    let found = try #require(try scene.details(new))
    #expect(found.relationships.first { $0.name == "team" }?.objects.first?.key == "p1")
    let table = try scene.editor.reading {
      try $0.table(TableQuery("Player", predicate: "name == 'Eve'"))
    }
    #expect(table?.count == 1)
    #expect(try scene.editor.reading { try $0.table(TableQuery("Player")) }?.count == 4)
    try scene.make(.delete(ObjectName(entity: "Player", key: "p2")))
    let edits = scene.editor.pending()
    #expect(edits.inserted.map(\.title) == ["Eve"])
    #expect(edits.deleted.map(\.key) == ["p2"])
    #expect(edits.problems.isEmpty)
    #expect(try scene.editor.save(.refuse) == .saved)
    // The former name of the new object in pages still leads to it.
    #expect(try scene.details(new)?.name.key == "p4")
    let saved = ObjectName(entity: "Player", key: "p4")
    #expect(try scene.stored("name", of: saved) == .text("Eve", count: 3))
    // A deleted object is restored as one that the next save inserts.
    scene.editor.undo()
    #expect(scene.editor.pending().inserted.map(\.title) == ["Player 1"])
    scene.editor.discard()
    #expect(try scene.details(ObjectName(entity: "Player", key: "p2")) == nil)
  }

  @Test("A copy with the log is made once, before the first save; looking and editing make none")
  func backup() throws {
    let scene = try Scene()
    // The last save of another program is only in the log.
    let model = try #require(NSManagedObjectModel(contentsOf: scene.sample.model))
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      type: .sqlite,
      at: scene.sample.url,
      options: [NSPersistentHistoryTrackingKey: true]
    )
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      team.setValue("Log", forKey: "city")
      try context.save()
    }
    try scene.make(set(Self.player, "name", "A"))
    #expect(scene.sample.backups == [])
    #expect(try scene.editor.save(.refuse) == .saved)
    let path = try #require(scene.editor.state.backup)
    #expect(scene.sample.backups.count == 1)
    try scene.make(set(Self.player, "name", "B"))
    #expect(try scene.editor.save(.refuse) == .saved)
    #expect(scene.sample.backups.count == 1)
    let copy = BrowsedStore(path)
    let teams = try copy.reading(scene.model) {
      try $0.table(TableQuery("Team", predicate: "city == 'Log'"))
    }
    #expect(teams.count == 1)
    let old = try copy.reading(scene.model) { try $0.details(of: Self.player) }
    #expect(old?.name.title == "Player 0")
    scene.editor.discard()
    try coordinator.remove(store)
  }

  @Test("Without a copy nothing is saved")
  func noBackup() throws {
    let scene = try Scene()
    // No name is free for the copy.
    for number in 1...1_000 {
      let name = "Club-backup\(number == 1 ? "" : "-\(number)").sqlite"
      try Data().write(to: scene.sample.folder.appending(path: name))
    }
    try scene.make(set(Self.team, "city", "A"))
    let error = #expect(throws: BrowsingError.self) { try scene.editor.save(.refuse) }
    #expect(error?.message.hasPrefix("the store cannot be copied") == true)
    #expect(error?.hint?.contains("--no-backup") == true)
    #expect(scene.sample.backups.count == 1_000)
    #expect(try scene.stored("city", of: Self.team) == .text("Rome", count: 4))
    scene.editor.discard()
    let bold = StoreEditor(scene.sample.store, makesBackup: false)
    try bold.make(set(Self.team, "city", "A"), scene.model)
    #expect(try bold.save(.refuse) == .saved)
    #expect(try scene.stored("city", of: Self.team) == .text("A", count: 1))
    bold.discard()
  }

  @Test(
    "Saves of another program are shown, and not overwritten",
    arguments: [ConflictChoice.mine, .theirs]
  )
  func conflict(_ choice: ConflictChoice) throws {
    let scene = try Scene()
    try scene.make(set(Self.team, "city", "Mine"))
    try scene.make(set(Self.player, "name", "Also mine"))
    try scene.sample.withContext { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
      request.predicate = NSPredicate(format: "city == 'Rome'")
      try context.fetch(request).first?.setValue("Theirs", forKey: "city")
      try context.save()
    }
    guard case .conflict(let conflicts) = try scene.editor.save(.refuse) else {
      Issue.record("there is no conflict")
      return
    }
    #expect(conflicts.map(\.object) == [Self.team])
    let value = try #require(conflicts.first?.values.first)
    #expect(value.property == "city")
    #expect(value.old == .text("Rome", count: 4))
    #expect(value.mine == .text("Mine", count: 4))
    #expect(value.theirs == .text("Theirs", count: 6))
    #expect(try scene.stored("city", of: Self.team) == .text("Theirs", count: 6))
    #expect(try scene.stored("name", of: Self.player) == .text("Player 0", count: 8))
    #expect(try scene.editor.save(choice) == .saved)
    let expected = choice == .mine ? "Mine" : "Theirs"
    #expect(try scene.stored("city", of: Self.team) == .text(expected, count: expected.count))
    #expect(try scene.stored("name", of: Self.player) == .text("Also mine", count: 9))
    scene.editor.discard()
  }

  @Test("An object that another program has deleted is a conflict too")
  func deletedMeanwhile() throws {
    let scene = try Scene()
    let player = ObjectName(entity: "Player", key: "p2")
    try scene.make(set(player, "name", "Mine"))
    try scene.sample.withContext { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
      request.predicate = NSPredicate(format: "name == 'Player 1'")
      try context.fetch(request).forEach(context.delete)
      try context.save()
    }
    guard case .conflict(let conflicts) = try scene.editor.save(.refuse) else {
      Issue.record("there is no conflict")
      return
    }
    #expect(conflicts.map(\.isDeleted) == [true])
    scene.editor.discard()
    #expect(try scene.details(player) == nil)
  }

  @Test("Objects that are not edited have the values that another program saves")
  func others() throws {
    let scene = try Scene()
    try scene.make(set(Self.player, "name", "Mine"))
    #expect(try scene.value("city", of: Self.team) == .text("Rome", count: 4))
    try scene.sample.withContext { context in
      let team = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Team"))
      for team in team { team.setValue("Theirs", forKey: "city") }
      try context.save()
    }
    #expect(try scene.value("city", of: Self.team) == .text("Theirs", count: 6))
    #expect(try scene.editor.save(.refuse) == .saved)
    scene.editor.discard()
  }

  @Test("Editing leaves the journal of the store as it is")
  func journal() throws {
    let scene = try Scene()
    try scene.sample.execute("PRAGMA journal_mode = DELETE")
    try scene.make(set(Self.player, "name", "Mine"))
    #expect(try scene.editor.save(.refuse) == .saved)
    scene.editor.discard()
    #expect(try scene.sample.store.inspection(.survey, candidates: []).sizes.journal == "delete")
    // The history continues, with its own author.
    let history = try scene.sample.store.reading(scene.model) { try $0.history(upTo: nil) }
    #expect(history?.transactions.first?.author == "momgen studio")
  }

  @Test("A store that another file has replaced is not written to")
  func replaced() throws {
    let scene = try Scene()
    try scene.make(set(Self.player, "name", "Mine"))
    let copy = try BrowsedSample()
    try FileManager.default.removeItem(at: scene.sample.url)
    try FileManager.default.copyItem(at: copy.url, to: scene.sample.url)
    #expect(throws: BrowsingError.self) { try scene.editor.save(.refuse) }
    scene.editor.discard()
    #expect(try scene.stored("name", of: Self.player) == .text("Player 0", count: 8))
  }

  @Test(
    "A store that another program has brought to another version is not written to, and read anew"
  )
  func migrated() throws {
    let scene = try Scene()
    try scene.make(set(Self.team, "city", "A"))
    #expect(try scene.editor.save(.refuse) == .saved)
    try scene.make(set(Self.team, "city", "B"))
    // The hashes determine the version of a store.
    let url = scene.sample.url
    var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite,
      at: url
    )
    var hashes = try #require(metadata[NSStoreModelVersionHashesKey] as? [String: Data])
    hashes["Team"] = Data(repeating: 1, count: 32)
    metadata[NSStoreModelVersionHashesKey] = hashes
    try NSPersistentStoreCoordinator.setMetadata(metadata, type: .sqlite, at: url)
    let error = #expect(throws: BrowsingError.self) { try scene.editor.save(.refuse) }
    #expect(error?.message.contains("replaced or migrated") == true)
    scene.editor.discard()
    #expect(try scene.editor.reading { try $0.table(TableQuery("Team")) } == nil)
  }

  @Test("Tables with edits have new objects first, and deleted ones no more")
  func tables() throws {
    let scene = try Scene()
    let new = try #require(try scene.make(.add(entity: "Player")))
    try scene.make(.delete(Self.player))
    let table = try #require(try scene.editor.reading { try $0.table(TableQuery("Player")) })
    #expect(table.count == 3)
    #expect(table.rows.map(\.object.key) == [new.key, "p2", "p3"])
    let people = try #require(try scene.editor.reading { try $0.table(TableQuery("Person")) })
    #expect(people.count == 3)
    let teams = try #require(try scene.editor.reading { try $0.table(TableQuery("Team")) })
    #expect(teams.count == 2)
    scene.editor.discard()
  }
}

extension BrowsedSample {
  /// The copies of the store.
  var backups: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).filter { $0.hasPrefix("Club-backup") && $0.hasSuffix(".sqlite") }
  }
}
