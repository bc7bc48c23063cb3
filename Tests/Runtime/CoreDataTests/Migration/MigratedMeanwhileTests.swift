import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of open stores that another program migrates, which changes entity numbers, columns and triggers.
@Suite("Stores that another program migrates while they are open", .everyDatabase)
struct MigratedMeanwhileTests {
  /// A difference between the program's model version and the next one.
  enum Change: CaseIterable, Sendable {
    case entityBeforeOthers, renamedAttribute, removedAttribute, removedEntity, newAttribute
    case mandatoryAttribute
  }

  private final class Program {
    let coordinator: NSPersistentStoreCoordinator
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)

    /// The inserted objects, which contexts do not retain.
    private(set) var objects: [NSManagedObject] = []

    init(_ model: NSManagedObjectModel, options: [AnyHashable: Any] = [:]) throws {
      coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.openTestedStore(
        "store",
        options: options.merging([NSPersistentHistoryTrackingKey: true]) { $1 }
      )
      context.persistentStoreCoordinator = coordinator
    }

    @discardableResult
    func insert(_ entity: String, _ name: String) -> NSManagedObject {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      object.setValue(
        name,
        forKey: object.entity.attributesByName["name"] == nil ? "title" : "name"
      )
      objects.append(object)
      return object
    }

    func names(_ entity: String) throws -> [String] {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.includesSubentities = false
      return try context.fetch(request).map { object in
        let isRenamed = object.entity.attributesByName["name"] == nil
        return object.value(forKey: isRenamed ? "title" : "name") as? String ?? ""
      }.sorted()
    }
  }

  private static func model(_ change: Change? = nil) -> NSManagedObjectModel {
    let name =
      change == .renamedAttribute ? Versions.text("title", was: "name") : Versions.text("name")
    let box = Versions.entity("Box", [name])
    if change != .removedAttribute { box.properties += [Versions.text("note")] }
    if change == .newAttribute { box.properties += [Versions.text("color")] }
    if change == .mandatoryAttribute {
      box.attributesByName["note"]?.isOptional = false
      box.attributesByName["note"]?.defaultValue = "none"
    }
    let crate = Versions.entity("Crate", [Versions.text("lid")])
    box.subentities = [crate]
    var entities = [box, crate]
    if change == .entityBeforeOthers {
      let barrel = Versions.entity("Barrel", [Versions.text("hoop")])
      box.subentities.insert(barrel, at: 0)
      entities.append(barrel)
    }
    if change != .removedEntity {
      entities.append(Versions.entity("Shelf", [Versions.text("name")]))
    }
    return Versions.model { entities }
  }

  /// A program with saved objects, and a newer one that has migrated the store since.
  private func setUp(_ change: Change) throws -> (older: Program, newer: Program) {
    let older = try Program(Self.model())
    for name in ["a", "b"] {
      older.insert("Box", "box \(name)").setValue("note", forKey: "note")
      older.insert("Crate", "crate \(name)")
      older.insert("Shelf", "shelf \(name)")
    }
    try older.context.save()
    let options = Versions.migrating.merging([OpenCoreDataAllowsDataLossOption: true]) { $1 }
    return (older, try Program(Self.model(change), options: options))
  }

  /// Expects an error that the store now has another version.
  private func expectRefusal(
    _ body: () throws -> Void,
    _ comment: Comment,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let error = failure(of: body)
    #expect(error?.domain == NSCocoaErrorDomain, comment, sourceLocation: location)
    #expect(
      error?.code == NSPersistentStoreIncompatibleVersionHashError,
      comment,
      sourceLocation: location
    )
  }

  @Test("Nothing is written to a store of another version", arguments: Change.allCases)
  func writing(_ change: Change) throws {
    let (older, newer) = try setUp(change)
    let context = older.context
    let box = try #require(older.objects.first)
    box.setValue("changed", forKey: "note")
    expectRefusal({ try context.save() }, "an update")
    #expect(box.value(forKey: "note") as? String == "changed")
    context.rollback()
    older.insert("Crate", "new")
    older.insert("Shelf", "new")
    expectRefusal({ try context.save() }, "an insertion")
    context.rollback()

    let update = NSBatchUpdateRequest(entityName: "Crate")
    update.propertiesToUpdate = ["lid": "new"]
    let insertion = NSBatchInsertRequest(entityName: "Crate", objects: [["lid": "new"]])
    let deletion = NSBatchDeleteRequest(
      fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Crate")
    )
    let history = NSPersistentHistoryChangeRequest.deleteHistory(before: .distantFuture)
    for request in [update, insertion, deletion, history] as [NSPersistentStoreRequest] {
      expectRefusal({ try context.execute(request) }, "\(request)")
    }
    let store = try #require(older.coordinator.persistentStores.first)
    older.coordinator.setMetadata(["key": "value"], for: store)
    expectRefusal({ try context.save() }, "metadata")

    #expect(try newer.names("Box") == ["box a", "box b"])
    #expect(try newer.names("Crate") == ["crate a", "crate b"])
    let again = try Program(Self.model(change))
    #expect(try again.names("Crate") == ["crate a", "crate b"])
  }

  @Test("Nothing is read from a store of another version", arguments: Change.allCases)
  func reading(_ change: Change) throws {
    let (older, _) = try setUp(change)
    if StoreKind.current == .postgreSQL {
      // Reads check the version occasionally, saves always.
      older.insert("Box", "new")
      expectRefusal({ try older.context.save() }, "an insertion")
    }
    older.context.reset()
    for entity in ["Box", "Crate", "Shelf"] {
      expectRefusal({ _ = try older.names(entity) }, "objects")
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      expectRefusal({ _ = try older.context.count(for: request) }, "a number")
      let values = NSFetchRequest<NSDictionary>(entityName: entity)
      values.resultType = .dictionaryResultType
      expectRefusal({ _ = try older.context.fetch(values) }, "dictionaries")
    }
    let history = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
    expectRefusal({ try older.context.execute(history) }, "the history")
  }

  @Test("A program continues after others have saved objects and metadata")
  func sameVersion() throws {
    let first = try Program(Self.model())
    let second = try Program(Self.model())
    second.insert("Box", "box")
    let store = try #require(second.coordinator.persistentStores.first)
    second.coordinator.setMetadata(["key": "value"], for: store)
    try second.context.save()
    #expect(try first.names("Box") == ["box"])
    first.insert("Crate", "crate")
    try first.context.save()
    #expect(try second.names("Crate") == ["crate"])
  }

  @Test("A store gets another UUID, and its program continues")
  func identifier() throws {
    let program = try Program(Self.model())
    program.insert("Box", "box")
    try program.context.save()
    let store = try #require(program.coordinator.persistentStores.first)
    var metadata = program.coordinator.metadata(for: store)
    metadata[NSStoreUUIDKey] = UUID().uuidString
    program.coordinator.setMetadata(metadata, for: store)
    try program.context.save()
    program.context.reset()
    #expect(try program.names("Box") == ["box"])
    program.insert("Box", "other")
    try program.context.save()
  }

  @Test(
    "A generation of a store that was replaced has no objects of the new store",
    .stores(.sqlite)
  )
  func replaced() throws {
    let program = try Program(Self.model())
    program.insert("Box", "box")
    try program.context.save()
    let url = try #require(program.coordinator.persistentStores.first?.url)
    let other = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    let store = try other.openTestedStore("other")
    let place = try #require(store.url)
    try other.remove(store)
    try FileManager.default.removeItem(at: url)
    try FileManager.default.moveItem(at: place, to: url)
    let error = failure {
      try program.context.setQueryGenerationFrom(.current)
      _ = try program.names("Box")
    }
    #expect(error?.code == CocoaError.Code.fileNoSuchFile.rawValue)
    #expect(
      failure { try program.context.obtainPermanentIDs(for: [program.insert("Box", "new")]) } != nil
    )
  }
}
