import CoreData
import Foundation

/// A process that saves and reads, and reports it line by line.
///
/// Each save adds an entry with the next number, and increments a counter, so that duplicates are detected.
final class Client {
  private let number: Int
  private let coordinator: NSPersistentStoreCoordinator
  private var sequence = 0

  /// The number of completed saves.
  private var saves = 0
  private var counter: NSManagedObjectID?

  init(_ number: Int, at address: String) throws {
    self.number = number
    guard let url = URL(string: address) else { throw TortureError("no URL: \(address)") }
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: TortureModel.model())
    let options: [String: Any] = [
      OpenCoreDataPostgreSQLCreatesSchemaOption: true,
      OpenCoreDataPostgreSQLAnswerTimeoutOption: 3,
      OpenCoreDataPostgreSQLApplicationNameOption: "client \(number)",
      NSPersistentHistoryTrackingKey: true,
    ]
    try coordinator.addPersistentStore(type: .postgreSQL, at: url, options: options)
  }

  /// Continues until the end of the standard input.
  func run() throws {
    Thread {
      while let line = readLine() { _ = line }
      Self.isEnding.lock()
      Self.hasEnded = true
      Self.isEnding.unlock()
    }.start()
    try makeCounter()
    say("b")
    while !Self.ends {
      save()
      check()
    }
    say("f")
  }

  private static let isEnding = NSLock()
  private nonisolated(unsafe) static var hasEnded = false
  private static var ends: Bool { isEnding.withLock { hasEnded } }

  private func say(_ line: String) { show(line) }

  private static var milliseconds: Int { Int(Date().timeIntervalSince1970 * 1_000) }

  private func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func makeCounter() throws {
    let context = context()
    let counter = NSEntityDescription.insertNewObject(forEntityName: "Counter", into: context)
    counter.setValue(number, forKey: "client")
    counter.setValue(0, forKey: "value")
    try context.save()
    self.counter = counter.objectID
  }

  // MARK: Saving

  private func save() {
    sequence += 1
    let context = context()
    do {
      guard let id = counter else { return }
      let counter = try context.existingObject(with: id)
      counter.setValue((counter.value(forKey: "value") as? Int ?? 0) + 1, forKey: "value")
      let entry = NSEntityDescription.insertNewObject(forEntityName: "Entry", into: context)
      entry.setValue(number, forKey: "client")
      entry.setValue(sequence, forKey: "sequence")
    } catch {
      return failed(reading: error)
    }
    do {
      try context.save()
      saves += 1
      say("a \(sequence) \(Self.milliseconds)")
    } catch {
      let error = error as NSError
      guard error.code == OpenCoreDataUncertainSaveError else {
        say("n \(sequence) \(Self.line(error))")
        return pause()
      }
      say("u \(sequence)")
      settle(error)
    }
  }

  /// Settles an uncertain save, repeatedly until there is an answer.
  private func settle(_ error: NSError) {
    while true {
      do {
        let happened = try coordinator.settleUncertainSave(error)
        if happened { saves += 1 }
        return say("s \(sequence) \(happened ? 1 : 0)")
      } catch {
        pause()
      }
    }
  }

  // MARK: Reading

  /// Reads the entries that the process has saved.
  private func check() {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
    request.predicate = NSPredicate(format: "client == %d", number)
    do {
      let count = try context().count(for: request)
      say(count < saves ? "o \(count) \(saves)" : "r")
    } catch {
      failed(reading: error)
    }
  }

  private func failed(reading error: any Error) {
    say("x \(Self.line(error as NSError))")
    pause()
  }

  private func pause() { Thread.sleep(forTimeInterval: 0.05) }

  private static func line(_ error: NSError) -> String {
    let words = error.localizedFailureReason ?? error.localizedDescription
    return "\(error.code) \(words.split(whereSeparator: \.isNewline).joined(separator: " "))"
  }
}

/// The model of the saved objects.
enum TortureModel {
  static func model() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = [
      entity("Entry", ["client", "sequence"]), entity("Counter", ["client", "value"]),
    ]
    return model
  }

  private static func entity(_ name: String, _ attributes: [String]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "NSManagedObject"
    entity.properties = attributes.map { name in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.type = .integer64
      attribute.isOptional = true
      return attribute
    }
    return entity
  }
}
