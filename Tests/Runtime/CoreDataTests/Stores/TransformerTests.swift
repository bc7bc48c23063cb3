import CoreData
import Foundation
import Testing

/// A value that does not support archiving.
private final class Colour: Equatable {
  let name: String

  init(_ name: String) { self.name = name }

  static func == (left: Colour, right: Colour) -> Bool { left.name == right.name }
}

private final class ColourTransformer: ValueTransformer, @unchecked Sendable {
  override class func transformedValueClass() -> AnyClass { NSData.self }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Colour).map { Data($0.name.utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { Colour(String(decoding: $0, as: UTF8.self)) }
  }
}

/// A value transformer without registration.
final class UnregisteredTransformer: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { Data($0.utf8.reversed()) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { String(decoding: $0.reversed(), as: UTF8.self) }
  }
}

/// A custom secure transformer without registration.
final class UnregisteredSecureTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable
{
  override class var allowedTopLevelClasses: [AnyClass] { [NSArray.self, NSString.self] }
}

/// A transformer that returns nil for colors without a name, and for the bytes of a lost one.
private final class ForgetfulTransformer: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) -> Any? {
    guard let colour = value as? Colour, !colour.name.isEmpty else { return nil }
    return Data(colour.name.utf8)
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data, data != Data("lost".utf8) else { return nil }
    return Colour(String(decoding: data, as: UTF8.self))
  }
}

/// A way in which a transformer fails.
enum Whim: Sendable {
  case nothing
  case error
}

/// Transforms colors into bytes, or fails in one of the ways.
private final class MoodyTransformer: ValueTransformer, @unchecked Sendable {
  var whim: Whim?

  override func transformedValue(_ value: Any?) -> Any? {
    switch whim {
    case .nothing: nil
    case .error: "no data"
    case nil: (value as? Colour).map { Data($0.name.utf8) }
    }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { Colour(String(decoding: $0, as: UTF8.self)) }
  }
}

@Suite("Transformable attributes in files") struct TransformerTests {
  let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  private func model(_ transformer: String?, isOptional: Bool) -> NSManagedObjectModel {
    let attribute = NSAttributeDescription()
    attribute.name = "value"
    attribute.type = .transformable
    attribute.valueTransformerName = transformer
    attribute.isOptional = isOptional
    let entity = NSEntityDescription()
    entity.name = "Thing"
    let note = NSAttributeDescription()
    note.name = "note"
    note.type = .string
    note.isOptional = true
    entity.properties = [attribute, note]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return model
  }

  /// Saves a value and reads it again.
  private func kept(
    _ value: Any,
    _ transformer: String?,
    _ type: NSPersistentStore.StoreType,
    isOptional: Bool = true
  ) throws -> Any? {
    let url = scratch.url(UUID().uuidString)
    let coordinator = scratch.coordinator(model(transformer, isOptional: isOptional))
    let store = try coordinator.addPersistentStore(type: type, at: url)
    let context = scratch.context(coordinator)
    let entity = try #require(coordinator.managedObjectModel.entities.first)
    NSManagedObject(entity: entity, insertInto: context).setValue(value, forKey: "value")
    try context.save()
    try coordinator.remove(store)
    try coordinator.addPersistentStore(type: type, at: url)
    let other = scratch.context(coordinator)
    let found = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing"))
    return try #require(found.first).value(forKey: "value")
  }

  @Test("A transformer that was registered is used", arguments: FileStoreTests.types)
  func custom(_ type: NSPersistentStore.StoreType) throws {
    ValueTransformer.setValueTransformer(
      ColourTransformer(),
      forName: NSValueTransformerName("ColourTransformer")
    )
    #expect(try kept(Colour("red"), "ColourTransformer", type) as? Colour == Colour("red"))
  }

  @Test(
    "Archives, with and without the names of Foundation's transformers",
    arguments: FileStoreTests.types,
    [nil, "NSSecureUnarchiveFromData", "NSKeyedUnarchiveFromData"] as [String?]
  )
  func archives(_ type: NSPersistentStore.StoreType, _ transformer: String?) throws {
    let value = try kept(["a": [1, 2]] as NSDictionary, transformer, type)
    #expect(value as? [String: [Int]] == ["a": [1, 2]])
  }

  @Test(
    "A transformer is found by the name of its class",
    arguments: FileStoreTests.types,
    [
      "NSSecureUnarchiveFromDataTransformer", "UnregisteredTransformer",
      "CoreDataTests.UnregisteredTransformer", "UnregisteredSecureTransformer",
    ]
  )
  func classes(_ type: NSPersistentStore.StoreType, _ transformer: String) throws {
    let isText = transformer.hasSuffix("UnregisteredTransformer")
    let value: Any = isText ? "abc" : ["a", "b"] as NSArray
    let found = try kept(value, transformer, type)
    #expect(isText ? found as? String == "abc" : found as? [String] == ["a", "b"])
    let name = NSValueTransformerName(transformer)
    let known = ValueTransformer(forName: name)
    #expect(known != nil && known === ValueTransformer(forName: name))
    #expect(ValueTransformer(forName: NSValueTransformerName("Scratch")) == nil)
  }

