import CoreData
import CorpusFiles
import Foundation
import StoreMigration
import Testing

/// Tests of stores for third-party models, with objects of all entities connected by all relationships.
@Suite("Stores of real models", .enabled(if: Corpus.isAvailable())) struct CorpusModelTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// The models with entities; versions in unsupported formats are excluded.
  static let models: [URL] = Corpus.files(below: "models") { $0.pathExtension == "xcdatamodeld" }
    .filter { NSManagedObjectModel(contentsOf: $0)?.entities.isEmpty == false }
  static let types: [NSPersistentStore.StoreType] = [.sqlite, .xml, .binary]

  @Test(
    "Objects are saved, read, edited, deleted and migrated, and nothing else changes",
    arguments: models,
    types
  )
  func everyModel(_ file: URL, _ type: NSPersistentStore.StoreType) throws {
    let name = Corpus.name(of: file)
    let url = folder.store("store")
    var context = try open(file, type, url)
    var filling = ObjectFilling(context, round: 1)
    filling.insert(4)
    try context.save()
    for round in 0..<3 {
      let wanted = snapshot(context)
      try close(context)
      context = try open(file, type, url)
      let found = snapshot(context)
      #expect(found == wanted, "\(name), \(type.rawValue), round \(round)")
      guard found == wanted else { return }
      try checkStore(type, url, name)
      filling = ObjectFilling(context, round: round + 2)
      filling.edit(try all(context))
      try context.save()
    }
    let wanted = snapshot(context)
    try close(context)
    try migrate(file, type, url, wanted, name)
  }

  /// Adds an attribute to all entities, and removes it again.
  private func migrate(
    _ file: URL,
    _ type: NSPersistentStore.StoreType,
    _ url: URL,
    _ wanted: [String: [String: String]],
    _ name: String
  ) throws {
    guard type == .sqlite else { return }
    for hasMore in [true, false] {
      let context = try open(file, type, url, hasMore: hasMore)
      #expect(snapshot(context) == wanted, "\(name), migrated, \(hasMore)")
      try close(context)
      try checkStore(type, url, name)
    }
    // A model of another app does not modify the store.
    let before = try Data(contentsOf: url)
    #expect(throws: NSError.self) {
      _ = try StoreFolder.context(at: url, Bookshop.makeModel(), options: Versions.migrating)
    }
    #expect(try Data(contentsOf: url) == before, "\(name)")
  }

  @Test("A store of a part of the entities keeps its objects", arguments: models, [0, 1])
  func everyPart(_ file: URL, _ remainder: Int) throws {
    let name = Corpus.name(of: file)
    let url = folder.store("store")
    func openPart() throws -> NSManagedObjectContext {
      let model = try Self.model(file, hasMore: false)
      let entities = model.entities.enumerated().filter { $0.offset % 2 == remainder }.map(
        \.element
      )
      model.setEntities(entities, forConfigurationName: "Part")
      return try open(model, .sqlite, url, configuration: "Part")
    }
    var context = try openPart()
    let model = try #require(context.persistentStoreCoordinator?.managedObjectModel)
    let part = try #require(model.entities(forConfigurationName: "Part"))
    guard part.contains(where: { !$0.isAbstract }) else { return try close(context) }
    for round in 1...2 {
      var filling = ObjectFilling(context, round: round)
      filling.insert(3, of: part)
      try context.save()
      let wanted = snapshot(context)
      #expect(!wanted.isEmpty)
      try close(context)
      context = try openPart()
      #expect(snapshot(context) == wanted, "\(name)")
      try checkStore(.sqlite, url, name)
    }
  }

  private func open(
    _ file: URL,
    _ type: NSPersistentStore.StoreType,
    _ url: URL,
    hasMore: Bool = false
  ) throws -> NSManagedObjectContext {
    try open(Self.model(file, hasMore: hasMore), type, url)
  }

  private func open(
    _ model: NSManagedObjectModel,
    _ type: NSPersistentStore.StoreType,
    _ url: URL,
    configuration: String? = nil
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      type: type,
      configuration: configuration,
      at: url,
      options: Versions.migrating
    )
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    context.retainsRegisteredObjects = true
    return context
  }

  /// The model with the class NSManagedObject, and all properties optional.
  private static func model(_ file: URL, hasMore: Bool) throws -> NSManagedObjectModel {
    let read = try #require(NSManagedObjectModel(contentsOf: file))
    let model = try #require(read.copy() as? NSManagedObjectModel)
    for entity in model.entities {
      entity.managedObjectClassName = "NSManagedObject"
      entity.uniquenessConstraints = []
      for property in entity.properties where property.entity === entity {
        property.setValidationPredicates([], withValidationWarnings: [])
        if !(property is NSDerivedAttributeDescription) { property.isOptional = true }
        // The value transformers are classes of the apps.
        (property as? NSAttributeDescription)?.valueTransformerName = nil
        guard let relationship = property as? NSRelationshipDescription else { continue }
        if relationship.deleteRule == .denyDeleteRule {
          relationship.deleteRule = .nullifyDeleteRule
        }
        if relationship.isToMany {
          relationship.minCount = 0
          relationship.maxCount = 0
        }
      }
    }
    guard hasMore else { return model }
    for entity in model.entities where entity.superentity == nil {
      let more = NSAttributeDescription()
      more.name = "zzMore"
      more.type = .string
      more.isOptional = true
      entity.properties.append(more)
    }
    return model
  }

  private func close(_ context: NSManagedObjectContext) throws {
    let coordinator = try #require(context.persistentStoreCoordinator)
    try coordinator.remove(try #require(coordinator.persistentStores.first))
  }

  private func checkStore(
    _ type: NSPersistentStore.StoreType,
    _ url: URL,
    _ name: String
  ) throws {
    guard type == .sqlite else { return }
    let problems = try OpenedStore.withStore(at: url.path) {
      try StoreInspector(depth: .everything).inspection(of: $0).problems
    }
    #expect(problems.isEmpty, "\(name): \(problems)")
  }

  private func all(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
    let model = try #require(context.persistentStoreCoordinator?.managedObjectModel)
    return try model.entities.filter { !$0.isAbstract }.flatMap { entity in
      let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
      request.includesSubentities = false
      return try context.fetch(request)
    }
  }

  /// The values of each object by URI.
  private func snapshot(_ context: NSManagedObjectContext) -> [String: [String: String]] {
    var snapshot: [String: [String: String]] = [:]
    for object in (try? all(context)) ?? [] {
      var values: [String: String] = [:]
      for (name, property) in object.entity.propertiesByName where name != "zzMore" {
        if property.isTransient || property is NSFetchedPropertyDescription { continue }
        values[name] = text(object.value(forKey: name))
      }
      snapshot[object.objectID.uriRepresentation().absoluteString] = values
    }
    return snapshot
  }

  private func text(_ value: Any?) -> String? {
    switch value {
    case nil: nil
    case let object as NSManagedObject: object.objectID.uriRepresentation().absoluteString
    case let set as NSOrderedSet: set.array.compactMap { text($0) }.joined(separator: " ")
    case let set as Set<NSManagedObject>:
      set.compactMap { text($0) }.sorted().joined(separator: " ")
    case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
    case let data as Data: data.base64EncodedString()
    case let value?: "\(value)"
    }
  }
}

