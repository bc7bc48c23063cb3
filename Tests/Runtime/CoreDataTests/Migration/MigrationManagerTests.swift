import CoreData
import EveryStore
import Foundation
import Testing

/// A migration policy that splits names, logs its calls, and fails on request.
final class NamePolicy: NSEntityMigrationPolicy {
  override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
    note("begin", manager)
  }

  override func createDestinationInstances(
    forSource sInstance: NSManagedObject,
    in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    note("create", manager)
    #expect(manager.currentEntityMapping === mapping)
    #expect(type(of: sInstance) == NSManagedObject.self)
    try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    if manager.userInfo?["cancels"] != nil {
      manager.cancelMigrationWithError(CocoaError(.userCancelled))
    }
  }

  override func endInstanceCreation(
    forMapping mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws { note("created", manager) }

  override func createRelationships(
    forDestination dInstance: NSManagedObject,
    in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    note("connect", manager)
    try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
  }

  override func endRelationshipCreation(
    forMapping mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws { note("connected", manager) }

  override func performCustomValidation(
    forMapping mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    note("validate", manager)
    if manager.userInfo?["refuses"] != nil { throw CocoaError(.validationInvalidDate) }
  }

  override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
    note("end", manager)
  }

  override func value(ofFunction selector: String, arguments: [Any]) throws -> Any? {
    guard selector == "loud:", let text = arguments.first as? String else {
      return try super.value(ofFunction: selector, arguments: arguments)
    }
    return text.uppercased()
  }

  private func note(_ stage: String, _ manager: NSMigrationManager) {
    let notes = manager.userInfo?["notes"] as? [String] ?? []
    var info = manager.userInfo ?? [:]
    info["notes"] = notes + [stage]
    manager.userInfo = info
  }
}

/// A migration policy that merges all objects into one.
final class MergingPolicy: NSEntityMigrationPolicy {
  override func createDestinationInstances(
    forSource sInstance: NSManagedObject,
    in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    let made = manager.destinationInstances(
      forEntityMappingName: mapping.name,
      sourceInstances: nil
    )
    guard let first = made.first else {
      return try super.createDestinationInstances(
        forSource: sInstance,
        in: mapping,
        manager: manager
      )
    }
    manager.associate(sourceInstance: sInstance, withDestinationInstance: first, for: mapping)
  }
}

@Suite("Migration by a manager", .everyDatabase) struct MigrationManagerTests {
  private let store: ArchiveStore
  private let manager: NSMigrationManager
  private let mapping: NSMappingModel

  init() throws {
    store = try ArchiveStore()
    let (old, new) = (try ArchiveModel.model(1), try ArchiveModel.model(2))
    manager = NSMigrationManager(sourceModel: old, destinationModel: new)
    mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
  }

  private var destination: URL { store.folder.appendingPathComponent("new/archive.xml") }

