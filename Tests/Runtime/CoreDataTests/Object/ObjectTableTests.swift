import Foundation
import Testing

@testable import CoreData

@Suite("Tables of objects") struct ObjectTableTests {
  private let plants: [NSManagedObject]

  init() throws {
    let entity = Plant(context: try Garden.makeContext()).entity
    plants = (0..<300).map { _ in Plant(entity: entity, insertInto: nil) }
  }

  @Test("Each object is there once, in the order in which they came")
  func order() {
    let table = ObjectTable(plants + plants.reversed())
    #expect(table.objects == plants)
    #expect(table.count == 300 && Array(table) == plants && !table.isEmpty)
    #expect(plants.allSatisfy(table.contains))
    #expect(!ObjectTable(plants.prefix(200)).contains(plants[200]))
    #expect(ObjectTable().isEmpty && !ObjectTable().contains(plants[0]))
  }

  @Test("Insertions and removals leave the other members of a set", arguments: [7, 9, 64, 300])
  func changes(count: Int) {
    var table = ObjectTable()
    var set: Set<NSManagedObject> = []
    var state: UInt64 = 4_711
    for _ in 0..<5_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let plant = plants[Int(state >> 33) % count]
      if state >> 63 == 0 {
        #expect(table.insert(plant) == set.insert(plant).inserted)
      } else {
        #expect(table.remove(plant) == (set.remove(plant) != nil))
      }
    }
    #expect(Set(table) == set && table.count == set.count)
    #expect(plants.allSatisfy { table.contains($0) == set.contains($0) })
    for plant in plants { table.remove(plant) }
    #expect(table.isEmpty && table.objects.isEmpty)
  }

  @Test("A copy does not change with its original")
  func copies() {
    var table = ObjectTable(plants)
    let copy = table
    table.removeAll()
    #expect(table.isEmpty && !table.contains(plants[0]))
    #expect(copy.objects == plants && copy.contains(plants[0]))
  }
}
