import CoreData
import Foundation
import Testing

// A class as generated for an entity Visit with the attributes count, note, when and the relationships guide and
// stops. The tests use it with other versions of the model.

final class Visit: NSManagedObject {}
final class Place: NSManagedObject {}

extension Visit {
  var count: Int32 {
    get { value(of: GeneratedKey.count) ?? 0 }
    set { setValue(newValue, of: GeneratedKey.count) }
  }
  var note: String? {
    get { value(of: GeneratedKey.note) }
    set { setValue(newValue, of: GeneratedKey.note) }
  }
  var when: Date? {
    get { value(of: GeneratedKey.when) }
    set { setValue(newValue, of: GeneratedKey.when) }
  }
  var price: NSDecimalNumber? {
    get { decimalNumber(of: GeneratedKey.price) }
    set { setDecimalNumber(newValue, of: GeneratedKey.price) }
  }
  var primitiveNote: String? {
    get { primitiveValue(forKey: "note") as? String }
    set { setPrimitiveValue(newValue, forKey: "note") }
  }
  var guide: Place? {
    get { destination(of: GeneratedKey.guide) }
    set { setDestination(newValue, of: GeneratedKey.guide) }
  }
  var stops: Set<Place> {
    get { members(of: GeneratedKey.stops) }
    set { setMembers(newValue, of: GeneratedKey.stops) }
  }

  enum GeneratedKey: ~Copyable, GeneratedCodeV2.Key {
    case count, guide, note, price, stops, when
    static let table = GeneratedCodeV2.KeyTable(
      "count guide note price stops when",
      (\Visit.count, \Visit.guide, \Visit.note, \Visit.price, \Visit.stops, \Visit.when)
    )
  }
}