  private func migrate() throws {
    try FileManager.default.createDirectory(
      at: destination.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try manager.migrateStore(
      from: store.url,
      type: store.type,
      mapping: mapping,
      to: destination,
      type: .xml
    )
  }

  private func author() throws -> NSEntityMapping {
    try #require(mapping.entityMappingsByName["IEM_Transform_Author"])
  }

  private func context() throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try ArchiveModel.model(2))
    try coordinator.addPersistentStore(type: .xml, at: destination)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @Test("F330 F331 Policies are called stage by stage, and by expressions") func policy() throws {
    let author = try author()
    author.entityMigrationPolicyClassName = "NamePolicy"
    let name = try #require(author.attributeMappings?.first { $0.name == "fullName" })
    name.valueExpression = _NSExpression(format: "FUNCTION($entityPolicy, 'loud:', $source.name)")
    try migrate()
    #expect(
      manager.userInfo?["notes"] as? [String] == [
        "begin", "create", "create", "created", "connect", "connect", "connected", "validate",
        "end",
      ]
    )
    #expect(manager.migrationProgress == 1)
    let context = try context()
    let authors = try store.objects("Author", by: "fullName", context)
    #expect(authors.map { $0.value(forKey: "fullName") as? String } == ["ADA", "KIM"])
    #expect(authors.map { $0.texts("books", "title") } == [["Engines", "Notes"], ["Plans"]])
    #expect(try store.objects("Leaflet", by: "title", context).count == 1)
  }

  @Test(
    "F332 Expressions have the objects, the manager, the mapping and the policy",
    arguments: [
      ("$source.name", "Ada"), ("$destination.entity.name", "Author"),
      ("$entityMapping.name", "IEM_Transform_Author"), ("$propertyMapping.name", "fullName"),
      ("FUNCTION($source, 'valueForKey:', 'name')", "Ada"),
      ("FUNCTION($entityPolicy, 'loud:', $entityMapping.name)", "IEM_TRANSFORM_AUTHOR"),
    ]
  ) func variables(expression: String, expected: String) throws {
    let author = try author()
    author.entityMigrationPolicyClassName = "NamePolicy"
    let name = try #require(author.attributeMappings?.first { $0.name == "fullName" })
    name.valueExpression = _NSExpression(format: expression)
    try migrate()
    let authors = try store.objects("Author", by: "fullName", try context())
    #expect(authors.first?.value(forKey: "fullName") as? String == expected)
  }

  @Test(
    "The source expressions that Xcode writes find the objects of a mapping",
    arguments: [
      ("'TRUEPREDICATE', $manager.sourceContext, NO", ["Ada", "Kim"]),
      ("'name == \"Kim\"', $manager.sourceContext, NO", ["Kim"]),
    ]
  ) func sourceExpressions(rest: String, expected: [String]) throws {
    let parts = rest.split(separator: ", ", maxSplits: 1).map(String.init)
    let call =
      "FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'Author', \(parts[0]))"
    try author().sourceExpression = _NSExpression(format: "FETCH(\(call), \(parts[1]))")
    try migrate()
    let context = try context()
    let authors = try store.objects("Author", by: "fullName", context)
    #expect(authors.map { $0.value(forKey: "fullName") as? String } == expected)
    withExtendedLifetime(context) {}
  }

  @Test(
    "A source expression without a result is an error, and nothing is written",
    arguments: [
      "FETCH(FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'Nobody', "
        + "'TRUEPREDICATE'), $manager.sourceContext, NO)",
      "FETCH(FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'Author', "
        + "'name =='), $manager.sourceContext, NO)",
      "FUNCTION($manager, 'noSuchFunction:', 'Author')",
    ]
  ) func wrongSourceExpressions(expression: String) throws {
    try author().sourceExpression = _NSExpression(format: expression)
    let error = #expect(throws: NSError.self) { try migrate() }
    #expect(error?.code == NSMigrationError)
    #expect(!FileManager.default.fileExists(atPath: destination.path))
  }

  @Test(
    "An expression that refers to what does not exist is an error, and nothing is written",
    arguments: [
      ("$source.nmae", "Author has no property 'nmae'"),
      ("FUNCTION($source, 'valueForKey:', 'nmae')", "Author has no property 'nmae'"),
      ("FUNCTION($source, 'valueForKeyPath:', 'books.tilte')", "Book has no property 'tilte'"),
      ("SUBQUERY($source.books, $b, $b.tilte != nil).@count", "Book has no property 'tilte'"),
      ("FUNCTION($source, 'loudName')", "Author has no property 'loudName'"),
      ("FUNCTION($source.name, 'loud:', 1)", "there is no function loud:"),
      ("FUNCTION($manager, 'loud:', 1)", "a migration manager has no function loud:"),
      ("$sorce.name", "there is no variable $sorce"),
    ]
  ) func unknownNames(expression: String, reason: String) throws {
    let name = try #require(try author().attributeMappings?.first { $0.name == "fullName" })
    name.valueExpression = _NSExpression(format: expression)
    let error = #expect(throws: NSError.self) { try migrate() }
    #expect(error?.code == NSMigrationError)
    #expect((error?.userInfo["reason"] as? String)?.contains(reason) == true)
    #expect(!FileManager.default.fileExists(atPath: destination.path))
  }

  @Test(
    "A relationship gets objects of a mapping that exists, and nothing else",
    arguments: [
      "FUNCTION($manager, 'destinationInstancesForEntityMappingNamed:sourceInstances:', 'None', "
        + "$source.books)",
      "'Engines'", "$source.name", "$source.books",
    ]
  ) func wrongObjects(expression: String) throws {
    let books = try #require(try author().relationshipMappings?.first { $0.name == "books" })
    books.valueExpression = _NSExpression(format: expression)
    let error = #expect(throws: NSError.self) { try migrate() }
    #expect(error?.code == NSMigrationError)
    #expect(!FileManager.default.fileExists(atPath: destination.path))
  }

  @Test(
    "An object that several were merged into has what all of them led to",
    arguments: [false, true]
  ) func merged(isReversed: Bool) throws {
    if isReversed { mapping.entityMappings.reverse() }
    try author().entityMigrationPolicyClassName = "MergingPolicy"
    try migrate()
    let context = try context()
    let authors = try store.objects("Author", by: "fullName", context)
    #expect(authors.map { $0.texts("books", "title") } == [["Engines", "Notes", "Plans"]])
    withExtendedLifetime(context) {}
  }

  @Test("F334 Objects are added to an existing store") func appending() throws {
    try migrate()
    try migrate()
    #expect(try store.objects("Author", by: "fullName", try context()).count == 4)
  }

  @Test("A store of the same type is made, with the objects of the old one") func sameType() throws
  {
    let place = try store.place.url("new")
    try manager.migrateStore(
      from: store.url,
      type: store.type,
      options: nil,
      mapping: mapping,
      to: place,
      type: store.type,
      options: store.place.options(nil)
    )
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try ArchiveModel.model(2))
    try coordinator.addPersistentStore(type: store.type, at: place)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let authors = try store.objects("Author", by: "fullName", context)
    #expect(authors.map { $0.texts("books", "title") } == [["Engines", "Notes"], ["Plans"]])
    #expect(authors.first?.value(forKey: "portrait") as? Data == ArchiveStore.portrait)
  }

  @Test("F333 A migration that is cancelled ends with that error, and leaves nothing")
  func cancelled() throws {
    try author().entityMigrationPolicyClassName = "NamePolicy"
    manager.userInfo = ["cancels": true]
    let error = #expect(throws: CocoaError.self) { try migrate() }
    #expect(error?.code == .userCancelled)
    #expect(!FileManager.default.fileExists(atPath: destination.path))
    #expect(manager.userInfo?["notes"] as? [String] == ["begin", "create"])
    manager.userInfo = nil
    manager.reset()
    try migrate()
    #expect(try store.objects("Author", by: "fullName", try context()).count == 2)
  }

  @Test("Errors of a policy are thrown; a missing class or function is an error")
  func failures() throws {
    try author().entityMigrationPolicyClassName = "NamePolicy"
    manager.userInfo = ["refuses": true]
    let refused = #expect(throws: CocoaError.self) { try migrate() }
    #expect(refused?.code == .validationInvalidDate)
    manager.userInfo = nil
    let name = try #require(try author().attributeMappings?.first { $0.name == "fullName" })
    name.valueExpression = _NSExpression(format: "FUNCTION($entityPolicy, 'other:', $source.name)")
    let unknown = #expect(throws: NSError.self) { try migrate() }
    #expect(unknown?.code == NSEntityMigrationPolicyError)
    try author().entityMigrationPolicyClassName = "NoSuchPolicy"
    let absent = #expect(throws: NSError.self) { try migrate() }
    #expect(absent?.code == NSEntityMigrationPolicyError)
    #expect(!FileManager.default.fileExists(atPath: destination.path))
  }

  @Test("Stores that cannot be opened: 134150 and 134160") func stores() throws {
    let source = #expect(throws: NSError.self) {
      try manager.migrateStore(
        from: store.place.url("none"),
        type: store.type,
        mapping: mapping,
        to: destination,
        type: .xml
      )
    }
    #expect(source?.code == NSMigrationManagerSourceStoreError)
    let target = #expect(throws: NSError.self) {
      try manager.migrateStore(
        from: store.url,
        type: store.type,
        mapping: mapping,
        to: store.url,
        type: store.type
      )
    }
    #expect(target?.code == NSMigrationManagerDestinationStoreError)
  }

  @Test("A mapping for other versions of the entities is refused") func otherVersions() throws {
    try author().destinationEntityVersionHash = Data([1])
    let error = #expect(throws: NSError.self) { try migrate() }
    #expect(error?.code == NSMigrationError)
  }
}
