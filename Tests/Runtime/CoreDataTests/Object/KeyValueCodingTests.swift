import CoreData
import EveryStore
import Foundation
import Testing

@Suite("Key-value coding of managed objects", .everyStore) struct KeyValueCodingTests {
  @Test("Key paths lead through relationships and end in collections and operators")
  func keyPaths() throws {
    let context = try Garden.makeContext()
    let plants = (0..<4).map { _ in Plant(context: context) }
    for (index, plant) in plants.enumerated() {
      plant.setValue(index, forKey: "height")
      plant.setValue("p\(index % 2)", forKey: "name")
      if index > 0 { plant.setValue(plants[0], forKey: "parent") }
    }
    #expect(plants[1].value(forKeyPath: "parent.name") as? String == "p0")
    #expect(plants[0].value(forKeyPath: "parent.name") == nil)
    #expect(plants[0].value(forKeyPath: "children.@count") as? Int == 3)
    #expect(plants[0].value(forKeyPath: "children.@sum.height") as? Int == 6)
    #expect(plants[0].value(forKeyPath: "children.@max.height") as? Int == 3)
    #expect((plants[0].value(forKeyPath: "children.name") as? Set<String>) == ["p0", "p1"])
    #expect(plants[1].value(forKeyPath: "parent.children.@avg.height") as? Int == 2)
    plants[1].setValue("root", forKeyPath: "parent.name")
    #expect(plants[0].value(forKey: "name") as? String == "root")
    plants[0].setValue("lost", forKeyPath: "parent.name")
    #expect(plants[1].value(forKeyPath: "parent.parent") == nil)
  }

  @Test("Several values at once, with NSNull for nil")
  func dictionaries() throws {
    let plant = Plant(context: try Garden.makeContext())
    plant.setValuesForKeys(["name": "fern", "height": 4])
    plant.setValuesForKeys(["height": NSNull()])
    let values = plant.dictionaryWithValues(forKeys: ["name", "height", "parent"])
    #expect(values["name"] as? String == "fern" && values["height"] is NSNull)
    #expect(values["parent"] is NSNull && values.count == 3)
  }

  @Test("A mutable array is the array of an attribute")
  func arrays() throws {
    let pot = Pot(context: try Garden.makeContext())
    let tags = pot.mutableArrayValue(forKey: "tags")
    tags.add("a")
    tags.insert("b", at: 0)
    #expect(pot.value(forKey: "tags") as? [String] == ["b", "a"] && tags.count == 2)
    tags.replaceObject(at: 1, with: "c")
    tags.removeObject(at: 0)
    #expect(pot.value(forKey: "tags") as? [String] == ["c"])
  }

  @Test("Predicates read custom accessors and relationships of objects")
  func predicates() throws {
    let context = try Garden.makeContext()
    let plant = Plant(context: context)
    let pot = Pot(context: context)
    pot.setValue("clay", forKey: "title")
    plant.setValue(pot, forKey: "pot")
    #expect(NSPredicate(format: "pot.loudTitle == 'CLAY'").evaluate(with: plant))
    #expect(NSPredicate(format: "ANY plants.name == 'new'").evaluate(with: pot))
  }
}
