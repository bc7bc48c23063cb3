import CoreData
import EveryStore
import Foundation
import Testing
import TextFileStore

/// Tests of fetches in a context with two ancestors, each of which may have unsaved changes.
@Suite("Fetches through parents", .timeLimit(.minutes(30))) struct ChildFetchTests {
  static let stores: [NSPersistentStore.StoreType] = [
    .inMemory, .binary, .xml, .sqlite, .postgreSQL, .textFile, .service,
  ]

  init() {
    TextFileStore.register()
    ServiceStore.register()
  }

  @Test(
    "F165 F167 F169 F231 Results include changed objects, in this context or a parent",
    arguments: stores,
    Stage.allSets
  )
  func matrix(_ type: NSPersistentStore.StoreType, changed: Set<Stage>) throws {
    let chain = try ContextChain(type, changed: changed)
    for condition in try Condition.all(chain) {
      for window in Window.all { try check(condition, window, in: chain) }
    }
    #expect(chain.leaf.hasChanges == changed.contains(.leaf))
  }

  private func check(_ condition: Condition, _ window: Window, in chain: ContextChain) throws {
    let comment: Comment = "\(condition.name) \(window)"
    let matching = chain.present.filter(condition.holds)
    let expected = window.part(of: matching.sorted { $0.age < $1.age }).map(\.name)
    let objects = try chain.leaf.fetch(condition.request(NSManagedObject.self, window))
    #expect(objects.map(\.called) == expected, comment)
    #expect(objects.allSatisfy { $0.managedObjectContext === chain.leaf }, comment)
    let ids = condition.request(NSManagedObjectID.self, window)
    ids.resultType = .managedObjectIDResultType
    #expect(
      try chain.leaf.fetch(ids).map { chain.leaf.object(with: $0).called } == expected,
      comment
    )
    #expect(
      try chain.leaf.count(for: condition.request(NSManagedObject.self, window)) == expected.count,
      comment
    )
    let counts = condition.request(NSNumber.self, window)
    counts.resultType = .countResultType
    #expect(try chain.leaf.fetch(counts) == [NSNumber(value: expected.count)], comment)
    // F170: dictionaries contain saved values.
    let saved = chain.saved.filter(condition.holds).sorted { $0.age < $1.age }
    let dictionaries = condition.request(NSDictionary.self, window)
    dictionaries.resultType = .dictionaryResultType
    dictionaries.propertiesToFetch = ["name"]
    #expect(
      try chain.leaf.fetch(dictionaries).map { $0["name"] as? String }
        == window.part(of: saved).map(\.name),
      comment
    )
  }

  @Test("A child without objects finds the IDs of what its parent has inserted", arguments: stores)
  func identifiersOfNewObjects(_ type: NSPersistentStore.StoreType) throws {
    for changed in [Stage.root, .middle] {
      let chain = try ContextChain(type, changed: [changed])
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Singer")
      request.resultType = .managedObjectIDResultType
      request.predicate = NSPredicate(format: "name BEGINSWITH 'N'")
      let found = try chain.leaf.fetch(request)
      #expect(found.map(\.isTemporaryID) == [true], "\(changed)")
      #expect(found.map { chain.leaf.object(with: $0).called } == ["N\(changed)"], "\(changed)")
    }
  }

  @Test("Without its own changes a child sees those of its parent", arguments: stores)
  func withoutPendingChanges(_ type: NSPersistentStore.StoreType) throws {
    let chain = try ContextChain(type, changed: [.root, .leaf])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Singer")
    request.predicate = NSPredicate(format: "age > 30")
    request.includesPendingChanges = false
    let found = try chain.leaf.fetch(request)
    let inRoot = ContextChain.people(afterChanging: [.root]).filter { $0.age > 30 }
    #expect(found.count == inRoot.count && !inRoot.isEmpty)
  }

  @Test("A changed object is found in a store that applies conditions to its own values")
  func storesWithConditions() throws {
    for changed in Stage.allSets {
      let chain = try ContextChain(
        .service,
        changed: changed,
        [ServiceStore.appliesConditions: true]
      )
      let request = NSFetchRequest<NSManagedObject>(entityName: "Singer")
      request.predicate = NSPredicate(format: "age > 30")
      let expected = chain.present.filter { $0.age > 30 }.map(\.name).sorted()
      #expect(try chain.leaf.fetch(request).compactMap(\.called).sorted() == expected, "\(changed)")
      #expect(try chain.leaf.count(for: request) == expected.count, "\(changed)")
    }
  }

  @Test("A parent with changes asks an SQLite store for no more than a fetch of its own")
  func statements() throws {
    let chain = try ContextChain(.sqlite, changed: [.middle])
    var texts: [String] = []
    let log = Log()
    chain.coordinator.observeStatements { log.note($0) }
    defer { chain.coordinator.observeStatements(nil) }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Singer")
    request.predicate = NSPredicate(format: "age == 1")
    #expect(try chain.leaf.count(for: request) == 1)
    texts = log.lines.filter { $0.contains("ZSINGER") }
    #expect(texts.count == 1 && texts.allSatisfy { $0.contains("COUNT") }, "\(texts)")
  }
}

/// One of three contexts, each the parent of the next.
enum Stage: Int, CaseIterable, Sendable {
  case root, middle, leaf

  static let allSets: [Set<Stage>] = (0..<8).map { bits in
    Set(allCases.filter { bits & 1 << $0.rawValue != 0 })
  }
}

/// Ten singers of two choirs in a store, and three contexts, some of which have changed some of the singers.
private final class ContextChain {
  struct Person: Equatable {
    var name: String
    var age: Int
    var choir: String
  }