@Suite("Generated classes and models of another version")
struct StaleClassTests {
  /// A context for a model with some attributes and relationships of the entity Visit.
  static func context(
    _ attributes: [(String, NSAttributeDescription.AttributeType)],
    toOne: [String] = ["guide"],
    toMany: [String] = ["stops"],
    className: String = "Visit"
  ) throws -> NSManagedObjectContext {
    let place = NSEntityDescription()
    place.name = "Place"
    place.managedObjectClassName = "Place"
    let visit = NSEntityDescription()
    visit.name = "Visit"
    visit.managedObjectClassName = className
    visit.properties =
      attributes.map { name, type in
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.type = type
        attribute.isOptional = true
        return attribute
      }
      + (toOne + toMany).map { name in
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = place
        relationship.maxCount = toOne.contains(name) ? 1 : 0
        relationship.isOptional = true
        return relationship
      }
    let model = NSManagedObjectModel()
    model.entities = [place, visit]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  static let ownAttributes: [(String, NSAttributeDescription.AttributeType)] = [
    ("count", .integer32), ("note", .string), ("price", .decimal), ("when", .date),
  ]

  /// Attributes that sort before, between and after those of the class.
  static let moreAttributes: [[(String, NSAttributeDescription.AttributeType)]] = [
    [], [("aaa", .string)], [("cz", .integer32), ("nz", .string)], [("zzz", .date)],
    (0..<300).map { ("a\($0)", $0.isMultiple(of: 2) ? .string : .date) },
  ]

  @Test(
    "Attributes are found wherever the model has them, also after a save",
    arguments: moreAttributes
  )
  func added(more: [(String, NSAttributeDescription.AttributeType)]) throws {
    let context = try Self.context(Self.ownAttributes + more)
    try context.performAndWait {
      let place = Place(context: context)
      let visit = Visit(context: context)
      visit.count = 7
      visit.note = "note"
      visit.price = NSDecimalNumber(string: "1.25")
      visit.when = Date(timeIntervalSinceReferenceDate: 5)
      visit.guide = place
      visit.stops = [place]
      for name in ["count", "note", "price", "when"] {
        #expect(visit.value(forKey: name) != nil)
        #expect(visit.changedValues()[name] != nil)
      }
      for (name, _) in more { #expect(visit.value(forKey: name) == nil) }
      try context.save()
      context.refreshAllObjects()
      #expect(visit.count == 7)
      #expect(visit.note == "note")
      #expect(visit.primitiveNote == "note")
      #expect(visit.price == NSDecimalNumber(string: "1.25"))
      #expect(visit.when == Date(timeIntervalSinceReferenceDate: 5))
      #expect(visit.guide === place)
      #expect(visit.stops == [place])
      visit.primitiveNote = "quiet"
      #expect(visit.note == "quiet")
    }
  }

  @Test("A property that the model lacks reads as nil, and setting it changes nothing")
  func removed() throws {
    let context = try Self.context([("count", .integer32)], toOne: [], toMany: [])
    context.performAndWait {
      let visit = Visit(context: context)
      visit.count = 3
      visit.note = "lost"
      visit.primitiveNote = "lost"
      visit.price = 1
      visit.stops = [Place(context: context)]
      visit.guide = Place(context: context)
      #expect(visit.note == nil)
      #expect(visit.primitiveNote == nil)
      #expect(visit.price == nil)
      #expect(visit.when == nil)
      #expect(visit.guide == nil)
      #expect(visit.stops.isEmpty)
      #expect(visit.count == 3)
      #expect(Array(visit.changedValues().keys) == ["count"])
    }
  }

  @Test("An attribute of another numeric type is converted where its value fits")
  func otherNumber() throws {
    let context = try Self.context([
      ("count", .integer64), ("note", .string), ("price", .double), ("when", .date),
    ])
    context.performAndWait {
      let visit = Visit(context: context)
      visit.count = 9
      #expect(visit.value(forKey: "count") as? Int64 == 9)
      #expect(visit.count == 9)
      visit.setValue(Int64(1) << 40, forKey: "count")
      #expect(visit.count == 0)
      visit.price = NSDecimalNumber(string: "2.5")
      #expect(visit.value(forKey: "price") as? Double == 2.5)
      #expect(visit.price == NSDecimalNumber(string: "2.5"))
    }
  }

  @Test("A property of an unrelated type reads as nil and keeps its value")
  func otherType() throws {
    let context = try Self.context(
      [("count", .string), ("note", .date), ("price", .string), ("when", .binaryData)],
      toOne: ["stops"],
      toMany: ["guide"]
    )
    context.performAndWait {
      let visit = Visit(context: context)
      let place = Place(context: context)
      visit.setValue("text", forKey: "count")
      visit.setValue(Date(timeIntervalSinceReferenceDate: 1), forKey: "note")
      visit.setValue("text", forKey: "price")
      visit.setValue(Data([1]), forKey: "when")
      visit.setValue(NSSet(object: place), forKey: "guide")
      visit.setValue(place, forKey: "stops")
      #expect(visit.count == 0)
      #expect(visit.note == nil)
      #expect(visit.price == nil)
      #expect(visit.when == nil)
      #expect(visit.guide == nil)
      #expect(visit.stops.isEmpty)
      visit.guide = nil
      visit.stops = []
      #expect(visit.value(forKey: "count") as? String == "text")
      #expect(visit.value(forKey: "stops") as? Place === place)
      #expect((visit.value(forKey: "guide") as? NSSet)?.count == 1)
    }
  }

  @Test("Attributes and relationships that have changed places are not confused")
  func changedPlaces() throws {
    let context = try Self.context(
      [("guide", .string), ("stops", .string), ("count", .integer32)],
      toOne: ["note"],
      toMany: ["when"]
    )
    context.performAndWait {
      let visit = Visit(context: context)
      visit.setValue("guide", forKey: "guide")
      visit.guide = Place(context: context)
      visit.note = "note"
      #expect(visit.guide == nil)
      #expect(visit.note == nil)
      #expect(visit.value(forKey: "guide") as? String == "guide")
      #expect(visit.value(forKey: "note") == nil)
    }
  }

  @Test("Objects of two models in one process each use their own")
  func twoModels() throws {
    let plain = try Self.context(Self.ownAttributes)
    let wide = try Self.context([("aaa", .string)] + Self.ownAttributes)
    let first = plain.performAndWait { Visit(entity: Self.entity(plain), insertInto: plain) }
    let second = wide.performAndWait { Visit(entity: Self.entity(wide), insertInto: wide) }
    for visit in [first, second] {
      visit.managedObjectContext?.performAndWait {
        visit.note = "note"
        visit.count = 4
        #expect(visit.value(forKey: "note") as? String == "note")
        #expect(visit.count == 4)
      }
    }
  }

  private static func entity(_ context: NSManagedObjectContext) -> NSEntityDescription {
    NSEntityDescription.entity(forEntityName: "Visit", in: context) ?? NSEntityDescription()
  }
}
