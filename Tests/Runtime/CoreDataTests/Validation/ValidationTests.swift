import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Validation", .everyStore) struct ValidationTests {
  private struct Refused: Error, Equatable {
    var reason: String
  }

  private static let count = 0...Int.max

  /// A model of people with a mandatory name, an age with bounds, and a code with a pattern.
  private func people() throws -> (Office, NSManagedObjectContext) {
    let office = Office()
    office.entity(
      "Person",
      [
        Office.attribute("name", optional: false),
        Office.attribute(
          "nick",
          rules: [
            NSPredicate(format: "length >= 2"), NSPredicate(format: "SELF MATCHES '[a-z]+'"),
          ],
          warnings: ["nick is short", "nick has odd letters"]
        ),
        Office.attribute("age", .integer32, rules: [NSPredicate(format: "SELF >= 18")]),
        Office.attribute("home", .uri), Office.attribute("born", .date),
        Office.attribute("mood", transient: true, rules: [NSPredicate(format: "SELF != 'bad'")]),
      ]
    )
    return (office, try office.context())
  }

  @Test("F101 F103 One missing mandatory attribute: 1570 itself, with key and object and no value")
  func missingAttribute() throws {
    let (_, context) = try people()
    let person = try context.insert("Person")
    let error = try #require(failure { try context.save() })
    #expect(error.domain == NSCocoaErrorDomain)
    #expect(error.code == NSValidationMissingMandatoryPropertyError)
    #expect(error.key == "name")
    #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === person)
    #expect(error.userInfo[NSValidationValueErrorKey] == nil)
    #expect(error.localizedDescription == "name is a required value.")
    let typed = try #require(throws: CocoaError.self) { try context.save() }
    #expect(typed.code == .validationMissingMandatoryProperty && typed.validationKey == "name")
  }

  @Test("F101 Several failing properties: 1560 with one error for each")
  func severalProperties() throws {
    let (_, context) = try people()
    let person = try context.insert("Person", ["nick": "x"])
    let error = try #require(failure { try person.validateForInsert() })
    #expect(error.code == NSValidationMultipleErrorsError)
    #expect(
      error.details.map(\.code) == [1570, 1550] && error.details.map(\.key) == ["name", "nick"]
    )
  }

  @Test("F102 Several failing objects: 1560 with all the single errors in one list")
  func severalObjects() throws {
    let (_, context) = try people()
    try context.insert("Person", ["nick": "x"])
    try context.insert("Person", ["name": "Ada"])
    try context.insert("Person")
    let error = try #require(failure { try context.save() })
    #expect(error.code == NSValidationMultipleErrorsError)
    #expect(error.details.map(\.code) == [1570, 1550, 1570])
    #expect(error.details.allSatisfy { $0.details.isEmpty })
  }

  @Test("F104 A broken predicate: 1550 with key, object, value, predicate and the warning")
  func brokenPredicate() throws {
    let (office, context) = try people()
    let person = try context.insert("Person", ["name": "Ada", "nick": "x"])
    let error = try #require(failure { try context.save() })
    #expect(error.code == NSManagedObjectValidationError && error.key == "nick")
    #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === person)
    #expect(error.userInfo[NSValidationValueErrorKey] as? String == "x")
    #expect(error.localizedDescription == "nick is short")
    let rule = office.model.entitiesByName["Person"]?.attributesByName["nick"]?
      .validationPredicates.first
    #expect(error.userInfo[NSValidationPredicateErrorKey] as? NSPredicate === rule)
    person["nick"] = "XX"
    #expect(failure { try context.save() }?.localizedDescription == "nick has odd letters")
  }

  @Test(
    "F105 F106 The rules of a model file have codes of their own",
    arguments: [
      (#"attributeType="Integer 32" maxValueString="9""#, 10, 1610),
      (#"attributeType="Integer 32" minValueString="5""#, 4, 1620),
      (#"attributeType="Double" maxValueString="2.5""#, 2.6, 1610),
      (#"attributeType="Decimal" minValueString="2.5""#, Decimal(2.4), 1620),
      (
        #"attributeType="Date" maxDateTimeInterval="100""#,
        Date(timeIntervalSinceReferenceDate: 101), 1630
      ),
      (
        #"attributeType="Date" minDateTimeInterval="100""#,
        Date(timeIntervalSinceReferenceDate: 99), 1640
      ),
      (#"attributeType="String" maxValueString="3""#, "four", 1660),
      (#"attributeType="String" minValueString="3""#, "no", 1670),
      (#"attributeType="String" regularExpressionString="[0-9]+""#, "12x", 1680),
    ] as [(String, any Sendable, Int)]
  )
  func codes(_ attribute: String, _ wrong: any Sendable, _ code: Int) throws {
    let file = """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Thing" representedClassName="HookedObject">
      <attribute name="value" optional="YES" \(attribute)/></entity></model>
      """
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString + ".xcdatamodel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try file.write(to: folder.appendingPathComponent("contents"), atomically: true, encoding: .utf8)
    let model = try #require(NSManagedObjectModel(contentsOf: folder))
    let entity = try #require(model.entitiesByName["Thing"])
    let object = NSManagedObject(entity: entity, insertInto: nil)
    object.setValue(wrong, forKey: "value")
    let error = try #require(failure { try object.validateForInsert() })
    #expect(error.code == code && error.key == "value")
    object.setValue(nil, forKey: "value")
    try object.validateForInsert()
  }

  @Test("F106 Predicates are not evaluated for a missing value")
  func nilAndPredicates() throws {
    let (_, context) = try people()
    try context.insert("Person", ["name": ""])
    try context.save()
  }

  @Test("F107 An override of validateValue runs after the rules, and its error is passed on")
  func customValidation() throws {
    let (_, context) = try people()
    let person = try context.insert("Person", ["name": "Ada", "nick": "x"])
    var asked: [String] = []
    person.onValidate = { value, key in
      asked.append(key)
      if key == "name", value.pointee as? String == "Ada" { throw Refused(reason: "no Ada") }
    }
    #expect(failure { try context.save() }?.details.count == 2)
    #expect(asked == ["age", "born", "home", "mood", "name"])
    person["nick"] = nil
    #expect(throws: Refused(reason: "no Ada")) { try context.save() }
    person["name"] = "Bob"
    try context.save()
  }

  @Test("F108 Validation may put another value in the place of the first")
  func coercion() throws {
    let (_, context) = try people()
    let person = try context.insert("Person", ["name": " Ada "])
    person.onValidate = { value, key in
      guard key == "name", let name = value.pointee as? String else { return }
      value.pointee = name.trimmingCharacters(in: .whitespaces) as NSString
    }
    var value: AnyObject? = " Bob " as NSString
    try person.validateValue(&value, forKey: "name")
    #expect(value as? String == "Bob" && person["name"] as? String == " Ada ")
    var any: Any? = "  Cy"
    try person.validateValue(&any, forKey: "name")
    #expect(any as? String == "Cy")
    try context.save()
    #expect(person["name"] as? String == "Ada" && !context.hasChanges)
  }

  @Test("validateValue checks a value that the object does not have")
  func foreignValues() throws {
    let (_, context) = try people()
    let person = try context.insert("Person", ["name": "Ada"])
    func code(_ value: Any?, _ key: String) -> Int? {
      var value = value
      return failure { try person.validateValue(&value, forKey: key) }?.code
    }
    #expect(code(nil, "name") == 1570 && code("Bob", "name") == nil)
    #expect(code(17, "age") == 1550 && code(18, "age") == nil && code("x", "age") == 1550)
    #expect(code("not a URI", "home") == NSValidationInvalidURIError)
    #expect(code("today", "born") == NSValidationInvalidDateError)
    #expect(code("x", "unknown") == nil)
  }

  @Test(
    "A number that its type cannot hold is refused, and does not become another number",
    arguments: [
      (.integer16, 32_767, 32_768), (.integer16, -32_768, -32_769), (.integer16, 3.7, 1e300),
      (.integer32, 2_147_483_647, 2_147_483_648), (.integer32, -0.5, -3_000_000_000),
      (.integer64, 9_007_199_254_740_992, 9_223_372_036_854_775_808), (.integer64, -3.9, .nan),
      (.integer16, 0, .nan), (.integer32, 1, .infinity),
    ] as [(NSAttributeDescription.AttributeType, Double, Double)]
  )
  func numbersOutOfRange(
    type: NSAttributeDescription.AttributeType,
    fits: Double,
    exceeds: Double
  ) throws {
    let office = Office()
    office.entity("Scale", [Office.attribute("weight", type)])
    let context = try office.context()
    let scale = try context.insert("Scale", ["weight": fits])
    try context.save()
    #expect(scale["weight"] as? Int64 == Int64(fits))
    scale.setValue(exceeds, forKey: "weight")
    let error = try #require(failure { try context.save() })
    #expect(error.code == NSManagedObjectValidationError && error.key == "weight")
    #expect(error.localizedDescription.contains("out of the range"))
    #expect(scale["weight"] as? Int64 == Int64(fits))
    scale.setValue(fits, forKey: "weight")
    try context.save()
  }

  @Test("Integers of 64 bits fit, and larger ones do not")
  func greatestNumbers() throws {
    let office = Office()
    office.entity("Scale", [Office.attribute("weight", .integer64)])
    let context = try office.context()
    let scale = try context.insert("Scale", ["weight": Int64.max])
    try context.save()
    let greaterNumbers = [
      NSNumber(value: UInt64.max), NSDecimalNumber(string: "12345678901234567890"),
    ]
    for greater in greaterNumbers {
      scale.setValue(greater, forKey: "weight")
      #expect(throws: (any Error).self) { try context.save() }
      #expect(scale["weight"] as? Int64 == .max)
    }
    scale.setValue(Int64.min, forKey: "weight")
    try context.save()
    #expect(scale["weight"] as? Int64 == .min)
  }

  @Test("A value of the wrong type is refused, and reported when the object is saved")
  func refusedValues() throws {
    let (_, context) = try people()
    let person = try context.insert("Person", ["name": "Ada"])
    person.setValue("soon", forKey: "born")
    person.setValue(3, forKey: "home")
    person.setValue("old", forKey: "age")
    let error = try #require(failure { try context.save() })
    #expect(error.details.map(\.code) == [1550, 1650, 1690])
    #expect(
      error.details.first?.localizedDescription.hasPrefix("Unacceptable type of value") == true
    )
    person.setValue(Date(), forKey: "born")
    person.setValue(nil, forKey: "home")
    person.setValue(20, forKey: "age")
    try context.save()
  }

  @Test(
    "F109 F110 Counts hold for relationships that are not empty, or must not be",
    arguments: [
      (0, true, nil), (1, true, 1580), (2, true, nil), (3, true, nil), (4, true, 1590),
      (0, false, 1580), (1, false, 1580), (2, false, nil),
    ] as [(Int, Bool, Int?)]
  )
  func counts(_ members: Int, _ isOptional: Bool, _ code: Int?) throws {
    let office = Office()
    let team = office.entity("Team", [])
    let player = office.entity("Player", [])
    let (there, _) = office.relate(team, "players", 2...3, player, "team", 0...1)
    there.isOptional = isOptional
    let context = try office.context()
    let object = try context.insert("Team")
    object["players"] = try Set((0..<members).map { _ in try context.insert("Player") })
    let error = failure { try context.save() }
    #expect(error?.code == code)
    if code != nil { #expect(error?.key == "players") }
  }

  @Test("F109 A mandatory to-many relationship without a least count may be empty")
  func mandatoryToMany() throws {
    let office = Office()
    let team = office.entity("Team", [])
    let player = office.entity("Player", [])
    office.relate(team, "players", Self.count, player, "team", 0...1).there.isOptional = false
    let context = try office.context()
    let object = try context.insert("Team")
    try context.save()
    object["players"] = try [context.insert("Player")] as Set
    try context.save()
    object["players"] = Set<NSManagedObject>()
    try context.save()
  }

  @Test("F109 Counts are checked again when the relationship is changed from its other end")
  func countsFromTheOtherEnd() throws {
    let office = Office()
    let team = office.entity("Team", [])
    let player = office.entity("Player", [])
    office.relate(team, "players", 0...1000, player, "team", 0...1).there.maxCount = 2
    let context = try office.context()
    let object = try context.insert("Team")
    for _ in 0..<2 { try context.insert("Player", ["team": object]) }
    try context.save()
    let other = try office.context()
    try other.insert("Player", ["team": try other.same(object)])
    #expect(failure { try other.save() }?.code == NSValidationRelationshipExceedsMaximumCountError)
  }

  @Test("F111 A mandatory to-one relationship without a destination: 1570 with its name")
  func mandatoryToOne() throws {
    let office = Office()
    let team = office.entity("Team", [])
    let player = office.entity("Player", [])
    office.relate(player, "team", 0...1, team, "players", Self.count).there.isOptional = false
    let context = try office.context()
    let object = try context.insert("Player")
    let error = try #require(failure { try context.save() })
    #expect(error.code == 1570 && error.key == "team")
    object["team"] = try context.insert("Team")
    try context.save()
    // F097: the team's delete rule Nullify empties the relationship.
    context.delete(try #require(object["team"] as? NSManagedObject))
    #expect(failure { try context.save() }?.code == 1570)
  }

  @Test("F112 Transient attributes are validated")
  func transientAttributes() throws {
    let (_, context) = try people()
    try context.insert("Person", ["name": "Ada", "mood": "bad"])
    #expect(failure { try context.save() }?.key == "mood")
  }

  @Test("F113 Each object is validated for what happens to it, and for nothing else")
  func kindsOfValidation() throws {
    let (_, context) = try people()
    let updated = try context.insert("Person", ["name": "Ada"])
    let deleted = try context.insert("Person", ["name": "Bob"])
    try context.save()
    updated.log = []
    deleted.log = []
    updated["name"] = "Eve"
    deleted["name"] = nil
    context.delete(deleted)
    let inserted = try context.insert("Person", ["name": "Cy"])
    let dropped = try context.insert("Person")
    context.delete(dropped)
    try context.save()
    #expect(updated.log == ["willSave", "validateForUpdate", "didSave"])
    #expect(deleted.log == ["willSave", "validateForDelete", "didSave"])
    #expect(inserted.log == ["willSave", "validateForInsert", "didSave"])
    #expect(dropped.log.isEmpty)
  }

  @Test("F114 A failed save leaves everything as it was, and can be repeated")
  func failedSave() throws {
    let (office, context) = try people()
    let person = try context.insert("Person", ["age": 30])
    let id = person.objectID
    #expect(failure { try context.save() } != nil)
    #expect(context.hasChanges && person.isInserted && person.objectID == id && id.isTemporaryID)
    #expect(try office.context().storedCount("Person") == 0)
    person["name"] = "Ada"
    try context.save()
    #expect(!context.hasChanges && !person.objectID.isTemporaryID)
    #expect(try office.context().storedCount("Person") == 1)
  }

  @Test("F092 F093 Deny: the save fails with 1600 unless the other objects are deleted too")
  func deny() throws {
    let office = Office()
    let team = office.entity("Team", [])
    let player = office.entity("Player", [])
    office.relate(team, "players", Self.count, player, "team", 0...1, rule: .denyDeleteRule)
    let context = try office.context()
    let object = try context.insert("Team")
    let members = try (0..<2).map { _ in try context.insert("Player", ["team": object]) }
    try context.save()
    context.delete(object)
    let error = try #require(failure { try context.save() })
    #expect(error.code == NSValidationRelationshipDeniedDeleteError && error.key == "players")
    #expect(error.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === object)
    #expect((error.userInfo[NSValidationValueErrorKey] as? NSSet)?.count == 2)
    for member in members { context.delete(member) }
    try object.validateForDelete()
    try context.save()
    #expect(try office.context().storedCount("Team") == 0)
  }

  @Test("A relationship to an object that will not be in the store is refused")
  func dangling() throws {
    let office = Office()
    let team = office.entity("Team", [])
    let player = office.entity("Player", [])
    player.properties.append(Office.relationship("team", to: team, 0...1))
    player.properties.append(Office.relationship("fans", to: player, 0...Int.max))
    let context = try office.context()
    let object = try context.insert("Player")
    let gone = try context.insert("Team")
    object["team"] = gone
    context.delete(gone)
    #expect(failure { try context.save() }?.localizedDescription.hasPrefix("Dangling") == true)
    object["team"] = nil
    let never = NSManagedObject(
      entity: object.entity,
      insertInto: nil
    )
    object["fans"] = Set([never])
    #expect(failure { try context.save() }?.key == "fans")
    object["fans"] = nil
    try context.save()
  }
}