  let folder: StoreFolder
  private let server = StoreRun(.postgreSQL)
  let coordinator: NSPersistentStoreCoordinator
  let contexts: [NSManagedObjectContext]

  /// The singers as they are in the store.
  let saved: [Person]

  /// The singers as the last context has them.
  let present: [Person]

  var leaf: NSManagedObjectContext { contexts[2] }

  init(
    _ type: NSPersistentStore.StoreType,
    changed: Set<Stage>,
    _ options: [AnyHashable: Any]? = nil
  ) throws {
    folder = try StoreFolder()
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: Choir.makeModel())
    try coordinator.addPersistentStore(
      type: type,
      at: type == .postgreSQL ? server.place("store") : folder.store("store"),
      options: type == .postgreSQL ? server.kind.options(options) : options
    )
    let writer = coordinator.makeContext()
    let choirs = ["A", "B"].map { writer.add("Choir", ["name": $0]) }
    for (number, person) in Self.people(afterChanging: []).enumerated() {
      writer.add("Singer", ["name": person.name, "age": person.age, "choir": choirs[number % 2]])
    }
    try writer.save()
    let root = coordinator.makeContext()
    let middle = root.makeChild()
    contexts = [root, middle, middle.makeChild()]
    saved = Self.people(afterChanging: [])
    present = Self.people(afterChanging: changed)
    for stage in Stage.allCases where changed.contains(stage) {
      try Self.change(contexts[stage.rawValue], stage)
    }
  }

  /// The singers after each context has changed one's age and one's choir, deleted one and inserted one.
  static func people(afterChanging stages: Set<Stage>) -> [Person] {
    var people = (0..<10).map { number in
      Person(name: "S\(number)", age: number, choir: number % 2 == 0 ? "A" : "B")
    }
    for stage in Stage.allCases where stages.contains(stage) {
      let first = stage.rawValue * 3
      if let place = people.firstIndex(where: { $0.name == "S\(first)" }) {
        people[place].age += 40 + stage.rawValue
      }
      if let place = people.firstIndex(where: { $0.name == "S\(first + 1)" }) {
        people[place].choir = people[place].choir == "A" ? "B" : "A"
      }
      people.removeAll { $0.name == "S\(first + 2)" }
      people.append(Person(name: "N\(stage)", age: 30 + stage.rawValue, choir: "A"))
    }
    return people
  }

  private static func change(_ context: NSManagedObjectContext, _ stage: Stage) throws {
    let first = stage.rawValue * 3
    let choirs = try context.all("Choir")
    func choir(_ name: String) -> NSManagedObject? { choirs.first { $0.called == name } }
    for singer in try context.all("Singer") {
      switch singer.called {
      case "S\(first)":
        let age = singer.value(forKey: "age") as? Int ?? 0
        singer.setValue(age + 40 + stage.rawValue, forKey: "age")
      case "S\(first + 1)":
        let old = (singer.value(forKey: "choir") as? NSManagedObject)?.called
        singer.setValue(choir(old == "A" ? "B" : "A"), forKey: "choir")
      case "S\(first + 2)": context.delete(singer)
      default: break
      }
    }
    let new = context.add("Singer", ["name": "N\(stage)", "age": 30 + stage.rawValue])
    new.setValue(choir("A"), forKey: "choir")
  }
}

/// A condition as a predicate and as a closure.
private struct Condition {
  let name: String
  let predicate: NSPredicate?
  let holds: (ContextChain.Person) -> Bool

  static func all(_ chain: ContextChain) throws -> [Condition] {
    let choirs = try chain.leaf.all("Choir")
    let first = try #require(choirs.first { $0.called == "A" })
    return [
      Self(name: "all", predicate: nil) { _ in true },
      Self("age > 30") { $0.age > 30 },
      Self("age < 6") { $0.age < 6 },
      Self("name BEGINSWITH 'N' OR age IN {0, 4, 5}") {
        $0.name.hasPrefix("N") || [0, 4, 5].contains($0.age)
      },
      Self("choir.name == 'A'") { $0.choir == "A" },
      Self("choir == %@", first) { $0.choir == "A" },
      Self("NOT (choir == %@) AND age > 2", first.objectID) { $0.choir != "A" && $0.age > 2 },
      Self("name == 'nobody'") { _ in false },
    ]
  }

  init(name: String, predicate: NSPredicate?, holds: @escaping (ContextChain.Person) -> Bool) {
    self.name = name
    self.predicate = predicate
    self.holds = holds
  }

  init(_ format: String, _ arguments: Any..., holds: @escaping (ContextChain.Person) -> Bool) {
    self.init(
      name: format,
      predicate: NSPredicate(format: format, argumentArray: arguments),
      holds: holds
    )
  }

  func request<T>(_ type: T.Type, _ window: Window) -> NSFetchRequest<T> {
    let request = NSFetchRequest<T>(entityName: "Singer")
    request.predicate = predicate
    request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
    request.fetchOffset = window.offset
    request.fetchLimit = window.limit
    request.fetchBatchSize = window.batch
    request.returnsObjectsAsFaults = window.batch > 0
    return request
  }
}

/// A range of the results.
private struct Window {
  var limit = 0
  var offset = 0
  var batch = 0

  static let all = [
    Window(), Window(limit: 2), Window(limit: 3, offset: 1), Window(offset: 2, batch: 2),
    Window(limit: 4, offset: 50), Window(batch: 3),
  ]

  func part<Element>(of all: [Element]) -> [Element] {
    let rest = all.dropFirst(offset)
    return Array(limit > 0 ? rest.prefix(limit) : rest)
  }
}
