import CoreData
import EveryStore
import Foundation
import Testing

/// Tests of programs that are older than a store, and know its version from the store only.
@Suite("Stores that are newer than the program", .everyDatabase) struct OlderProgramTests {
  let scratch: StoreScratch

  init() throws { scratch = try StoreScratch() }

  /// A newer version than the program's, with the contents of a store.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// The words expected in the error; nil if the store is migrated.
    let loss: String?
    let model: @Sendable () -> NSManagedObjectModel
    let fill: @Sendable ((String) -> NSManagedObject) -> Void

    init(
      _ title: String,
      loss: String?,
      _ model: @escaping @Sendable () -> NSManagedObjectModel,
      fill: @escaping @Sendable ((String) -> NSManagedObject) -> Void
    ) {
      testDescription = title
      self.loss = loss
      self.model = model
      self.fill = fill
    }
  }

  /// The program's version; teams have players, and players have friends.
  @Sendable private static func older(
    ordered: Bool = false,
    shared: Bool = false,
    _ change: (NSEntityDescription, NSEntityDescription) -> [NSEntityDescription] = { [$0, $1] }
  ) -> NSManagedObjectModel {
    let team = Versions.entity("Team", [Versions.text("name")])
    let player = Versions.entity("Player", [Versions.text("name")])
    Versions.ends((team, "players", true, ordered), (player, "team", shared, false))
    return Versions.model { change(team, player) }
  }

  private static let cases: [Case] = [
    Case("an attribute with values", loss: "the values of Player.shirt") {
      older { team, player in
        player.properties += [Versions.attribute("shirt", .integer64)]
        return [team, player]
      }
    } fill: {
      $0("Player").setValue(7, forKey: "shirt")
    },
    Case("an attribute without values", loss: nil) {
      older { team, player in
        player.properties += [Versions.attribute("shirt", .integer64)]
        return [team, player]
      }
    } fill: {
      $0("Player").setValue("Ada", forKey: "name")
    },
    Case("an attribute of a child with values", loss: "the objects of Coach") {
      older { team, player in
        player.subentities = [Versions.entity("Coach", [Versions.text("title")])]
        return [team, player]
      }
    } fill: {
      $0("Coach").setValue("Dr.", forKey: "title")
    },
    Case("an entity with objects", loss: "the objects of Cup") {
      older { [$0, $1, Versions.entity("Cup", [Versions.text("name")])] }
    } fill: {
      _ = $0("Cup")
    },
    Case("an entity without objects", loss: nil) {
      older { [$0, $1, Versions.entity("Cup", [Versions.text("name")])] }
    } fill: {
      $0("Team").setValue("Crew", forKey: "name")
    },
    Case("a relationship with objects", loss: "the connections of Player.friendOf") {
      older { team, player in
        Versions.ends((player, "friends", true, false), (player, "friendOf", true, false))
        return [team, player]
      }
    } fill: { make in
      make("Player").setValue(NSSet(array: [make("Player")]), forKey: "friends")
    },
    Case("a relationship without objects", loss: nil) {
      older { team, player in
        Versions.ends((player, "friends", true, false), (player, "friendOf", true, false))
        return [team, player]
      }
    } fill: { make in
      make("Player").setValue(make("Team"), forKey: "team")
    },
    Case("several objects where the program has one", loss: "only one remains") {
      older(shared: true)
    } fill: { make in
      make("Player").setValue(NSSet(array: [make("Team"), make("Team")]), forKey: "team")
    },
    Case("one object where there could be several", loss: nil) {
      older(shared: true)
    } fill: { make in
      make("Player").setValue(NSSet(array: [make("Team")]), forKey: "team")
    },
    Case("objects in an order", loss: "the order of Team.players") {
      older(ordered: true)
    } fill: { make in
      make("Team").setValue(
        NSOrderedSet(array: [make("Player"), make("Player")]),
        forKey: "players"
      )
    },
    Case("one object in an order", loss: nil) {
      older(ordered: true)
    } fill: { make in
      make("Team").setValue(NSOrderedSet(array: [make("Player")]), forKey: "players")
    },
    Case("another name that is known to have changed", loss: nil) {
      older { team, player in
        player.properties = player.properties.map {
          $0.name == "name" ? Versions.text("fullName", was: "name") : $0
        }
        return [team, player]
      }
    } fill: {
      $0("Player").setValue("Ada", forKey: "fullName")
    },
    Case("another name that is not known to have changed", loss: "the values of Player.fullName") {
      older { team, player in
        player.properties = player.properties.map {
          $0.name == "name" ? Versions.text("fullName") : $0
        }
        return [team, player]
      }
    } fill: {
      $0("Player").setValue("Ada", forKey: "fullName")
    },
  ]

  /// Creates the store named `store`.
  private func makeStore(_ item: Case) throws {
    let coordinator = scratch.coordinator(item.model())
    let store = try coordinator.openTestedStore("store")
    let context = scratch.context(coordinator)
    item.fill { NSEntityDescription.insertNewObject(forEntityName: $0, into: context) }
    try context.save()
    try coordinator.remove(store)
  }

  private func hashes() throws -> [String: Data]? {
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: StoreKind.current.type,
      at: try #require(StoreRun.current).place("store")
    )
    return metadata[NSStoreModelVersionHashesKey] as? [String: Data]
  }

  @Test("A migration that loses something is refused, any other is done", arguments: cases)
  func opening(_ item: Case) throws {
    try makeStore(item)
    let before = try hashes()
    let older = Self.older()
    guard let loss = item.loss else {
      try scratch.coordinator(older).openTestedStore("store", options: Versions.migrating)
      #expect(try hashes() == older.entityVersionHashesByName)
      return
    }
    let error = #expect(throws: NSError.self) {
      try scratch.coordinator(older).openTestedStore("store", options: Versions.migrating)
    }
    #expect(error?.code == NSMigrationMissingSourceModelError)
    let reason = error?.localizedFailureReason ?? ""
    #expect(reason.contains(loss), "\(reason)")
    #expect(reason.contains("OpenCoreDataAllowsDataLossOption"), "\(reason)")
    #expect(try hashes() == before)
    try scratch.coordinator(item.model()).openTestedStore("store")
  }

  @Test("A loss that is allowed happens", arguments: cases.filter { $0.loss != nil })
  func allowed(_ item: Case) throws {
    try makeStore(item)
    let older = Self.older()
    try scratch.coordinator(older).openTestedStore(
      "store",
      options: Versions.migrating.merging([OpenCoreDataAllowsDataLossOption: true]) { $1 }
    )
    #expect(try hashes() == older.entityVersionHashesByName)
  }

  @Test(
    "Whole numbers whose last digits a floating-point type does not have are lost",
    arguments: [
      (Int64(1) << 53, NSAttributeDescription.AttributeType.double, true),
      (1 << 53 + 1, .double, false), (-(1 << 60) - 1, .float, false), (.max, .double, false),
      (.min, .double, true), (12, .float, true),
    ]
  )
  func digits(
    _ number: Int64,
    _ type: NSAttributeDescription.AttributeType,
    isKept: Bool
  ) throws {
    func model(_ type: NSAttributeDescription.AttributeType) -> NSManagedObjectModel {
      Versions.model { [Versions.entity("Player", [Versions.attribute("number", type)])] }
    }
    let coordinator = scratch.coordinator(model(.integer64))
    let store = try coordinator.openTestedStore("store")
    let context = scratch.context(coordinator)
    NSEntityDescription.insertNewObject(forEntityName: "Player", into: context)
      .setValue(number, forKey: "number")
    try context.save()
    try coordinator.remove(store)
    let older = scratch.coordinator(model(type))
    let open = {
      try older.openTestedStore("store", options: Versions.migrating)
    }
    if isKept {
      _ = try open()
      return
    }
    let error = #expect(throws: NSError.self) { _ = try open() }
    #expect(error?.code == NSMigrationMissingSourceModelError)
    let reason = error?.localizedFailureReason ?? ""
    #expect(reason.contains("the last digits of Player.number are lost"), "\(reason)")
  }

  @Test("A container of an older program leaves the store as it was") func container() throws {
    try makeStore(Self.cases[0])
    let container = NSPersistentContainer(name: "Old", managedObjectModel: Self.older())
    let url = try #require(StoreRun.current).place("store")
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    #expect((failure as NSError?)?.code == NSMigrationMissingSourceModelError)
  }
}
