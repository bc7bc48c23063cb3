import CoreData
import Foundation
import Testing

/// A transformer that reverses notes or not; the forgetful one cannot read a note that contains "lost".
private final class NoteTransformer: ValueTransformer, @unchecked Sendable {
  let isForgetful: Bool

  init(isForgetful: Bool) { self.isForgetful = isForgetful }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? String).map { Data($0.utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data, !isForgetful || data != Data("lost".utf8) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}

@Suite("Members of composite values that the program cannot read") struct UnreadableMemberTests {
  let scratch: StoreScratch

  init() throws {
    scratch = try StoreScratch()
    for (name, isForgetful) in [("RemembersNotes", false), ("ForgetsNotes", true)] {
      ValueTransformer.setValueTransformer(
        NoteTransformer(isForgetful: isForgetful),
        forName: NSValueTransformerName(name)
      )
    }
  }

  static let types: [NSPersistentStore.StoreType] = [.sqlite, .xml, .binary]

  private func model(_ transformer: String) -> NSManagedObjectModel {
    func attribute(
      _ name: String,
      _ type: NSAttributeDescription.AttributeType,
      as attribute: NSAttributeDescription = NSAttributeDescription()
    ) -> NSAttributeDescription {
      attribute.name = name
      attribute.type = type
      attribute.isOptional = true
      return attribute
    }
    func note(_ name: String) -> NSAttributeDescription {
      let note = attribute(name, .transformable)
      note.valueTransformerName = transformer
      return note
    }
    let inner = NSCompositeAttributeDescription()
    inner.elements = [note("deepNote"), attribute("floor", .integer16)]
    let address = NSCompositeAttributeDescription()
    address.elements = [
      attribute("city", .string), note("note"), attribute("inner", .composite, as: inner),
    ]
    let thing = PlainModel.entity("Thing", ["name": .string])
    thing.properties.append(attribute("address", .composite, as: address))
    let model = NSManagedObjectModel()
    model.entities = [thing]
    return model
  }

  private func use(
    _ transformer: String,
    _ type: NSPersistentStore.StoreType,
    _ change: (NSManagedObject) throws -> Void
  ) throws {
    let coordinator = scratch.coordinator(model(transformer))
    let store = try coordinator.addPersistentStore(type: type, at: scratch.url("store"))
    let context = scratch.context(coordinator)
    let thing =
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")).first
      ?? NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    try change(thing)
    try context.save()
    try coordinator.remove(store)
  }

  /// The elements of the address, in one line.
  private func address(_ thing: NSManagedObject) -> String {
    let address = thing.value(forKey: "address") as? [String: Any] ?? [:]
    let inner = address["inner"] as? [String: Any] ?? [:]
    let values = [address["city"], address["note"], inner["deepNote"], inner["floor"]]
    return values.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
  }

  @Test("They stay when other members, or other attributes, are changed", arguments: types)
  func edits(type: NSPersistentStore.StoreType) throws {
    let full: [String: Any] = [
      "city": "Rome", "note": "lost", "inner": ["deepNote": "lost", "floor": 1] as [String: Any],
    ]
    try use("RemembersNotes", type) { $0.setValue(full, forKey: "address") }
    try use("ForgetsNotes", type) {
      #expect(address($0) == "Rome - - 1")
      $0.setValue("changed", forKey: "name")
    }
    for round in 0..<2 {
      try use("ForgetsNotes", type) {
        #expect(address($0) == (round == 0 ? "Rome - - 1" : "Paris 0 - - 2"))
        $0.setValue(
          ["city": "Paris \(round)", "inner": ["floor": 2] as [String: Any]] as [String: Any],
          forKey: "address"
        )
      }
    }
    try use("RemembersNotes", type) { #expect(address($0) == "Paris 1 lost lost 2") }
    // An assigned value replaces the unreadable one.
    try use("ForgetsNotes", type) {
      $0.setValue(["city": "Oslo", "note": "new"] as [String: Any], forKey: "address")
    }
    try use("RemembersNotes", type) { #expect(address($0).hasPrefix("Oslo new lost")) }
    // An element that was readable and is left out is removed.
    try use("RemembersNotes", type) { $0.setValue(["city": "Bern"], forKey: "address") }
    try use("RemembersNotes", type) { #expect(address($0) == "Bern - - -") }
  }

  @Test("They go with the whole value", arguments: types)
  func removal(type: NSPersistentStore.StoreType) throws {
    let value: [String: Any] = ["city": "Rome", "note": "lost"]
    try use("RemembersNotes", type) { $0.setValue(value, forKey: "address") }
    try use("ForgetsNotes", type) { $0.setValue(nil, forKey: "address") }
    try use("RemembersNotes", type) { #expect(address($0) == "- - - -") }
  }

  @Test(
    "An unreadable value stays, with the members that are added",
    arguments: types
  )
  func nothingReadable(type: NSPersistentStore.StoreType) throws {
    try use("RemembersNotes", type) { $0.setValue(["note": "lost"], forKey: "address") }
    try use("ForgetsNotes", type) {
      #expect($0.value(forKey: "address") == nil)
      $0.setValue("x", forKey: "name")
    }
    try use("ForgetsNotes", type) { $0.setValue(["city": "Rome"], forKey: "address") }
    try use("RemembersNotes", type) { #expect(address($0) == "Rome lost - -") }
  }

  @Test("A copy of the store is refused, and names the attribute", arguments: types)
  func copies(type: NSPersistentStore.StoreType) throws {
    let value: [String: Any] = ["city": "Rome", "note": "lost"]
    try use("RemembersNotes", type) { $0.setValue(value, forKey: "address") }
    let coordinator = scratch.coordinator(model("ForgetsNotes"))
    let store = try coordinator.addPersistentStore(type: type, at: scratch.url("store"))
    let error = #expect(throws: NSError.self) {
      try coordinator.migratePersistentStore(store, to: scratch.url("copy"), type: .xml)
    }
    #expect(error?.localizedFailureReason?.contains("Thing.address") == true)
    #expect(!FileManager.default.fileExists(atPath: scratch.url("copy").path))
  }

  @Test("A save that fails keeps what the store has cached", arguments: [types[1], types[2]])
  func failedSaves(type: NSPersistentStore.StoreType) throws {
    let value: [String: Any] = ["city": "Rome", "note": "lost"]
    try use("RemembersNotes", type) { $0.setValue(value, forKey: "address") }
    let coordinator = scratch.coordinator(model("ForgetsNotes"))
    let url = scratch.url("store")
    let store = try coordinator.addPersistentStore(type: type, at: url)
    let context = scratch.context(coordinator)
    let thing = try #require(
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")).first
    )
    thing.setValue(nil, forKey: "address")
    store.url = scratch.url("missing/store")
    #expect(throws: CocoaError.self) { try context.save() }
    store.url = url
    context.rollback()
    thing.setValue("x", forKey: "name")
    try context.save()
    try coordinator.remove(store)
    try use("RemembersNotes", type) { #expect(address($0) == "Rome lost - -") }
  }
}
