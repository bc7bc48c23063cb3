import CoreData
import Foundation
import Testing

/// Random tests that fetches give the same results in SQLite and in PostgreSQL, also if the context decides them.
@Suite("PostgreSQL answers as other stores do") struct DifferentialTests {
  private static let texts: [String?] = [
    "", "a", "A", "ab", "aB", "b", "Straße", "STRASSE", "é", "e\u{301}", "E", "ﬁn", "fin", "Ωmega",
    "ωmega",
    "a*b", "a?b", "50%", "a_b", "\\", "line\nbreak", "\r\n", "日本", "👍🏽", "İi", "z", nil,
  ]
  private static let patterns = [
    "", "a", "A", "ab", "AB", "straße", "strasse", "é", "e", "fin", "ω", "z", "b", "%", "_", "\\n",
    "日",
  ]
  private static let wildcards = [
    "*", "a*", "*B", "?", "??", "*a*", "a\\\\*b", "*%*", "*é*", "", "STR*", "?i", "*_*",
  ]
  private static let options = ["", "[c]", "[d]", "[cd]"]

  static func model() -> NSManagedObjectModel {
    let thing = Shop.entity(
      "Thing",
      [
        ("number", .integer32), ("text", .string), ("small", .integer16), ("big", .integer64),
        ("real", .double), ("single", .float), ("flag", .boolean), ("date", .date),
        ("decimal", .decimal),
      ]
    )
    let owner = NSRelationshipDescription()
    let parts = NSRelationshipDescription()
    for (relationship, name, count) in [(owner, "owner", 1), (parts, "parts", 0)] {
      relationship.name = name
      relationship.destinationEntity = thing
      relationship.maxCount = count
      relationship.isOptional = true
      relationship.deleteRule = .nullifyDeleteRule
    }
    owner.inverseRelationship = parts
    parts.inverseRelationship = owner
    thing.properties += [owner, parts]
    let model = NSManagedObjectModel()
    model.entities = [thing]
    return model
  }

