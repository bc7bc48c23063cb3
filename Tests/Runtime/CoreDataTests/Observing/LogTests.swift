import CoreData
import EveryStore
import Foundation
import Synchronization
import Testing

/// Tests of the log; each runs in a process of its own, because there is one handler per process.
@Suite("Messages of the module", .everyDatabase) struct LogTests {
  @Test("Saves that fail are logged with the code and the property, and without the value")
  func save() async throws {
    let place = try LoggedPlace()
    await #expect(processExitsWith: .success) { [place = place as LoggedPlace] in
      LogCollector.start()
      let context = try place.context()
      context.name = "import"
      LogCollector.note("secret-word", in: context)
      #expect(throws: (any Error).self) { try context.save() }
      let message = try #require(LogCollector.messages(.save).first)
      #expect(message.level == .notice)
      #expect(message.text == "A save failed: NSCocoaErrorDomain 1550.")
      #expect(message.fields["code"] == .integer(1550))
      #expect(message.fields["domain"] == .text("NSCocoaErrorDomain"))
      #expect(message.fields["entity"] == .text("Note"))
      #expect(message.fields["property"] == .text("text"))
      #expect(message.fields["context"] == .text("import"))
      #expect(LogCollector.messages(.save).count == 1)
      #expect(!LogCollector.words.contains("secret-word"))
      context.rollback()
      LogCollector.note(nil, in: context)
      LogCollector.note(nil, in: context)
      #expect(throws: (any Error).self) { try context.save() }
      #expect(LogCollector.messages(.save).last?.fields["errors"] == .integer(2))
    }
  }

  @Test("Messages are logged when stores are opened, cannot be opened, and are migrated")
  func stores() async throws {
    let place = try LoggedPlace()
    await #expect(processExitsWith: .success) { [place = place as LoggedPlace] in
      LogCollector.start()
      var context = try place.context()
      LogCollector.note("a", in: context)
      try context.save()
      let opened = try #require(LogCollector.messages(.store).first)
      #expect(opened.level == .info)
      #expect(
        opened.fields == [
          "type": .text(place.kind.type.rawValue), "url": .text(place.url.absoluteString),
        ]
      )
      let coordinator = try #require(context.persistentStoreCoordinator)
      try coordinator.remove(try #require(coordinator.persistentStores.first))

      context = try place.context(LogCollector.model(hasDate: true))
      let migration = LogCollector.messages(.migration)
      #expect(migration.map(\.text) == ["A store is being migrated.", "A store was migrated."])
      #expect(migration.allSatisfy { $0.level == .info })
      guard case .number(let seconds)? = migration.last?.fields["seconds"] else {
        Issue.record("no time")
        return
      }
      #expect(seconds > 0)
      #expect(context.persistentStoreCoordinator?.openCoreDataMetrics.migrations == 1)
    }
  }

  // A store that is not a database is a file.
  @Test("A store that cannot be opened is a notice with its place and the code", .stores(.sqlite))
  func unreadableStore() async throws {
    let place = try LoggedPlace()
    try Data("this is not a database, and long enough to see".utf8).write(to: place.url)
    await #expect(processExitsWith: .success) { [place = place as LoggedPlace] in
      LogCollector.start()
      #expect(throws: (any Error).self) { try place.context() }
      let failure = try #require(LogCollector.messages(.store).last)
      #expect(failure.level == .notice)
      #expect(failure.fields["url"] == .text(place.url.absoluteString))
      #expect(failure.fields["code"] == .integer(CocoaError.Code.fileReadCorruptFile.rawValue))
    }
  }

  @Test("A migration that fails is logged and counted")
  func failedMigration() async throws {
    let place = try LoggedPlace()
    await #expect(processExitsWith: .success) { [place = place as LoggedPlace] in
      LogCollector.start()
      let context = try place.context()
      LogCollector.note("a", in: context)
      try context.save()
      let old = try #require(context.persistentStoreCoordinator)
      try old.remove(try #require(old.persistentStores.first))
      let model = LogCollector.model()
      let number = NSAttributeDescription()
      number.name = "number"
      number.type = .integer64
      number.isOptional = false
      model.entities[0].properties.append(number)
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      #expect(throws: (any Error).self) { try place.add(to: coordinator) }
      let last = try #require(LogCollector.messages(.migration).last)
      #expect(last.level == .notice)
      #expect(last.text.hasPrefix("A store was not migrated: NSCocoaErrorDomain 134"))
      #expect(coordinator.openCoreDataMetrics.failedMigrations == 1)
      #expect(coordinator.openCoreDataMetrics.migrations == 0)
    }
  }

  @Test("Models, predicates and classes that cannot be used")
  func mistakes() async throws {
    let place = try LoggedPlace()
    await #expect(processExitsWith: .success) { [place = place as LoggedPlace] in
      LogCollector.start()
      let folder = try StoreFolder()
      let bundle = folder.url.appending(path: "Broken.xcdatamodel")
      try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
      try Data("<model".utf8).write(to: bundle.appending(path: "contents"))
      #expect(NSManagedObjectModel(contentsOf: bundle) == nil)
      let model = try #require(LogCollector.messages(.model).first)
      #expect(model.level == .error)
      #expect(model.fields["path"] == .text(bundle.path))
      #expect(model.fields["rule"] == .text("malformed-xml"))
      #expect(model.text.hasPrefix("Failed to load model at \(bundle.path): "))

      _ = NSPredicate(format: "name == ")
      let predicate = try #require(LogCollector.messages(.predicate).first)
      #expect(predicate.level == .error)
      #expect(predicate.text.hasPrefix("Unable to parse the format string \"name == \""))

      let context = try place.context(LogCollector.model(className: "Nowhere"))
      LogCollector.note("a", in: context)
      let object = try #require(LogCollector.messages(.object).first)
      #expect(object.level == .warning)
      #expect(object.fields == ["class": .text("Nowhere"), "entity": .text("Note")])
      #expect(
        object.text == "Unable to load class named 'Nowhere' for entity 'Note'. "
          + "Class not found, using NSManagedObject instead."
      )
    }
  }

  // PostgreSQL inserts many rows in one statement, which is logged once and without values.
  @Test(
    "SQLDebug makes statements messages, and shows values only at its third level",
    .stores(.sqlite)
  )
  func statements() async throws {
    let place = try LoggedPlace()
    await #expect(processExitsWith: .success) { [place = place as LoggedPlace] in
      setenv("COREDATA_SQL_DEBUG", "2", 1)
      LogCollector.start()
      let context = try place.context()
      LogCollector.note("private", in: context)
      try context.save()
      let insertion = try #require(
        LogCollector.messages(.sql).first { $0.text.contains("INSERT INTO \"ZNOTE\"") }
      )
      #expect(insertion.level == .debug)
      #expect(insertion.fields["rows"] == .integer(0))
      guard case .number(_)? = insertion.fields["seconds"] else {
        Issue.record("no time")
        return
      }
      #expect(!LogCollector.words.contains("private"))
    }
    await #expect(processExitsWith: .success) { [place = place as LoggedPlace] in
      setenv("COREDATA_SQL_DEBUG", "3", 1)
      LogCollector.start()
      let context = try place.context()
      LogCollector.note("shown", in: context)
      try context.save()
      #expect(LogCollector.words.contains("shown"))
    }
  }

  @Test(
    "The use of a context on a wrong thread reaches the handler before the program ends",
    .stores(.sqlite)
  )
  func concurrency() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardOutputContent]
    ) {
      setenv("COREDATA_CONCURRENCY_DEBUG", "1", 1)
      CoreDataLog.handler = { message in
        print(message.level, message.category, message.fields["context"] ?? .text("-"))
        fflush(nil)
      }
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.name = "import"
      context.persistentStoreCoordinator = NSPersistentStoreCoordinator(
        managedObjectModel: LogCollector.model()
      )
      LogCollector.note("a", in: context)
    }
    let output = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(output.contains("critical concurrency import"))
  }

  // MARK: Standard error

  @Test(
    "Without a handler warnings are written as before, and notices are not"
  )
  func standardError() async throws {
    let place = try LoggedPlace()
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) { [place = place as LoggedPlace] in
      let context = try place.context(LogCollector.model(className: "Nowhere"))
      LogCollector.note("secret-word", in: context)
      #expect(throws: (any Error).self) { try context.save() }
      CoreDataLog.handler = { _ in }
      CoreDataLog.handler = nil
      _ = NSPredicate(format: "name == ")
    }
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
      .map(String.init).filter { $0.hasPrefix("CoreData:") }
    #expect(lines.count == 2, "\(lines)")
    let warning: String =
      "CoreData: warning: Unable to load class named 'Nowhere' for entity 'Note'. "
      + "Class not found, using NSManagedObject instead."
    #expect(lines.first == warning)
    #expect(lines.last?.hasPrefix("CoreData: Unable to parse the format string") == true)
  }

  @Test("Migrations are written if MigrationDebug asks for it")
  func migrationDebug() async throws {
    let place = try LoggedPlace()
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) { [place = place as LoggedPlace] in
      setenv("COREDATA_MIGRATION_DEBUG", "1", 1)
      let context = try place.context()
      let coordinator = try #require(context.persistentStoreCoordinator)
      try coordinator.remove(try #require(coordinator.persistentStores.first))
      _ = try place.context(LogCollector.model(hasDate: true))
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      text.contains("CoreData: A store is being migrated.\nCoreData: A store was migrated.\n")
    )
  }

  // MARK: Handlers

  @Test("A handler may use Core Data, even the store that the message names")
  func handlerThatSaves() async throws {
    let place = try LoggedPlace()
    await #expect(processExitsWith: .success) { [place = place as LoggedPlace] in
      setenv("COREDATA_SQL_DEBUG", "1", 1)
      let context = try place.context()
      let coordinator = try #require(context.persistentStoreCoordinator)
      let log = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      log.persistentStoreCoordinator = coordinator
      CoreDataLog.handler = { message in
        log.performAndWait {
          LogCollector.note("told: \(message.category)", in: log)
          try? log.save()
        }
      }
      LogCollector.note("a", in: context)
      try context.save()
      #expect(CoreDataLog.flush())
      CoreDataLog.handler = nil
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.predicate = NSPredicate(format: "text BEGINSWITH 'told'")
      let count = try log.performAndWait { try log.count(for: request) }
      // The statements of one save, without those of the log's own notes.
      #expect((2...50).contains(count), "\(count)")
    }
  }

  @Test(
    "Handlers are replaced while others log; each message has one handler, in order",
    .stores(.sqlite)
  )
  func replacement() async {
    await #expect(processExitsWith: .success) {
      let seen = [Counter(), Counter()]
      CoreDataLog.handler = { _ in seen[0].add() }
      DispatchQueue.concurrentPerform(iterations: 8) { thread in
        for round in 0..<200 {
          if thread == 0 {
            let counter = seen[round % 2]
            CoreDataLog.handler = { _ in counter.add() }
          } else {
            _ = NSPredicate(format: "broken ==")
          }
        }
      }
      #expect(CoreDataLog.flush())
      #expect(seen[0].count + seen[1].count == 7 * 200)
    }
  }

  @Test("Objects of entities for which a mapping model has no mapping are counted in a warning")
  func unmappedEntities() async throws {
    let place = try LoggedPlace()
    await #expect(processExitsWith: .success) { [place = place as LoggedPlace] in
      LogCollector.start()
      let (old, new) = (LogCollector.model(), LogCollector.model(hasDate: true))
      let context = try place.context(old)
      for number in 0..<3 { LogCollector.note("secret-words \(number)", in: context) }
      try context.save()
      let coordinator = try #require(context.persistentStoreCoordinator)
      try coordinator.remove(try #require(coordinator.persistentStores.first))
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: old,
        destinationModel: new
      )
      func warnings() throws -> [CoreDataLog.Message] {
        let known = LogCollector.messages(.migration).count
        let url = FileManager.default.temporaryDirectory
          .appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: url) }
        try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
          from: place.url,
          type: place.kind.type,
          mapping: mapping,
          to: url,
          type: .xml
        )
        return LogCollector.messages(.migration).dropFirst(known).filter { $0.level >= .warning }
      }
      #expect(try warnings() == [])
      let kept = mapping.entityMappings
      mapping.entityMappings = []
      let found = try warnings()
      #expect(found.count == 1 && found.first?.level == .warning)
      #expect(found.first?.fields["entity"] == .text("Note"))
      #expect(found.first?.fields["count"] == .integer(3))
      #expect(!LogCollector.words.contains("secret-words"))
      // An entity mapping that removes the entity.
      let removal = NSEntityMapping()
      removal.name = "Remove"
      removal.mappingType = .removeEntityMappingType
      removal.sourceEntityName = "Note"
      mapping.entityMappings = [removal]
      #expect(try warnings() == [])
      mapping.entityMappings = kept
      #expect(try warnings() == [])
    }
  }

  @Test(
    "A slow handler loses messages, and gets their number; no caller waits for it",
    .stores(.sqlite)
  )
  func overflow() async {
    await #expect(processExitsWith: .success) {
      let gate = DispatchSemaphore(value: 0)
      let seen = Counter()
      let dropped = Counter()
      CoreDataLog.handler = { message in
        if seen.count == 0 { gate.wait() }
        seen.add()
        if case .integer(let number)? = message.fields["dropped"] { dropped.add(number) }
      }
      let total = 11_000
      for _ in 0..<total { _ = NSPredicate(format: "broken ==") }
      gate.signal()
      while !CoreDataLog.flush() {}
      #expect(dropped.count > 0)
      // The notice itself is one more message.
      #expect(seen.count - 1 + dropped.count == total)
    }
  }

  @Test("A handler is called as directly after many messages as at first")
  func depth() async {
    await #expect(processExitsWith: .success) {
      let depths = Mutex<[Int]>([])
      CoreDataLog.handler = { _ in
        let depth = Thread.callStackReturnAddresses.count
        depths.withLock { $0.append(depth) }
      }
      for _ in 0..<200 { _ = NSPredicate(format: "broken ==") }
      while !CoreDataLog.flush() {}
      let found = depths.withLock { $0 }
      #expect(found.count == 200 && Set(found).count == 1, "\(found)")
    }
  }

  @Test("Messages from just before the end of the program are delivered", .stores(.sqlite))
  func end() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) {
      CoreDataLog.handler = { message in
        Thread.sleep(forTimeInterval: 0.1)
        print("delivered:", message.category)
        fflush(nil)
      }
      _ = NSPredicate(format: "broken ==")
      exit(EXIT_SUCCESS)
    }
    let output = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(output.contains("delivered: predicate"))
  }
}

/// An atomic counter.
final class Counter: Sendable {
  private let number = Mutex(0)
  var count: Int { number.withLock { $0 } }
  func add(_ more: Int = 1) { number.withLock { $0 += more } }
}
