import CoreData
import Foundation
import Testing

/// Tests of Apple's interface in the spellings that unmodified sources use.
struct UneditedInterfaceTests {
  /// A nested class.
  final class Inner: NSManagedObject {}

  private final class Hidden: NSManagedObject {}

  private final class HiddenValue: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let number: Int
    init(_ number: Int) { self.number = number }
    init?(coder: NSCoder) { number = coder.decodeInteger(forKey: "number") }
    func encode(with coder: NSCoder) { coder.encode(number, forKey: "number") }
  }

  private final class HiddenValueTransformer: NSSecureUnarchiveFromDataTransformer,
    @unchecked Sendable
  {
    override static var allowedTopLevelClasses: [AnyClass] { [NSArray.self, HiddenValue.self] }
  }

  private func model(_ classNames: [String]) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = classNames.enumerated().map { number, name in
      let entity = NSEntityDescription()
      entity.name = "Entity\(number)"
      entity.managedObjectClassName = name
      let value = NSAttributeDescription()
      value.name = "value"
      value.attributeType = .transformableAttributeType
      value.isOptional = true
      entity.properties = [value]
      return entity
    }
    return model
  }

  private func context(_ model: NSManagedObjectModel, at url: URL? = nil) throws
    -> NSManagedObjectContext
  {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let type = url == nil ? NSInMemoryStoreType : NSSQLiteStoreType
    try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @Test("Names find nested and private classes") func names()
    throws
  {
    #expect(NSStringFromClass(NSSet.self) == "NSSet")
    #expect(NSStringFromClass(Book.self).hasSuffix("Book"))
    let inner = NSStringFromClass(Inner.self)
    #expect(inner.hasSuffix(".UneditedInterfaceTests.Inner"))
    let names = [
      inner, "Inner", "UneditedInterfaceTests.Inner", NSStringFromClass(Hidden.self),
      "NoClassAtAll",
    ]
    let context = try context(model(names))
    context.performAndWait {
      let types = names.indices.map { number in
        type(
          of: NSEntityDescription.insertNewObject(forEntityName: "Entity\(number)", into: context)
        )
      }
      #expect(types[0] == Inner.self && types[1] == Inner.self && types[2] == Inner.self)
      #expect(types[3] == Hidden.self)
      #expect(types[4] == NSManagedObject.self)
    }
  }

  @Test("The name in an entity finds its class") func classesOfEntities() {
    func found(_ name: String?) -> AnyClass? {
      let entity = NSEntityDescription()
      entity.managedObjectClassName = name
      return NSClassFromString(entity.managedObjectClassName)
    }
    let module = "CoreDataTests"
    #expect(found(NSStringFromClass(Inner.self)) == Inner.self)
    #expect(found("Inner") == Inner.self)
    #expect(found("_TtCV\(module.utf8.count)\(module)22UneditedInterfaceTests5Inner") == Inner.self)
    #expect(found(NSStringFromClass(Hidden.self)) == Hidden.self)
    #expect(found("NSManagedObject") == NSManagedObject.self)
    #expect(found("NSDate") == NSDate.self)
    #expect(found("No.Class.At.All") == nil && found("NoClass") == nil)
  }

  @Test(
    "Objective-C names find nested and private classes"
  )
  func mangledNames() throws {
    let module = "CoreDataTests"
    let head = "_TtCV\(module.utf8.count)\(module)22UneditedInterfaceTests"
    let names = [
      head + "5Inner", "_TtC\(module.utf8.count)\(module)12HookedObject",
      head + "P33_0123456789ABCDEF0123456789ABCDEF6Hidden",
      head + "6Inner", head + "5Inner_", "_TtC", "_TtC99Inner",
    ]
    let context = try context(model(names))
    context.performAndWait {
      let types = names.indices.map { number in
        type(
          of: NSEntityDescription.insertNewObject(forEntityName: "Entity\(number)", into: context)
        )
      }
      #expect(types[0] == Inner.self && types[1] == HookedObject.self && types[2] == Hidden.self)
      #expect(types[3...].allSatisfy { $0 == NSManagedObject.self })
    }
  }

  /// Foundation's archiver traps on such a class.
  @Test("Transformable values of private classes are archived, by themselves and in arrays")
  func privateValues() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".sqlite")
    let context = try context(model(["NSManagedObject"]), at: url)
    try context.performAndWait {
      let object = NSEntityDescription.insertNewObject(forEntityName: "Entity0", into: context)
      object.setValue(HiddenValue(7), forKey: "value")
      try context.save()
      context.refresh(object, mergeChanges: false)
      #expect((object.value(forKey: "value") as? HiddenValue)?.number == 7)
      let shared = HiddenValue(1)
      object.setValue([shared, HiddenValue(2), shared] as NSArray, forKey: "value")
      try context.save()
      context.refresh(object, mergeChanges: false)
      let values = try #require(object.value(forKey: "value") as? [HiddenValue])
      #expect(values.map(\.number) == [1, 2, 1] && values[0] === values[2])
    }
  }

  @Test("An archive of a private class is read by a transformer that allows the class")
  func privateValuesAndTransformers() throws {
    let transformer = HiddenValueTransformer()
    let data = try #require(transformer.reverseTransformedValue([HiddenValue(3)] as NSArray))
    let values = transformer.transformedValue(data) as? [HiddenValue]
    #expect(values?.map(\.number) == [3])
    #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(data) == nil)
  }

  @Test("Objects of a few classes are made without contents") func madeWithoutContents() {
    #expect(NSManagedObjectID() != NSManagedObjectID())
    #expect(NSManagedObjectID().isTemporaryID && NSManagedObjectID().persistentStore == nil)
    #expect(NSManagedObjectID().uriRepresentation().scheme == "x-coredata")
    #expect(NSConstraintConflict().constraint == [] && NSConstraintConflict().databaseObject == nil)
  }

  @Test("Defaults have their entries under keys") func defaults() {
    let defaults = UserDefaults.standard
    let key = "UneditedInterfaceTests"
    defer { defaults.removeObject(forKey: key) }
    #expect(defaults.value(forKey: key) == nil)
    defaults.setValue(5, forKey: key)
    #expect(defaults.value(forKey: key) as? Int == 5)
    #expect(defaults.value(forKeyPath: key) as? Int == 5)
  }

  @Test("The progress of a migration is observed") func progress() throws {
    let model = model(["NSManagedObject"])
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let source = folder.appending(path: "a.sqlite")
    let context = try context(model, at: source)
    try context.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Entity0", into: context)
      try context.save()
    }
    let manager = NSMigrationManager(sourceModel: model, destinationModel: model)
    var values: [Float] = []
    var mappings: [String] = []
    let observations = [
      manager.observe(\.migrationProgress, options: [.new, .initial]) { manager, change in
        #expect(manager.migrationProgress == change.newValue)
        values.append(change.newValue ?? -1)
      },
      manager.observe(\.currentEntityMapping, options: [.new]) { _, change in
        if let name = change.newValue?.name { mappings.append(name) }
      },
    ]
    try manager.migrateStore(
      from: source,
      sourceType: NSSQLiteStoreType,
      with: NSMappingModel.inferredMappingModel(forSourceModel: model, destinationModel: model),
      toDestinationURL: folder.appending(path: "b.sqlite"),
      destinationType: NSSQLiteStoreType
    )
    #expect(values.first == 0 && values.last == 1 && values.count > 2 && values == values.sorted())
    #expect(mappings.contains { !$0.isEmpty })
    for observation in observations { observation.invalidate() }
    let count = values.count
    manager.reset()
    #expect(values.count == count)
  }

  @MainActor private final class Screen {
    var title = "a"
  }

  @Test("Work is begun on the main actor, with objects of the context") @MainActor func mainActor()
    async throws
  {
    let screen = Screen()
    let context = try context(model(["NSManagedObject"]))
    let object = await context.perform {
      NSEntityDescription.insertNewObject(forEntityName: "Entity0", into: context)
    }
    let title = screen.title
    await context.perform { object.setValue(NSString(string: title), forKey: "value") }
    let isMain = await context.perform(schedule: .enqueued) { Thread.isMainThread }
    #expect(!isMain)
    let count = try await context.perform {
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Entity0"))
    }
    #expect(count == 1)
    let coordinator = context.persistentStoreCoordinator
    #expect(await coordinator?.perform { coordinator?.persistentStores.count } == 1)
  }

  @Test("Requests are taken for fetch requests of other results") func requests() throws {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.fetchLimit = 3
    let plain: NSPersistentStoreRequest = request
    let other = try #require(plain.fetchRequest(for: (any NSFetchRequestResult).self))
    #expect(other.fetchLimit == 3 && other.entityName == "Book")
    #expect(plain.fetchRequest(for: Book.self) === request)
    #expect(NSPersistentStoreRequest().fetchRequest(for: Book.self) == nil)
  }
}
