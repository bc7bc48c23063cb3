import CoreData
import Foundation
import SQLDriver
import Testing

@Suite("Reading from PostgreSQL") struct ReadingTests {
  let shop = Shop()

  @Test("Contexts read while a save of the same store waits")
  func readingWhileSaving() throws {
    let coordinator = try shop.open()
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    let latch = try Latch(for: shop)
    let isSaved = DispatchSemaphore(value: 0)
    Thread {
      let context = coordinator.context()
      _ = try? context.item("b")
      try? context.save()
      isSaved.signal()
    }.start()
    try latch.waitForTransaction()
    for _ in 0..<3 { #expect(try coordinator.context().names() == ["a"]) }
    #expect(isSaved.wait(timeout: .now()) == .timedOut)
    try latch.open()
    isSaved.wait()
    #expect(try coordinator.context().names() == ["a", "b"])
  }

  @Test("A generation keeps showing the state in which it began")
  func generations() throws {
    let coordinator = try shop.open()
    let context = coordinator.context()
    try context.item("a")
    try context.save()
    let pinned = coordinator.context()
    try pinned.setQueryGenerationFrom(.current)
    #expect(try pinned.names() == ["a"])
    let other = try shop.open().context()
    try other.item("b")
    try other.save()
    #expect(try pinned.names() == ["a"])
    #expect(try pinned.names("name == 'b'") == [])
    try pinned.setQueryGenerationFrom(.current)
    #expect(try pinned.names() == ["a", "b"])
  }

  @Test(
    "Conditions without a counterpart in PostgreSQL are evaluated in memory",
    arguments: [
      ("name ==[cd] 'ÄPFEL'", ["Äpfel"]), ("name LIKE[c] '*e'", ["Birne", "Zitrone"]),
      ("name MATCHES '[AB].*'", ["Birne"]), ("price / 2 > 3", ["Zitrone"]),
      ("price == 100000", []), ("price == 'a'", []), ("price > 2.5", ["Birne", "Zitrone"]),
      ("price == 3.0", ["Birne"]), ("uppercase:(name) == 'BIRNE'", ["Birne"]),
      ("price + 32767 > 32770", ["Zitrone"]), ("name == 'a\0b'", []),
      ("price IN {3, 100000, 8}", ["Birne", "Zitrone"]), ("name > 'Z'", ["Zitrone", "Äpfel"]),
      ("TERNARY(price > 2, price, 1) == 3", ["Birne"]), ("box == nil AND price < 0", []),
      ("NOT name LIKE[c] '*E'", ["Äpfel"]), ("name !=[c] 'birne'", ["Zitrone", "Äpfel"]),
      ("name BEGINSWITH[cd] 'a'", ["Äpfel"]),
      ("NOT (name CONTAINS[d] 'a')", ["Birne", "Zitrone", "Äpfel"]),
      ("name ENDSWITH[c] 'NE' AND NOT name ==[c] 'BIRNE'", ["Zitrone"]),
      ("name LIKE '?irn\\\\e'", ["Birne"]), ("name >[c] 'C'", ["Zitrone", "Äpfel"]),
      ("NONE box.items.name ==[c] 'x'", ["Birne", "Zitrone", "Äpfel"]),
      ("-price == -3", ["Birne"]), ("name CONTAINS 'r'", ["Birne", "Zitrone"]),
    ] as [(String, [String])]
  )
  func answers(_ format: String, _ names: [String]) throws {
    let context = try shop.open().context()
    for (name, price) in [("Äpfel", 2), ("Birne", 3), ("Zitrone", 8)] {
      try context.item(name, price: price)
    }
    try context.save()
    let reader = try shop.open().context()
    #expect(try reader.names(format) == names)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    request.predicate = NSPredicate(format: format)
    #expect(try reader.count(for: request) == names.count)
    // The second time, a prepared statement is executed.
    #expect(try reader.names(format) == names)
  }

  @Test("A batch request whose condition PostgreSQL cannot evaluate changes nothing")
  func batches() throws {
    let context = try shop.open().context()
    for name in ["a", "A", "b"] { try context.item(name) }
    try context.save()
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
    request.predicate = NSPredicate(format: "uppercase:(name) == 'A'")
    #expect(throws: (any Error).self) {
      try context.execute(NSBatchDeleteRequest(fetchRequest: request))
    }
    #expect(try context.names() == ["A", "a", "b"])
    request.predicate = NSPredicate(format: "name == 'A'")
    try context.execute(NSBatchDeleteRequest(fetchRequest: request))
    let update = NSBatchUpdateRequest(entityName: "Item")
    update.predicate = NSPredicate(format: "name != 'b'")
    update.propertiesToUpdate = ["price": 5]
    try context.execute(update)
    try context.execute(
      NSBatchInsertRequest(
        entityName: "Item",
        objects: [["name": "c"], ["name": "d", "price": 5]]
      )
    )
    let reader = try shop.open().context()
    #expect(try reader.names() == ["a", "b", "c", "d"])
    #expect(try reader.names("price == 5") == ["a", "d"])
  }
}
