import CoreData
import EveryStore
import Foundation
import SQLDriver
import SQLiteDriver
import Testing

/// Tests of join tables in stores that Core Data created, with other names than in new stores of this package.
///
/// Tables in PostgreSQL always have the names of this package.
@Suite("Names of join tables when a store is opened", .stores(.sqlite)) struct JoinNameTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Members that voted for options and polls, with inverses of the same name, and that trust one another.
  private static func model(
    attribute: String? = nil,
    entity: String? = nil,
    renamed: Bool = false
  ) -> NSManagedObjectModel {
    let member = PlainModel.entity("Member", ["name": .string])
    let option = PlainModel.entity("Option", ["name": .string])
    let poll = PlainModel.entity("Poll", ["name": .string])
    relate(member, "options", option, "votedBy")
    relate(member, "polls", poll, "votedBy")
    relate(member, "trusted", member, "trustedBy")
    if let attribute {
      let more = PlainModel.entity("", [attribute: .string])
      member.properties += more.properties
    }
    if renamed {
      let relationship = option.relationshipsByName["votedBy"]
      relationship?.renamingIdentifier = "votedBy"
      relationship?.name = "pickedBy"
    }
    let model = NSManagedObjectModel()
    model.entities = [member, option, poll]
    if let entity { model.entities.append(PlainModel.entity(entity, ["name": .string])) }
    return model
  }

  private static func relate(
    _ one: NSEntityDescription,
    _ name: String,
    _ other: NSEntityDescription,
    _ inverse: String
  ) {
    let ends = [(one, name, other), (other, inverse, one)].map { _, name, destination in
      let end = NSRelationshipDescription()
      end.name = name
      end.destinationEntity = destination
      end.maxCount = 0
      end.isOptional = true
      return end
    }
    ends[0].inverseRelationship = ends[1]
    ends[1].inverseRelationship = ends[0]
    one.properties.append(ends[0])
    other.properties.append(ends[1])
  }

  /// Inserts Ada with two options, a poll and a friend.
  private func fill() throws {
    let context = try folder.context(Self.model())
    func add(_ entity: String, _ name: String) -> NSManagedObject {
      Bookshop.make(entity, ["name": name], in: context)
    }
    let ada = add("Member", "Ada")
    ada.setValue(Set([add("Option", "x"), add("Option", "y")]), forKey: "options")
    ada.setValue(Set([add("Poll", "p")]), forKey: "polls")
    ada.setValue(Set([add("Member", "Kim")]), forKey: "trusted")
    try context.save()
  }

  /// Renames columns and tables as another program named them.
  private func rename(_ statements: [String]) throws {
    let connection = try SQLiteConnection(path: folder.store().path)
    defer { connection.close() }
    for statement in statements { try connection.execute(statement) }
  }

  /// The join tables with their columns, as `table(column,column)`.
  private func joins() throws -> Set<String> {
    let connection = try SQLiteConnection(path: folder.store().path)
    defer { connection.close() }
    let rows = try connection.rows(
      "SELECT m.name || '(' || (SELECT group_concat(name) FROM (SELECT name FROM pragma_table_info(m.name)"
        + " ORDER BY name)) || ')' FROM sqlite_master m WHERE m.type = 'table'"
        + " AND m.name GLOB 'Z_[0-9]*'"
    )
    return Set(rows.compactMap { if case .text(let text)? = $0.first { text } else { nil } })
  }

  /// The destinations of Ada's relationships, and of their inverses.
  private func connections(_ context: NSManagedObjectContext) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Member")
    request.predicate = NSPredicate(
      format: "name == 'Ada' AND ANY options.name == 'x' AND trusted.@count == 1"
    )
    let ada = try #require(try context.fetch(request).first)
    let ends = ["options", "polls", "trusted", "trustedBy"].map { key in
      let objects = ada.value(forKey: key) as? Set<NSManagedObject> ?? []
      return objects.compactMap { $0.value(forKey: "name") as? String }.sorted().joined()
    }
    let options = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Option"))
    let voters = options.flatMap { option in
      option.entity.relationshipsByName.keys.compactMap {
        option.value(forKey: $0) as? Set<NSManagedObject>
      }
    }
    return ends + [voters.map { String($0.count) }.joined()]
  }

  /// The variants of names in stores: those of this package, a number in the other column, and the self-join table
  /// named after its other end.
  private static let namings: [(String, [String])] = [
    ("the names of a new store", []),
    (
      "the number at the other column",
      [
        "ALTER TABLE Z_1OPTIONS RENAME COLUMN Z_1VOTEDBY TO Z_1VOTEDBY1",
        "ALTER TABLE Z_1POLLS RENAME COLUMN Z_1VOTEDBY1 TO Z_1VOTEDBY",
      ]
    ),
    ("another number", ["ALTER TABLE Z_1POLLS RENAME COLUMN Z_1VOTEDBY1 TO Z_1VOTEDBY2"]),
    ("no number", ["ALTER TABLE Z_1POLLS RENAME COLUMN Z_1VOTEDBY1 TO Z_1VOTEDBY"]),
    (
      "the self-join named after its other end",
      ["ALTER TABLE Z_1TRUSTED RENAME TO Z_1X", "ALTER TABLE Z_1X RENAME TO Z_1TRUSTEDBY"]
    ),
    (
      "the same the other way round",
      ["ALTER TABLE Z_1TRUSTEDBY RENAME TO Z_1X", "ALTER TABLE Z_1X RENAME TO Z_1TRUSTED"]
    ),
  ]

  private static let wanted = ["xy", "p", "Kim", "", "11"]

  @Test(
    "Such a store is read, changed and migrated, and keeps the names",
    arguments: namings.indices
  )
  func naming(_ index: Int) throws {
    let (title, statements) = Self.namings[index]
    try fill()
    // Only one of the two names of the self-join exists.
    guard (try? rename(statements)) != nil else {
      #expect(title.contains("self-join") || title.contains("the same"))
      return
    }
    let before = try joins()
    #expect(before.count == 3)
    let context = try folder.context(Self.model())
    #expect(try connections(context) == Self.wanted, "\(title)")
    let request = NSFetchRequest<NSManagedObject>(entityName: "Member")
    request.predicate = NSPredicate(format: "name == 'Ada'")
    let ada = try #require(try context.fetch(request).first)
    ada.mutableSetValue(forKey: "polls").removeAllObjects()
    try context.save()
    ada.setValue(
      Set(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Poll"))),
      forKey: "polls"
    )
    try context.save()
    try close(context)
    #expect(try joins() == before, "\(title)")
    for (number, target) in [
      Self.model(attribute: "label"), Self.model(attribute: "label", entity: "Zebra"),
      Self.model(entity: "Alpha"), Self.model(attribute: "label", entity: "Alpha"),
    ].enumerated() {
      let migrated = try folder.context(target, options: ArchiveStore.migrating)
      #expect(try connections(migrated) == Self.wanted, "\(title)")
      try close(migrated)
      // With an entity inserted before it, the numbers of all others are incremented.
      let names = number < 2 ? before : Set(before.map(Self.renumbered))
      #expect(try joins() == names, "\(title), step \(number)")
    }
  }

  @Test("A relationship that is renamed has no number behind its name unless it needs one")
  func renamed() throws {
    try fill()
    try rename(Self.namings[1].1)
    let context = try folder.context(Self.model(renamed: true), options: ArchiveStore.migrating)
    #expect(try connections(context) == Self.wanted)
    try close(context)
    #expect(try joins().contains("Z_1OPTIONS(Z_1PICKEDBY,Z_2OPTIONS)"))
    #expect(try joins().contains("Z_1POLLS(Z_1VOTEDBY,Z_3POLLS)"))
  }

  private static func renumbered(_ name: String) -> String {
    name.replacing(/Z_([0-9]+)/) { "Z_\((Int($0.1) ?? 0) + 1)" }
  }

  private func close(_ context: NSManagedObjectContext) throws {
    let coordinator = try #require(context.persistentStoreCoordinator)
    try coordinator.remove(try #require(coordinator.persistentStores.first))
  }
}