/// Inserts and changes objects of arbitrary entities.
private struct ObjectFilling {
  private let context: NSManagedObjectContext
  private var dice: Dice
  private var count: Int

  /// The entities that are not abstract.
  private var names: Set<String>

  /// Different round numbers give different values.
  init(_ context: NSManagedObjectContext, round: Int) {
    self.context = context
    dice = Dice(UInt64(round))
    count = round * 1_000_000
    let model = context.persistentStoreCoordinator?.managedObjectModel
    names = Set((model?.entities ?? []).compactMap(\.name))
  }

  /// Inserts objects of each entity, and connects them.
  mutating func insert(_ number: Int, of some: [NSEntityDescription]? = nil) {
    let all = context.persistentStoreCoordinator?.managedObjectModel.entities ?? []
    let entities = some ?? all
    names = Set(entities.compactMap(\.name))
    var objects: [NSManagedObject] = []
    for entity in entities where !entity.isAbstract {
      for _ in 0..<number {
        objects.append(
          NSEntityDescription.insertNewObject(forEntityName: entity.name ?? "", into: context)
        )
      }
    }
    for object in objects { set(object, among: objects) }
  }

  /// Deletes some objects, inserts others, and changes some of the rest.
  mutating func edit(_ objects: [NSManagedObject]) {
    for object in objects where Int.random(in: 0..<8, using: &dice) == 0 { context.delete(object) }
    context.processPendingChanges()
    let left = objects.filter { !$0.isDeleted }
    for object in left where Bool.random(using: &dice) { set(object, among: left) }
    insert(1)
  }

