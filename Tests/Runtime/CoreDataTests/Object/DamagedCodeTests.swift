import CoreData
import Foundation
import Testing

// Classes whose generated code was damaged, for example by a merge, or is of another entity. The entity Visit of
// `StaleClassTests` has the attributes count, note, price and when, and the relationships guide and stops.

/// A class with a missing line in the table.
final class ShortVisit: NSManagedObject {}

extension ShortVisit {
  var count: Int32? {
    get { value(of: GeneratedKey.count) }
    set { setValue(newValue, of: GeneratedKey.count) }
  }
  var note: String? {
    get { value(of: GeneratedKey.note) }
    set { setValue(newValue, of: GeneratedKey.note) }
  }
  var table: String? {
    get { value(of: GeneratedKey.table_) }
    set { setValue(newValue, of: GeneratedKey.table_) }
  }
  var topic: String? {
    get { value(of: GeneratedKey.topic) }
    set { setValue(newValue, of: GeneratedKey.topic) }
  }

  enum GeneratedKey: ~Copyable, GeneratedCodeV2.Key {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case count, note, table_, topic
    static let table = GeneratedCodeV2.KeyTable(
      "count table topic",
      (\ShortVisit.count, \ShortVisit.table, \ShortVisit.topic)
    )
  }
}

/// A class with an additional line in the table.
final class LongVisit: NSManagedObject {}

extension LongVisit {
  var note: String? {
    get { value(of: GeneratedKey.note) }
    set { setValue(newValue, of: GeneratedKey.note) }
  }
  var topic: String? {
    get { value(of: GeneratedKey.topic) }
    set { setValue(newValue, of: GeneratedKey.topic) }
  }

  enum GeneratedKey: ~Copyable, GeneratedCodeV2.Key {
    case note, topic
    static let table = GeneratedCodeV2.KeyTable(
      "count note topic",
      (nil as AnyKeyPath?, \LongVisit.note, \LongVisit.topic)
    )
  }
}

/// A class generated for an entity with other properties at the same indices.
final class Trip: NSManagedObject {}

extension Trip {
  var note: String? {
    get { value(of: GeneratedKey.note) }
    set { setValue(newValue, of: GeneratedKey.note) }
  }
  var topic: String? {
    get { value(of: GeneratedKey.topic) }
    set { setValue(newValue, of: GeneratedKey.topic) }
  }
  var guides: Set<Place> {
    get { members(of: GeneratedKey.guides) }
    set { setMembers(newValue, of: GeneratedKey.guides) }
  }

  enum GeneratedKey: ~Copyable, GeneratedCodeV2.Key {
    case guides, note, topic
    static let table = GeneratedCodeV2.KeyTable(
      "guides note topic",
      (\Trip.guides, \Trip.note, \Trip.topic)
    )
  }
}

/// A class with relationship keys and untyped values where the model has others.
final class OddVisit: NSManagedObject {}

extension OddVisit {
  var count: NSObject? {
    get { anyValue(of: GeneratedKey.count) }
    set { setAnyValue(newValue, of: GeneratedKey.count) }
  }
  var guide: [String]? {
    get { anyValue(of: GeneratedKey.guide) }
    set { setAnyValue(newValue, of: GeneratedKey.guide) }
  }
  var note: [Int]? {
    get { anyValue(of: GeneratedKey.note) }
    set { setAnyValue(newValue, of: GeneratedKey.note) }
  }
  var stops: [Place] { results(of: GeneratedKey.stops) }

  enum GeneratedKey: ~Copyable, GeneratedCodeV2.Key {
    case count, guide, note, stops
    static let table = GeneratedCodeV2.KeyTable(
      "count guide note stops",
      (\OddVisit.count, \OddVisit.guide, \OddVisit.note, \OddVisit.stops)
    )
  }
}

@Suite("Generated code that is damaged or of another entity") struct DamagedCodeTests {
  private typealias AttributeType = NSAttributeDescription.AttributeType

  /// A context for a model with the entities Visit and Place; Visit has a class.
  private static func context(
    _ className: String,
    _ attributes: [(String, AttributeType)],
    toOne: [String] = [],
    toMany: [String] = []
  ) throws -> NSManagedObjectContext {
    try StaleClassTests.context(attributes, toOne: toOne, toMany: toMany, className: className)
  }

  private static func visit<T: NSManagedObject>(
    _ context: NSManagedObjectContext,
    as type: T.Type
  ) throws -> T {
    let entity = try #require(NSEntityDescription.entity(forEntityName: "Visit", in: context))
    return T(entity: entity, insertInto: context)
  }

