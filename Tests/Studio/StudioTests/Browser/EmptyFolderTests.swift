import BuiltPrograms
import CoreData
import Foundation
import Studio
import Testing
import WebBrowser

/// The tutorial "From an empty folder", followed in a real browser; `make pictures` takes its pictures.
@Suite(.browser, .serialized, .enabled(if: BuiltPrograms.path(of: "momgen") != nil))
final class EmptyFolderTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "empty-folder-\(UUID().uuidString)")

  private var model: URL { folder.appending(path: "Sources/League/League.xcdatamodeld") }
  private var store: URL { folder.appending(path: "League.sqlite") }

  init() throws {
    let sources = folder.appending(path: "Sources/League")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs momgen in the folder, and returns its output.
  @discardableResult
  private func momgen(_ words: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: try #require(BuiltPrograms.path(of: "momgen")))
    process.arguments = words
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(words): \(text)")
    return text
  }

  private func studio(edits: Bool = false) throws -> Studio {
    try Studio(
      model: model.path,
      store: edits ? store.path : nil,
      editing: edits ? .afterBackup : .never,
      generator: BuiltPrograms.path(of: "momgen")
    )
  }

  private func picture(_ name: String, _ window: BrowserWindow) async throws {
    guard let folder = ProcessInfo.processInfo.environment["TUTORIAL_PICTURES"] else { return }
    try await window.setScreen(width: 900, height: 640)
    let data = try await window.picture()
    #expect(data.count < 150_000)
    try data.write(to: URL(filePath: folder).appending(path: "tutorial-studio-\(name).png"))
  }

  private func save(_ window: BrowserWindow) async throws {
    try await window.click("header form[action$='/save'] button")
    #expect(try await window.shows("main") { $0.contains("Everything is saved.") })
  }

  @Test func theTutorialEndsWithAMigratedStore() async throws {
    let window = try await #require(Browser.current).window()
    let first = try studio()
    try await makeModel(first, window)
    await first.stop()
    try generateClasses()
    try makeStore()
    let second = try studio(edits: true)
    try await lookIntoStore(second, window)
    try await makeVersion(second, window)
    try momgen("migrate", store.path, "--model", model.path, "--backup")
    try await window.open(second.address + "store/entity/Player")
    #expect(try await window.shows("thead") { $0.contains("jerseyNumber") })
    try await window.open(second.address + "store/verification")
    #expect(try await window.shows("main") { $0.contains("There are none.") })
    try await window.close()
    await second.stop()
  }

  // MARK: The sections

  private func makeModel(_ studio: Studio, _ window: BrowserWindow) async throws {
    #expect(!FileManager.default.fileExists(atPath: model.path))
    for entity in ["Team", "Player"] {
      try await window.open(studio.address)
      try await window.type(entity, "name", in: editForm("add", "entity"))
      try await window.send(editForm("add", "entity"))
      #expect(try await window.shows("h1") { $0 == entity })
    }
    for (entity, names) in [
      ("Team", ["name", "uniformColor"]), ("Player", ["email", "firstName", "lastName"]),
    ] {
      try await window.open(studio.address + "entity/\(entity)")
      for name in names {
        let form = editForm("add", "attribute", owner: entity)
        try await window.type(name, "name", in: form)
        try await window.type("String", "is.type", in: form)
        try await window.send(form)
        #expect(try await window.shows("#attribute-\(name) summary") { $0.hasPrefix(name) })
        let fields = editForm("set", "attribute", owner: entity, name: name)
        try await window.type("no", "is.optional", in: fields)
        try await window.send(fields)
        #expect(try await window.shows("#attribute-\(name) summary") { !$0.contains("optional") })
      }
    }
    let team = editForm("add", "relationship", owner: "Player")
    try await window.type("team", "name", in: team)
    try await window.type("Team", "is.to", in: team)
    try await window.send(team)
    #expect(try await window.shows("#relationship-team summary") { $0.contains("to one") })
    try await window.open(studio.address + "entity/Team")
    let players = editForm("add", "relationship", owner: "Team")
    try await window.type("players", "name", in: players)
    try await window.type("Player", "is.to", in: players)
    try await window.type("yes", "is.many", in: players)
    try await window.send(players)
    #expect(try await window.shows("#relationship-players summary") { $0.contains("to many") })
    let fields = editForm("set", "relationship", owner: "Team", name: "players")
    try await window.type("team", "is.inverse", in: fields)
    try await window.type("Cascade", "is.delete-rule", in: fields)
    try await window.send(fields)
    #expect(try await window.shows("#relationship-players summary") { $0.contains("inverse team") })
    try await window.click("#relationship-players summary")
    try await picture("entity", window)
    try await save(window)
    try await window.open(studio.address)
    try await picture("overview", window)
    try requireEntities(of: "League")
  }

  /// Checks that the entities of a version are those of the sample model, byte for byte.
  private func requireEntities(of version: String) throws {
    let sample = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../Models/League.xcdatamodeld").standardizedFileURL
    func entities(_ model: URL) throws -> Substring {
      let file = model.appending(path: "\(version).xcdatamodel/contents")
      let text = try String(contentsOf: file, encoding: .utf8)
      return text[(text.firstRange(of: "<entity")?.lowerBound ?? text.startIndex)...]
    }
    #expect(try entities(model) == entities(sample))
  }

  private func generateClasses() throws {
    try momgen("generate", model.path, "--template", "portable", "--output", "Generated")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "Generated").path
    )
    #expect(names.contains { $0.hasPrefix("Player") })
    #expect(names.contains { $0.hasPrefix("Team") })
  }

  /// Does the same as the program of the tutorial.
  private func makeStore() throws {
    let model = try #require(NSManagedObjectModel(contentsOf: model))
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let opened = try coordinator.addPersistentStore(type: .sqlite, at: store)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let crew = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      crew.setValue("Crew", forKey: "name")
      crew.setValue("Blue", forKey: "uniformColor")
      for (first, last) in [("Ada", "Lovelace"), ("Grace", "Hopper")] {
        let player = NSEntityDescription.insertNewObject(forEntityName: "Player", into: context)
        player.setValue(first, forKey: "firstName")
        player.setValue(last, forKey: "lastName")
        player.setValue("\(first)@example.org", forKey: "email")
        player.setValue(crew, forKey: "team")
      }
      try context.save()
    }
    try coordinator.remove(opened)
  }

  private func lookIntoStore(_ studio: Studio, _ window: BrowserWindow) async throws {
    try await window.open(studio.address + "store")
    try await window.click("main table a")
    try await window.fill("where", "team.name == 'Crew'")
    try await window.press(Key.enter)
    #expect(try await window.shows("caption") { $0.hasPrefix("2 objects") })
    try await picture("store", window)
    try await window.click("tbody a")
    try await window.type("ada@example.com", "is.email", in: objectForm("set"))
    try await window.send(objectForm("set"))
    #expect(try await window.shows("#attributes + table") { $0.contains("ada@example.com") })
    try await window.click("header form[action$='/store/save'] button")
    #expect(try await window.shows("main code") { $0.hasSuffix("League-backup.sqlite") })
  }

  private func makeVersion(_ studio: Studio, _ window: BrowserWindow) async throws {
    try await window.open(studio.address)
    try await window.send("form[action$='/version']:has([name=verb][value=add])")
    #expect(try await window.shows("h1") { $0 == "League 2" })
    try await window.open(studio.address + "entity/Player")
    let add = editForm("add", "attribute", owner: "Player")
    try await window.type("jerseyNumber", "name", in: add)
    try await window.type("Integer 16", "is.type", in: add)
    try await window.send(add)
    let fields = editForm("set", "attribute", owner: "Player", name: "jerseyNumber")
    try await window.type("yes", "is.optional", in: fields)
    try await window.type("no", "is.scalar", in: fields)
    try await window.type("", "is.default", in: fields)
    try await window.send(fields)
    #expect(try await window.shows("#attribute-jerseyNumber summary") { $0.contains("optional") })
    try await window.open(studio.address)
    try await window.click("[aria-label='Make League 2 current']")
    try await save(window)
    try requireEntities(of: "League 2")
    try await window.open(studio.address)
    try await window.click("form[action$='/review']:has([name=from]) button")
    #expect(try await window.shows("h1") { $0.contains("League → ") && $0.contains("League 2") })
    #expect(
      try await window.shows("main") { $0.contains("jerseyNumber") && $0.contains("ADD COLUMN") }
    )
    try await picture("review", window)
  }
}
