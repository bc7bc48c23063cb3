import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Fetched properties", .everyDatabase) struct FetchedPropertyTests {
  /// Teams have fans, through a fetched property: people who like a team of that name.
  private static func makeModel() throws -> NSManagedObjectModel {
    let office = Office()
    let fan = office.entity(
      "Fan",
      [Office.attribute("name"), Office.attribute("likes"), Office.attribute("age", .integer32)]
    )
    let team = office.entity("Team", [Office.attribute("title")])
    for (name, condition) in [
      ("fans", "likes == $FETCH_SOURCE.title"),
      ("oldFans", "likes == $FETCH_SOURCE.title AND age >= $FETCHED_PROPERTY.userInfo.minimum"),
    ] {
      let property = NSFetchedPropertyDescription()
      property.name = name
      property.userInfo = ["minimum": 60]
      let request = NSFetchRequest<any NSFetchRequestResult>()
      request.entity = fan
      request.predicate = NSPredicate(format: condition)
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      property.fetchRequest = request
      team.properties.append(property)
    }
    return office.model
  }

  private let folder: StoreFolder
  private let context: NSManagedObjectContext
  private let reds: NSManagedObject

  init() throws {
    folder = try StoreFolder()
    context = try folder.context(Self.makeModel())
    reds = try context.insert("Team", ["title": "Reds"])
    for (name, team, age) in [("Zoe", "Reds", 70), ("Ada", "Reds", 30), ("Bob", "Blues", 80)] {
      try context.insert("Fan", ["name": name, "likes": team, "age": age])
    }
    try context.save()
  }

  private func names(_ object: NSManagedObject, _ key: String) -> [String] {
    (object.value(forKey: key) as? [NSManagedObject] ?? []).map { $0["name"] as? String ?? "" }
  }

  @Test("F064 A fetched property is an array in the order of its request, which may use variables")
  func results() {
    #expect(names(reds, "fans") == ["Ada", "Zoe"])
    #expect(names(reds, "oldFans") == ["Zoe"])
    #expect(!reds.hasChanges)
  }

  @Test("F064 It is fetched when first used, and again after a refresh only")
  func caching() throws {
    let late = try context.insert("Fan", ["name": "Mia", "likes": "Reds"])
    #expect(names(reds, "fans") == ["Ada", "Mia", "Zoe"])
    context.delete(late)
    try context.save()
    #expect(names(reds, "fans").count == 3)
    context.refresh(reds, mergeChanges: true)
    #expect(names(reds, "fans") == ["Ada", "Zoe"])
    try context.insert("Fan", ["name": "Eve", "likes": "Reds"])
    #expect(names(reds, "fans").count == 2)
    context.refresh(reds, mergeChanges: false)
    #expect(names(reds, "fans") == ["Ada", "Eve", "Zoe"])
  }

  @Test("F064 The user info that a condition asks for can be changed while the model is in use")
  func userInfo() throws {
    let property = try #require(reds.entity.propertiesByName["oldFans"])
    property.userInfo?["minimum"] = 20
    #expect(names(reds, "oldFans") == ["Ada", "Zoe"])
    property.userInfo?["minimum"] = 75
    context.refresh(reds, mergeChanges: true)
    #expect(names(reds, "oldFans") == [])
  }

  @Test("F064 Each context and each object has results of its own")
  func others() throws {
    let blues = try context.insert("Team", ["title": "Blues"])
    #expect(names(blues, "fans") == ["Bob"] && names(reds, "fans") == ["Ada", "Zoe"])
    let other = try folder.context(Self.makeModel())
    let request = NSFetchRequest<NSManagedObject>(entityName: "Team")
    let same = try #require(try other.fetch(request).first)
    #expect(names(same, "fans") == ["Ada", "Zoe"])
    let fans = try #require(same.value(forKey: "fans") as? [NSManagedObject])
    #expect(fans.allSatisfy { $0.managedObjectContext === other })
  }
}