  @Test("Texts in values that differ only in how accents are written are saved")
  func accents() throws {
    let url = scratch.url("accents")
    let coordinator = scratch.coordinator(model(nil, isOptional: true))
    try coordinator.addPersistentStore(type: .sqlite, at: url)
    let context = scratch.context(coordinator)
    let entity = try #require(coordinator.managedObjectModel.entities.first)
    let values: [(String) -> any Hashable] = [
      { [$0] }, { [["name": [$0]]] }, { [$0: 1] }, { Set([$0]) }, { $0 },
    ]
    for make in values {
      let thing = NSManagedObject(entity: entity, insertInto: context)
      thing.setValue(make("\u{e9}"), forKey: "value")
      try context.save()
      thing.setValue(make("\u{e9}"), forKey: "value")
      #expect(!thing.hasPersistentChangedValues)
      thing.setValue(make("e\u{301}"), forKey: "value")
      #expect(thing.hasPersistentChangedValues)
      try context.save()
      let other = scratch.context(coordinator)
      let found = other.object(with: thing.objectID).value(forKey: "value")
      let text = found.map { "\($0)" } ?? ""
      #expect(text.unicodeScalars.contains("\u{301}") && !text.unicodeScalars.contains("\u{e9}"))
    }
  }

  @Test(
    "A transformer that returns nil for a value stores nil",
    arguments: FileStoreTests.types
  )
  func nothing(_ type: NSPersistentStore.StoreType) throws {
    let name = "ForgetfulTransformer"
    ValueTransformer.setValueTransformer(
      ForgetfulTransformer(),
      forName: NSValueTransformerName(name)
    )
    #expect(try kept(Colour(""), name, type) == nil)
    #expect(try kept(Colour("lost"), name, type) == nil)
    #expect(try kept(Colour("red"), name, type) as? Colour == Colour("red"))
    #expect(throws: NSError.self) { try kept(Colour(""), name, type, isOptional: false) }
  }