  private mutating func set(_ object: NSManagedObject, among objects: [NSManagedObject]) {
    for (name, property) in object.entity.propertiesByName.sorted(by: { $0.key < $1.key }) {
      count += 1
      if property.isTransient || Int.random(in: 0..<6, using: &dice) == 0 { continue }
      switch property {
      case is NSDerivedAttributeDescription, is NSFetchedPropertyDescription: continue
      case let attribute as NSAttributeDescription:
        guard let value = value(attribute.type) else { continue }
        object.setValue(value, forKey: name)
      case let relationship as NSRelationshipDescription:
        connect(object, relationship, objects)
      default: continue
      }
    }
  }

  private mutating func connect(
    _ object: NSManagedObject,
    _ relationship: NSRelationshipDescription,
    _ objects: [NSManagedObject]
  ) {
    // Without an inverse the destination does not know the relationship: in a store it is in one set only, and its
    // deletion does not remove it in memory.
    guard let destination = relationship.destinationEntity,
      let inverse = relationship.inverseRelationship,
      names.contains(inverse.entity.name ?? "")
    else { return }
    let ends = objects.filter { $0.entity.isKindOf(entity: destination) }
    guard relationship.isToMany else {
      return object.setValue(ends.randomElement(using: &dice), forKey: relationship.name)
    }
    let some = ends.shuffled(using: &dice).prefix(Int.random(in: 0...3, using: &dice))
    if relationship.isOrdered {
      object.setValue(NSOrderedSet(array: Array(some)), forKey: relationship.name)
    } else {
      object.setValue(Set(some), forKey: relationship.name)
    }
  }

  /// A unique value, for types with enough values.
  private mutating func value(_ type: NSAttributeDescription.AttributeType) -> Any? {
    let number = Int.random(in: -30_000...30_000, using: &dice)
    switch type {
    case .integer16, .integer32: return number
    case .integer64: return number * 1_000_000_007
    case .decimal:
      return NSDecimalNumber(mantissa: UInt64(count), exponent: -2, isNegative: number < 0)
    case .double: return Double(number) / 7
    case .float: return Float(number) / 8
    case .string: return "\(count) ä\u{0301} '\"%_\\ \(number)"
    case .boolean: return number % 2 == 0
    case .date: return Date(timeIntervalSinceReferenceDate: Double(number) * 1_000.25)
    case .binaryData: return Data("\(count)".utf8) + Data(count: count % 10 == 0 ? 150_000 : 3)
    case .uuid: return UUID(uuidString: String(format: "00000000-0000-4000-8000-%012d", count))
    case .uri: return URL(string: "https://example.org/\(count)?q=%20#f")
    case .transformable: return ["\(count)", "x"] as NSArray
    default: return nil
    }
  }
}
