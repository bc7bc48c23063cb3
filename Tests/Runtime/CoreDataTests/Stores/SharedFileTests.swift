import CoreData
import Foundation
import Testing

/// Tests of atomic stores with several programs that use one file.
@Suite("Several programs and one binary or XML store") struct SharedFileTests {
  private let scratch: StoreScratch
  private static let types: [NSPersistentStore.StoreType] = [.binary, .xml]
  private var url: URL { scratch.url("store") }

  init() throws { scratch = try StoreScratch() }

  private func open(_ type: NSPersistentStore.StoreType) throws -> NSManagedObjectContext {
    let coordinator = scratch.coordinator()
    try coordinator.addPersistentStore(type: type, at: url)
    return scratch.context(coordinator)
  }

  private func names(_ context: NSManagedObjectContext) throws -> [String] {
    try scratch.players(context).compactMap(\.name).sorted()
  }

  @Test("A save keeps what another program has saved since, and fetches find it", arguments: types)
  func otherPrograms(_ type: NSPersistentStore.StoreType) throws {
    try scratch.makeStore(type, at: url)
    let first = try open(type)
    let second = try open(type)
    for name in ["Bea", "Cid"] {
      Player(context: first).name = name
      try first.save()
    }
    #expect(try names(second) == ["Ada", "Bea", "Cid"])
    #expect(try second.count(for: NSFetchRequest<NSManagedObject>(entityName: "Player")) == 3)
    Player(context: first).name = "Dan"
    try first.save()
    Player(context: second).name = "Eve"
    try second.save()
    let all = ["Ada", "Bea", "Cid", "Dan", "Eve"]
    #expect(try names(first) == all && names(second) == all && names(open(type)) == all)
    // Equal bytes with another modification date are not a change, and a removed file is written again.
    try Data(contentsOf: url).write(to: url)
    Player(context: first).name = "Fay"
    try first.save()
    try FileManager.default.removeItem(at: url)
    Player(context: first).name = "Gil"
    try first.save()
    #expect(try names(open(type)) == all + ["Fay", "Gil"])
  }

  @Test("Objects that another program has changed or deleted since are conflicts", arguments: types)
  func conflictsWithOtherPrograms(_ type: NSPersistentStore.StoreType) throws {
    try scratch.makeStore(type, at: url)
    for isDeletion in [false, true] {
      let first = try open(type)
      let second = try open(type)
      let mine = try #require(try scratch.players(second).first)
      let other = try #require(try scratch.players(first).first)
      mine.name = "mine"
      if isDeletion { first.delete(other) } else { other.name = "other" }
      try first.save()
      let error = #expect(throws: CocoaError.self) { try second.save() }
      #expect(error?.code.rawValue == NSManagedObjectMergeError && mine.name == "mine")
      #expect(try names(open(type)) == (isDeletion ? [] : ["other"]))
      second.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
      try second.save()
      #expect(try names(open(type)) == (isDeletion ? [] : ["other"]))
    }
  }

  @Test("A row that changed under the same version is a conflict as well")
  func changedByHand() throws {
    try scratch.makeStore(.xml, at: url)
    let context = try open(.xml)
    let player = try #require(try scratch.players(context).first)
    player.name = "mine"
    let text = try String(contentsOf: url, encoding: .utf8)
    #expect(text.contains("Ada"))
    try text.replacing("Ada", with: "by hand").write(to: url, atomically: true, encoding: .utf8)
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code.rawValue == NSManagedObjectMergeError)
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try context.save()
    #expect(try names(open(.xml)) == ["mine"])
  }

  @Test("A permanent ID that another program has also assigned is an error", arguments: types)
  func sameIdentifiers(_ type: NSPersistentStore.StoreType) throws {
    try scratch.makeStore(type, at: url)
    let first = try open(type)
    let second = try open(type)
    let mine = Player(context: second)
    mine.name = "Bea"
    try second.obtainPermanentIDs(for: [mine])
    Player(context: first).name = "Cid"
    try first.save()
    let error = #expect(throws: CocoaError.self) { try second.save() }
    #expect(error?.code.rawValue == NSPersistentStoreSaveError)
    #expect(try names(open(type)) == ["Ada", "Cid"])
  }

  @Test("A save does not overwrite a file of another version or of another store", arguments: types)
  func otherStores(_ type: NSPersistentStore.StoreType) throws {
    let other = scratch.url("other")
    try scratch.makeStore(type, at: url)
    try scratch.makeStore(type, at: other)
    let context = try open(type)
    Player(context: context).name = "Bea"
    let bytes = try Data(contentsOf: other)
    try bytes.write(to: url)
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code.rawValue == NSPersistentStoreSaveError && context.hasChanges)
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test("Of two programs that make a store at once, one gets an error", arguments: types)
  func newStores(_ type: NSPersistentStore.StoreType) throws {
    let coordinators = [scratch.coordinator(), scratch.coordinator()]
    try coordinators[0].addPersistentStore(type: type, at: url)
    let context = scratch.context(coordinators[0])
    try FileManager.default.removeItem(at: url)
    try coordinators[1].addPersistentStore(type: type, at: url)
    let other = scratch.context(coordinators[1])
    Player(context: other).name = "Ada"
    try other.save()
    Player(context: context).name = "Bea"
    #expect(throws: CocoaError.self) { try context.save() }
    #expect(try scratch.players(scratch.context(coordinators[1])).map(\.name) == ["Ada"])
  }
}
