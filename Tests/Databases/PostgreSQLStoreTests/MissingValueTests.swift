import CoreData
import Foundation
import Testing

/// Conditions on missing values, of which PostgreSQL decides some and the context the others.
@Suite("Missing values in PostgreSQL") struct MissingValueTests {
  let shop = Shop()

  /// Items with and without values: b and c have no price, b has no note and no box, d is in a box without a label.
  private static func fill(_ context: NSManagedObjectContext) throws {
    let boxes = ["A", nil].map { label in
      let box = NSEntityDescription.insertNewObject(forEntityName: "Box", into: context)
      box.setValue(label, forKey: "label")
      return box
    }
    let rows: [(String, Int?, String?, NSManagedObject?)] = [
      ("a", 1, "x", boxes[0]), ("b", nil, nil, nil), ("c", nil, "É", boxes[0]),
      ("d", 5, "é x", boxes[1]),
    ]
    for (name, price, note, box) in rows {
      let item = try context.item(name)
      item.setValue(price, forKey: "price")
      item.setValue(note, forKey: "note")
      item.setValue(box, forKey: "box")
    }
    try context.save()
  }

  /// Contexts of the same items in a PostgreSQL store and in an SQLite store.
  private func contexts() throws -> [NSManagedObjectContext] {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString + ".sqlite")
    let other = NSPersistentStoreCoordinator(managedObjectModel: Shop.model())
    try other.addPersistentStore(type: .sqlite, at: file)
    return try [shop.open(), other].map { coordinator in
      let context = coordinator.context()
      try Self.fill(context)
      context.reset()
      return context
    }
  }

  @Test(
    "A comparison with a missing value is unknown, whether the database or the context decides it",
    arguments: [
      // The database finds c and d too, whose notes are not ASCII.
      ("note ENDSWITH[cd] 'x' OR NOT (price > 3)", ["a", "d"]),
      ("note ==[cd] 'z' OR price != 3", ["a", "d"]),
      ("note ==[cd] 'e' OR price != 3", ["a", "c", "d"]),
      ("NOT (note !=[cd] 'e' AND price > 3)", ["a", "c"]),
      ("note LIKE[c] 'y*' OR NOT (price BETWEEN {2, 9})", ["a"]),
      ("note LIKE[c] 'y*' OR NOT (price IN {1, 2})", ["d"]),
      ("note LIKE[c] 'y*' OR NOT (box.label == 'B')", ["a", "c"]),
      ("note LIKE[c] 'y*' OR price == nil", ["b", "c"]),
      ("note LIKE[c] 'y*' OR NOT (price == nil)", ["a", "d"]),
      // The database finds all objects.
      ("NOT (note MATCHES 'x')", ["c", "d"]),
      ("NOT (NOT (note MATCHES 'x'))", ["a"]),
      ("NOT (uppercase:(note) == 'X')", ["c", "d"]),
      ("note MATCHES 'y' OR NOT (price > 3 AND note == 'x')", ["a", "c", "d"]),
      ("note MATCHES 'y' OR NOT (price > 3 OR note == 'x')", []),
      ("note MATCHES 'y' OR NOT (note CONTAINS 'x')", ["c"]),
      ("note MATCHES 'y' OR NOT (note IN[c] {'X', nil})", ["c", "d"]),
      ("note MATCHES 'y' OR note IN[c] {'X', nil}", ["a", "b"]),
      ("note MATCHES 'y' OR NOT (price BETWEEN {box.items.@count, 9})", ["a"]),
      ("note MATCHES 'y' OR ANY box.items.price == nil", ["a", "c"]),
      ("note MATCHES 'y' OR ALL box.items.price > 0", ["b", "d"]),
      ("note MATCHES 'y' OR NOT (ANY box.items.price > 9)", ["a", "b", "c", "d"]),
      ("note MATCHES 'y' OR box.items.@count == 0", ["b"]),
      ("note MATCHES 'y' OR NOT (box.items.@max.price > 1)", ["a", "c"]),
      ("note MATCHES 'y' OR NOT (5 IN box.items.price)", ["a", "b", "c"]),
      ("note MATCHES 'y' OR SUBQUERY(box.items, $i, NOT ($i.price > 1)).@count == 0", ["b", "d"]),
      ("note MATCHES 'y' OR TERNARY(price > 3, 1, 0) == 0", ["a", "b", "c"]),
    ] as [(String, [String])]
  )
  func unknownResults(_ format: String, _ names: [String]) throws {
    for context in try contexts() {
      #expect(try context.names(format) == names)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
      request.predicate = NSPredicate(format: format)
      #expect(try context.count(for: request) == names.count)
    }
  }

  @Test("Unsaved changes are still judged by the values in memory, where nil differs from others")
  func unsavedChanges() throws {
    for context in try contexts() {
      let format = "note ENDSWITH[cd] 'z' OR NOT (price > 3)"
      #expect(try context.names(format) == ["a"])
      try context.item("e").setValue(nil, forKey: "price")
      for item in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")) {
        switch item.value(forKey: "name") as? String {
        case "a": context.delete(item)
        case "c": item.setValue("ö", forKey: "note")
        default: break
        }
      }
      #expect(try context.names(format) == ["c", "e"])
    }
  }

  @Test("An object that was never saved is not the missing one, and not another one either")
  func unsavedObjects() throws {
    for context in try contexts() {
      let box = NSEntityDescription.insertNewObject(forEntityName: "Box", into: context)
      let expected = [
        ("box == %@", []), ("NOT (box == %@)", ["a", "b", "c", "d"]),
        ("box != %@", ["a", "c", "d"]),
        ("NOT (box IN %@)", ["a", "b", "c", "d"]),
      ]
      for (format, names) in expected {
        let argument: Any = format.contains("IN") ? [box] : box
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.predicate = NSPredicate(
          format: "note MATCHES 'y' OR " + format,
          argumentArray: [argument]
        )
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let found = try context.fetch(request).map { $0.value(forKey: "name") as? String }
        #expect(found == names, "\(format)")
      }
    }
  }

  @Test("A child context finds the objects that its parent finds")
  func children() throws {
    for context in try contexts() {
      let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      child.parent = context
      for format in ["NOT (note MATCHES 'x')", "note ==[cd] 'z' OR price != 3"] {
        #expect(try child.names(format) == context.names(format))
      }
      try context.item("e").setValue("y", forKey: "note")
      #expect(try child.names("NOT (note MATCHES 'x')") == ["c", "d", "e"])
    }
  }

  @Test("In one request, nil has the meaning that it has in the store of each object")
  func severalStores() throws {
    let coordinator = try shop.open()
    try coordinator.addPersistentStore(type: .inMemory, at: shop.url)
    let context = coordinator.context()
    for (store, place) in zip(coordinator.persistentStores, ["database", "memory"]) {
      for note in ["x", "y", nil] {
        let item = try context.item("\(place) \(note ?? "nil")")
        item.setValue(note, forKey: "note")
        context.assign(item, to: store)
      }
    }
    try context.save()
    context.reset()
    let found = try context.names("NOT (note MATCHES 'x')")
    #expect(found == ["database y", "memory nil", "memory y"])
  }
}