  /// The warnings in the output of a process.
  private static func warnings(_ output: [UInt8]) -> [String] {
    String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("CoreData: warning: ") }
  }

  @Test("With a line missing in the table, each property is found by the name of its case")
  func shortTable() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let context = try Self.context(
        "ShortVisit",
        [("count", .integer32), ("note", .string), ("table", .string), ("topic", .string)]
      )
      let visit = try Self.visit(context, as: ShortVisit.self)
      visit.count = 1
      visit.note = "note"
      visit.table = "table"
      visit.topic = "topic"
      for name in ["note", "table", "topic"] {
        try #require(visit.value(forKey: name) as? String == name)
      }
      try context.save()
      context.refreshAllObjects()
      try #require(visit.count == 1 && visit.note == "note")
      try #require(visit.table == "table" && visit.topic == "topic")
    }
    let lines = Self.warnings(result.standardErrorContent)
    #expect(lines.count == 1 && lines[0].contains("3 names"), "\(lines)")
    #expect(lines[0].contains("Visit") && lines[0].hasSuffix("generate it again"))
  }

  @Test("With an additional line in the table each property is found by the name of its case")
  func longTable() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let context = try Self.context(
        "LongVisit",
        [("count", .integer32), ("note", .string), ("topic", .string)]
      )
      let visit = try Self.visit(context, as: LongVisit.self)
      visit.note = "note"
      visit.topic = "topic"
      try #require(visit.value(forKey: "note") as? String == "note")
      try #require(visit.topic == "topic" && visit.value(forKey: "count") == nil)
    }
    let lines = Self.warnings(result.standardErrorContent)
    #expect(lines.count == 1 && lines[0].contains("3 names"), "\(lines)")
  }

  @Test(
    "Two classes for one entity: an object of the one that the model does not name goes by names"
  )
  func otherClass() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let context = try StaleClassTests.context([("count", .string), ("note", .string)])
      let (visit, trip) = (Visit(context: context), try Self.visit(context, as: Trip.self))
      let plain = try Self.visit(context, as: NSManagedObject.self)
      visit.note = "visit"
      trip.note = "trip"
      plain.setValue("plain", forKey: "note")
      trip.setValue("count", forKey: "count")
      trip.topic = "lost"
      trip.guides = [Place(context: context)]
      try #require(trip.note == "trip" && trip.value(forKey: "note") as? String == "trip")
      try #require(trip.topic == nil && trip.guides.isEmpty)
      try #require(trip.value(forKey: "count") as? String == "count")
      try #require(visit.note == "visit")
      // Objects of another class than the request's cannot be results.
      let found = try? context.fetch(NSFetchRequest<Visit>(entityName: "Visit"))
      try #require(found?.allSatisfy { type(of: $0) == Visit.self } ?? true)
      let all = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Visit"))
      try #require(Set(all) == [visit, trip, plain])
    }
    let lines = Self.warnings(result.standardErrorContent)
    #expect(lines.map { $0.contains("property topic") }.filter(\.self).count == 1, "\(lines)")
    #expect(lines.map { $0.contains("property guides") }.filter(\.self).count == 1, "\(lines)")
    #expect(lines.count == 2)
  }

  @Test("Keys of another kind than the properties: nil, nothing is set, and a message for each")
  func wrongKinds() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let context = try Self.context(
        "OddVisit",
        [("note", .string)],
        toOne: ["guide"],
        toMany: ["count", "stops"]
      )
      let visit = try Self.visit(context, as: OddVisit.self)
      let place = Place(context: context)
      visit.setValue(place, forKey: "guide")
      visit.setValue(NSSet(object: place), forKey: "stops")
      visit.setValue("text", forKey: "note")
      try #require(visit.count == nil && visit.guide == nil && visit.note == nil)
      try #require(visit.stops.isEmpty)
      visit.guide = nil
      visit.count = nil
      try #require(visit.value(forKey: "guide") as? Place === place)
      try #require(visit.value(forKey: "note") as? String == "text")
    }
    let lines = Self.warnings(result.standardErrorContent)
    for name in ["count", "guide", "note", "stops"] {
      #expect(lines.filter { $0.contains("property \(name) ") }.count == 1, "\(lines)")
    }
  }

  @Test("Objects of another class at the other end of a relationship are left out, with a message")
  func strangersAmongMembers() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let context = try StaleClassTests.context(StaleClassTests.ownAttributes)
      let visit = Visit(context: context)
      let places = [Place(context: context), Place(context: context)]
      visit.stops = Set(places)
      try #require(visit.stops == Set(places))
      let entity = try #require(NSEntityDescription.entity(forEntityName: "Place", in: context))
      let stranger = NSManagedObject(entity: entity, insertInto: context)
      visit.mutableSetValue(forKey: "stops").add(stranger)
      visit.setValue(stranger, forKey: "guide")
      try #require(visit.stops == Set(places) && visit.guide == nil)
      try #require((visit.value(forKey: "stops") as? NSSet)?.count == 3)
      visit.mutableSetValue(forKey: "stops").remove(stranger)
      try #require(visit.stops == Set(places))
    }
    let lines = Self.warnings(result.standardErrorContent)
    #expect(lines.filter { $0.contains("property stops ") }.count == 1, "\(lines)")
    #expect(lines.filter { $0.contains("property guide ") }.count == 1)
  }

  @Test("A primitive accessor of a property that the model lacks is reported, and once")
  func missingPrimitive() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let context = try StaleClassTests.context([("count", .integer32)])
      let visit = Visit(context: context)
      for _ in 0..<3 {
        visit.primitiveNote = "lost"
        try #require(visit.primitiveNote == nil && visit.note == nil)
      }
    }
    let lines = Self.warnings(result.standardErrorContent)
    #expect(lines.count == 1 && lines[0].contains("no property note"), "\(lines)")
  }
}