  /// The same objects in a store of each kind.
  private func stores(_ chance: inout Chance) throws -> [(String, NSManagedObjectContext)] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let seed = chance.next()
    var stores: [(String, NSManagedObjectContext)] = []
    for (type, url) in [
      (NSPersistentStore.StoreType.sqlite, folder.appendingPathComponent("s")),
      (.postgreSQL, shop.url),
    ] {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
      try coordinator.addPersistentStore(
        type: type,
        at: url,
        options: [OpenCoreDataPostgreSQLCreatesSchemaOption: true]
      )
      var chance = Chance(state: seed)
      let context = coordinator.context()
      try Self.fill(context, &chance)
      context.reset()
      stores.append((type.rawValue, context))
    }
    return stores
  }

  private static func fill(_ context: NSManagedObjectContext, _ chance: inout Chance) throws {
    var made: [NSManagedObject] = []
    for number in 0..<60 {
      let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
      thing.setValue(number, forKey: "number")
      thing.setValue(chance.element(texts), forKey: "text")
      thing.setValue(chance.element([nil, 0, 1, -1, 32_767, -32_768, 7]), forKey: "small")
      thing.setValue(chance.element([nil, 0, 1, -1, Int.max, Int.min, 1 << 53]), forKey: "big")
      thing.setValue(chance.element([nil, 0, 0.5, -0.25, 1e300, 7]), forKey: "real")
      thing.setValue(chance.element([nil, 0, 0.5, 1, -2]), forKey: "single")
      thing.setValue(chance.element([nil, true, false]), forKey: "flag")
      let seconds: [Double?] = [nil, 0, -1_000_000_000, 0.5, 700_000_000, -62_000_000_000]
      thing.setValue(
        chance.element(seconds).map { Date(timeIntervalSinceReferenceDate: $0) },
        forKey: "date"
      )
      let decimals = ["0", "1.5", "-2.25", "100", "7"]
      thing.setValue(NSDecimalNumber(string: chance.element(decimals)), forKey: "decimal")
      if chance.below(3) > 0, !made.isEmpty {
        thing.setValue(chance.element(made), forKey: "owner")
      }
      made.append(thing)
    }
    try context.save()
  }

  let shop = Shop()

  // MARK: Fetches

  private static func condition(_ chance: inout Chance, depth: Int = 0) -> String {
    switch chance.below(depth < 2 ? 12 : 8) {
    case 0, 1:
      let relation = chance.element(["==", "!=", "BEGINSWITH", "ENDSWITH", "CONTAINS", "<", ">="])
      let path = chance.element(["text", "owner.text"])
      return "\(path) \(relation)\(chance.element(options)) '\(chance.element(patterns))'"
    case 2: return "text LIKE\(chance.element(options)) '\(chance.element(wildcards))'"
    case 3, 4:
      let key = chance.element(["small", "big", "real", "single", "owner.small", "number"])
      let relation = chance.element(["==", "!=", "<", "<=", ">", ">="])
      let value = chance.element(["0", "1", "-1", "7", "0.5", "40000", "32767", "1e300", "30"])
      return "\(key) \(relation) \(value)"
    case 5:
      let key = chance.element(["flag", "date", "text", "decimal", "owner", "small"])
      return "\(key) \(chance.element(["==", "!="])) nil"
    case 6:
      return chance.element([
        "flag == YES", "flag == 0", "small IN {0, 7, 40000}", "text IN {'a', 'E', 'z'}",
        "small BETWEEN {-1, 1}", "small + 1 == 1", "real * 2 >= 1", "number - small > 3",
        "small == big", "real > small", "single == 0.5", "text IN[c] {'A', 'FIN'}",
        "text IN[c] {'A', nil}", "small IN {0, big}", "small BETWEEN {owner.small, 7}",
        "text MATCHES '.*[aA]'", "text CONTAINS owner.text", "TERNARY(small > 0, 1, 0) == 0",
        "small == owner.small", "owner == owner.owner", "uppercase:(text) == 'A'",
      ])
    case 7:
      return chance.element([
        "ANY parts.small == 7", "parts.@count > 1", "parts.@sum.small > 5",
        "parts.@max.number > 30",
        "ALL parts.small >= 0", "NONE parts.text ==[c] 'A'", "ANY parts.text BEGINSWITH[c] 's'",
        "SUBQUERY(parts, $p, $p.small == 7).@count == 1", "owner.owner.number < 9",
        "SUBQUERY(parts, $p, $p.text ==[c] 'a').@count == 0", "parts.@avg.number > 20",
        "ANY parts.text == nil", "ALL parts.text !=[c] 'a'", "owner.parts.@count == 0",
        "owner.parts.@sum.small >= 0", "7 IN parts.small", "owner.parts CONTAINS owner",
        "SUBQUERY(owner.parts, $p, NOT ($p.small > 0)).@count == 0",
        "owner.parts.text CONTAINS 'a'",
        "ALL owner.parts.small >= 0", "ANY parts.owner.text BEGINSWITH[cd] 'e'",
      ])
    case 8, 9:
      let word = chance.element([" AND ", " OR "])
      let left = condition(&chance, depth: depth + 1)
      return "(\(left))\(word)(\(condition(&chance, depth: depth + 1)))"
    default: return "NOT (\(condition(&chance, depth: depth + 1)))"
    }
  }

  private static func request(_ chance: inout Chance) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    request.predicate = NSPredicate(format: condition(&chance))
    let keys = ["text", "small", "real", "flag", "date", "big"]
    request.sortDescriptors = [
      NSSortDescriptor(key: chance.element(keys), ascending: chance.below(2) == 0),
      NSSortDescriptor(key: "number", ascending: true),
    ]
    if chance.below(4) == 0 { request.fetchLimit = chance.below(10) + 1 }
    if chance.below(5) == 0 { request.fetchOffset = chance.below(10) }
    return request
  }

  /// The same question, for which PostgreSQL finds all objects, because it does not have the function.
  private static func decidedInMemory(
    _ request: NSFetchRequest<NSManagedObject>
  ) -> NSFetchRequest<NSManagedObject> {
    let other = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    let always = NSPredicate(format: "number >= 0 OR uppercase:(text) == 'A'")
    other.predicate = NSCompoundPredicate(
      andPredicateWithSubpredicates: [request.predicate, always].compactMap { $0 }
    )
    other.sortDescriptors = request.sortDescriptors
    other.fetchLimit = request.fetchLimit
    other.fetchOffset = request.fetchOffset
    return other
  }

  private static func numbers(
    of request: NSFetchRequest<NSManagedObject>,
    in context: NSManagedObjectContext
  ) throws -> [Int] {
    try context.fetch(request).compactMap { $0.value(forKey: "number") as? Int }
  }

  @Test("Random questions", arguments: 0..<4)
  func questions(round: Int) throws {
    let long = ProcessInfo.processInfo.environment["TORTURE"] == "long"
    var chance = Chance(state: UInt64(round) + 1)
    let stores = try stores(&chance)
    for _ in 0..<(long ? 5_000 : 125) {
      let request = Self.request(&chance)
      var answers: [[Int]] = []
      var counts: [Int] = []
      for (_, context) in stores {
        answers.append(try Self.numbers(of: request, in: context))
        counts.append(try context.count(for: request))
      }
      let question = request.predicate.map { "\($0)" } ?? ""
      #expect(answers[1] == answers[0], "\(question)")
      let decided = try Self.numbers(of: Self.decidedInMemory(request), in: stores[1].1)
      #expect(decided == answers[0], "in memory: \(question)")
      #expect(counts[1] == answers[1].count || request.fetchOffset > 0, "\(question)")
    }
  }
}

/// A deterministic random number generator.
struct Chance: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func element<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