  @Test(
    "A value for which the transformer returns nil stays in the store until another one is set",
    arguments: [.sqlite] + FileStoreTests.types
  )
  func forgottenValues(_ type: NSPersistentStore.StoreType) throws {
    for (name, transformer) in [
      ("ForgetfulTransformer", ForgetfulTransformer() as ValueTransformer),
      ("ColourTransformer", ColourTransformer()),
    ] {
      ValueTransformer.setValueTransformer(transformer, forName: NSValueTransformerName(name))
    }
    let url = scratch.url(UUID().uuidString)
    func use(_ name: String, _ change: (NSManagedObject) throws -> Void) throws {
      let coordinator = scratch.coordinator(model(name, isOptional: true))
      let store = try coordinator.addPersistentStore(type: type, at: url)
      let context = scratch.context(coordinator)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
      let thing =
        try context.fetch(request).first
        ?? NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
      try change(thing)
      try context.save()
      try coordinator.remove(store)
    }
    let colour = { (thing: NSManagedObject) in (thing.value(forKey: "value") as? Colour)?.name }
    try use("ColourTransformer") { $0.setValue(Colour("lost"), forKey: "value") }
    for number in 0..<2 {
      try use("ForgetfulTransformer") {
        #expect(colour($0) == nil)
        $0.setValue("\(number)", forKey: "note")
      }
    }
    try use("ColourTransformer") {
      #expect(colour($0) == "lost" && $0.value(forKey: "note") as? String == "1")
    }
    try use("ForgetfulTransformer") { $0.setValue(Colour("red"), forKey: "value") }
    try use("ForgetfulTransformer") {
      #expect(colour($0) == "red")
      $0.setValue(nil, forKey: "value")
    }
    try use("ColourTransformer") { #expect(colour($0) == nil) }
  }

  @Test(
    "A save keeps the bytes of values that did not change, whatever the transformer makes of them now",
    arguments: [.sqlite] + FileStoreTests.types,
    [Whim.nothing, .error]
  )
  func unchangedValues(_ type: NSPersistentStore.StoreType, _ whim: Whim) throws {
    let name = "Moody\(UUID())"
    let transformer = MoodyTransformer()
    ValueTransformer.setValueTransformer(transformer, forName: NSValueTransformerName(name))
    let url = scratch.url(UUID().uuidString)
    func open() throws -> NSManagedObjectContext {
      let coordinator = scratch.coordinator(model(name, isOptional: true))
      try coordinator.addPersistentStore(type: type, at: url)
      return scratch.context(coordinator)
    }
    func add(_ text: String, _ context: NSManagedObjectContext) throws {
      let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
      thing.setValue(text, forKey: "note")
      thing.setValue(Colour(text), forKey: "value")
      try context.save()
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    request.sortDescriptors = [NSSortDescriptor(key: "note", ascending: true)]
    let context = try open()
    try add("a", context)
    try add("b", context)
    // Values read from the file, and one that this process has saved.
    let other = try open()
    try add("c", other)
    transformer.whim = whim
    for (number, thing) in try other.fetch(request).enumerated() {
      thing.setValue("\(number)", forKey: "note")
    }
    try other.save()
    transformer.whim = nil
    let found = try open().fetch(request)
    #expect(found.map { $0.value(forKey: "note") as? String } == ["0", "1", "2"])
    #expect(found.map { ($0.value(forKey: "value") as? Colour)?.name } == ["a", "b", "c"])
  }

  @Test(
    "A migration object by object keeps the bytes that the transformer cannot read; a copy is refused",
    arguments: [.sqlite] + FileStoreTests.types
  )
  func unreadableValues(_ type: NSPersistentStore.StoreType) throws {
    let registered = ["Keeping": ColourTransformer(), "Losing": ForgetfulTransformer()]
    for (name, transformer) in registered {
      ValueTransformer.setValueTransformer(transformer, forName: NSValueTransformerName(name))
    }
    let (url, place) = (scratch.url(UUID().uuidString), scratch.url(UUID().uuidString))
    func colour(_ name: String, at url: URL, _ type: NSPersistentStore.StoreType) throws -> String?
    {
      let coordinator = scratch.coordinator(model(name, isOptional: true))
      let store = try coordinator.addPersistentStore(type: type, at: url)
      defer { try? coordinator.remove(store) }
      let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
      let thing = try scratch.context(coordinator).fetch(request).first
      return (thing?.value(forKey: "value") as? Colour)?.name
    }
    let coordinator = scratch.coordinator(model("Keeping", isOptional: true))
    let store = try coordinator.addPersistentStore(type: type, at: url)
    let context = scratch.context(coordinator)
    NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
      .setValue(Colour("lost"), forKey: "value")
    try context.save()
    try coordinator.remove(store)
    #expect(try colour("Losing", at: url, type) == nil)

    let losing = model("Losing", isOptional: true)
    try NSMigrationManager(sourceModel: losing, destinationModel: losing).migrateStore(
      from: url,
      type: type,
      mapping: NSMappingModel.inferredMappingModel(
        forSourceModel: losing,
        destinationModel: losing
      ),
      to: place,
      type: type
    )
    #expect(try colour("Keeping", at: place, type) == "lost")

    let other = scratch.coordinator(losing)
    let opened = try other.addPersistentStore(type: type, at: url)
    #expect(throws: NSError.self) {
      try other.migratePersistentStore(opened, to: scratch.url("copy"), type: .sqlite)
    }
    #expect(other.persistentStores == [opened])
    #expect(!FileManager.default.fileExists(atPath: scratch.url("copy").path))
    let allowed = try other.migratePersistentStore(
      opened,
      to: scratch.url("allowed"),
      options: [OpenCoreDataAllowsDataLossOption: true],
      type: .xml
    )
    #expect(other.persistentStores == [allowed])
  }

  @Test("F350 A change inside of a transformable value is not noticed; a new value is")
  func mutation() throws {
    let context = try Garden.makeContext()
    let pot = Pot(context: context)
    let tags = NSMutableArray(array: ["clay"])
    pot.setValue(tags, forKey: "tags")
    try context.save()
    (pot.value(forKey: "tags") as? NSMutableArray)?.add("round")
    #expect(!pot.hasChanges && !context.hasChanges)
    pot.setValue(NSMutableArray(array: ["clay", "red"]), forKey: "tags")
    #expect(pot.hasPersistentChangedValues)
    try context.save()
    let other = try Garden.makeContext(context.persistentStoreCoordinator)
    let found = try other.existingObject(with: pot.objectID)
    #expect(found.value(forKey: "tags") as? [String] == ["clay", "red"])
  }

  @Test("A value that cannot be archived, or has no transformer, cannot be saved")
  func refused() {
    #expect(throws: (any Error).self) { try kept(Colour("red"), nil, .xml) }
    #expect(throws: (any Error).self) { try kept([Colour("red")], nil, .binary) }
    #expect(throws: (any Error).self) { try kept("x", "NoTransformerHasThisName", .xml) }
  }

  @Test("Transformers are registered by name")
  func names() {
    let name = NSValueTransformerName("Known")
    #expect(ValueTransformer(forName: name) == nil)
    let transformer = ColourTransformer()
    ValueTransformer.setValueTransformer(transformer, forName: name)
    #expect(ValueTransformer(forName: name) === transformer)
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer(forName: name) == nil)
    let negate = ValueTransformer(forName: .negateBooleanTransformerName)
    #expect(negate?.transformedValue(true) as? Bool == false)
    #expect(
      ValueTransformer(forName: .isNilTransformerName)?.transformedValue(nil) as? Bool == true
    )
  }
}
