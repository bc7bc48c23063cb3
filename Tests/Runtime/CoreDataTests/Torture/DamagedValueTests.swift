import CoreData
import Foundation
import SQLDriver
import SQLiteDriver
import StoreMigration
import Testing

/// Tests of invalid values in stores: each column of each table, with the limits of integers and values of other
/// types.
@Suite("Damaged values", .timeLimit(.minutes(30))) struct DamagedValueTests {
  private let folder: StoreFolder
  private static var history: [AnyHashable: Any] { [NSPersistentHistoryTrackingKey: true] }

  init() throws {
    folder = try StoreFolder()
    try Warehouse.fill(folder.context(Warehouse.makeModel(), options: Self.history))
    let connection = try open("store.sqlite")
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
  }

  private func open(_ name: String = "damaged.sqlite") throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: folder.store(name).path)
    // Functions called by triggers of derived attributes.
    for function in ["UpdatedAffectedObjectValue", "InsertUpdatedAffectedObjectValue"] {
      try connection.register(function: "NSCoreDataDATrigger\(function)", argumentCount: 5) { _ in
        .null
      }
    }
    return connection
  }

  /// Makes a fresh copy of the store and executes a statement in it.
  ///
  /// - Returns: Whether the statement changed a row.
  private func damage(_ sql: String) throws -> Bool {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.store("damaged.sqlite").path + suffix)
    }
    try FileManager.default.copyItem(at: folder.store(), to: folder.store("damaged.sqlite"))
    let connection = try open()
    defer { connection.close() }
    return (try? connection.execute(sql)) != nil
  }

  private func context() throws -> NSManagedObjectContext {
    try folder.context(Warehouse.makeModel(), "damaged.sqlite", options: Self.history)
  }

  /// All operations on a store, each in a context of its own.
  private static let uses: [@Sendable (NSManagedObjectContext) throws -> Void] = [
    { context in
      for object in try all("Item", context) + all("Shelf", context) {
        for name in object.entity.propertiesByName.keys { _ = object.value(forKey: name) }
      }
      for shelf in try all("Shelf", context) {
        for name in ["items", "listed", "spares"] {
          let members = shelf.mutableOrderedSetValue(forKey: name)
          if members.count > 1 { members.moveObjects(at: [members.count - 1], to: 0) }
          members.insert(Bookshop.make("Item", [:], in: context), at: members.count / 2)
        }
        shelf.setValue("new", forKey: "name")
      }
      for item in try all("Item", context) { item.setValue("new", forKey: "name") }
      try context.save()
    },
    { context in
      for item in try all("Item", context).prefix(2) { context.delete(item) }
      Bookshop.make("Box", ["name": "new"], in: context)
      try context.save()
    },
    { context in
      let update = NSBatchUpdateRequest(entityName: "Item")
      update.propertiesToUpdate = ["name": "new"]
      update.resultType = .updatedObjectIDsResultType
      try context.execute(update)
      try context.execute(
        NSBatchInsertRequest(entityName: "Tool", objects: [["name": "x"], ["name": "y"]])
      )
    },
    { context in
      try context.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Item")))
    },
    { context in
      try context.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Shelf")))
      try context.execute(
        NSBatchInsertRequest(entityName: "Box", objects: [["name": "x"], ["name": "y"]])
      )
    },
    { context in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
      request.predicate = NSPredicate(
        format:
          "ANY items.name != 'x' OR spares.@count >= 0 OR SUBQUERY(listed, $i, $i.count > 1).@count > 0"
      )
      request.relationshipKeyPathsForPrefetching = ["items", "listed.shelf", "spares"]
      request.sortDescriptors = [NSSortDescriptor(key: "itemCount", ascending: false)]
      request.fetchBatchSize = 1
      for shelf in try context.fetch(request) {
        context.refresh(shelf, mergeChanges: false)
        context.delete(shelf)
      }
      try context.save()
    },
    { context in
      let items = try all("Item", context)
      for shelf in try all("Shelf", context) {
        shelf.setValue(NSOrderedSet(array: items.reversed()), forKey: "listed")
        shelf.setValue(NSOrderedSet(array: items), forKey: "items")
      }
      for item in items {
        item.setValue(Data(repeating: 2, count: 150_000), forKey: "picture")
        item.setValue(1, forKey: "count")
        _ = try context.existingObject(with: item.objectID)
      }
      try context.save()
      context.reset()
      for item in try all("Item", context) { _ = item.value(forKey: "picture") }
    },
    { context in
      let all = NSPersistentHistoryChangeRequest.fetchHistory(
        after: nil as NSPersistentHistoryToken?
      )
      let result = try context.execute(all) as? NSPersistentHistoryResult
      for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
        for change in transaction.changes ?? [] { _ = (change.tombstone, change.updatedProperties) }
      }
      let coordinator = context.persistentStoreCoordinator
      let token = coordinator?.currentPersistentHistoryToken(fromStores: nil)
      try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: token))
    },
    { context in
      let request = NSFetchRequest<NSDictionary>(entityName: "Item")
      request.resultType = .dictionaryResultType
      let sum = NSExpressionDescription()
      sum.name = "sum"
      sum.expression = _NSExpression(format: "@sum.count")
      request.propertiesToFetch = [sum]
      _ = try context.fetch(request)
    },
  ]

  private static func all(
    _ entity: String,
    _ context: NSManagedObjectContext
  ) throws -> [NSManagedObject] {
    try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
  }

  private static let values = ["9223372036854775807", "'zz'"]

  /// The invalid values for system columns; NaN would be NULL.
  private static let systemValues =
    values + ["NULL"]
    + (Torture.isLong
      ? [
        "-9223372036854775808", "1e300", "-1", "0", "1", "1.5", "9223372036854775806",
        "-9223372036854775807", "2147483648",
        "4294967297",
        "-1e300", "9e999", "-9e999", "''", "x''", "x'ff'", "'9223372036854775808'",
        "zeroblob(70000)",
      ] : [])

  /// The aggregates that select the row to damage.
  private static let choices = Torture.isLong ? ["MIN", "MAX"] : ["MAX"]

  private static func values(of column: String) -> [String] {
    let attributes = ["ZNAME", "ZCOUNT", "ZPRICE", "ZMADE", "ZPICTURE", "ZSIZE"]
    if Torture.isSanitized || (attributes.contains(column) && !Torture.isLong) { return values }
    // The numbers of all entities, most of them not the object's own.
    let hasEntity = column.contains("_ENT") || column.contains(/^Z[0-9]+_/)
    let entities = Torture.isLong ? ["1", "2", "3", "4", "5", "16001"] : ["2", "16001"]
    return systemValues + (hasEntity ? entities : [])
  }

  /// The tables of the store, system tables included.
  private static let tables = [
    "ZITEM", "ZSHELF", "Z_1LISTS", "Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ACHANGE",
    "ATRANSACTION", "ATRANSACTIONSTRING", "ATOMBSTONE",
  ]

  @Test("The documented tables are those of the store")
  func allTables() throws {
    let connection = try open("store.sqlite")
    defer { connection.close() }
    let rows = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
    let names = rows.compactMap { if case .text(let name) = $0[0] { name } else { nil } }
    #expect(names.sorted() == Self.tables.sorted())
  }

  @Test("Every column with every unusual value is an error or data", arguments: tables)
  func everyColumn(_ table: String) async {
    // In a process of its own, so that a value that traps is one failure.
    let place: String = folder.url.appendingPathComponent("place").path
    let result = await #expect(processExitsWith: .success) { [table, place = place as String] in
      try DamagedValueTests().useAll(table, notingAt: place)
    }
    guard result == nil else { return }
    let damage = try? String(contentsOfFile: place, encoding: .utf8)
    Issue.record("stopped at: \(damage ?? "the beginning")")
  }

  /// Performs all operations, for each column of a table and each value in it.
  private func useAll(_ table: String, notingAt place: String) throws {
    let connection = try open("store.sqlite")
    let columns = try connection.rows("SELECT name FROM pragma_table_info('\(table)')")
      .compactMap { if case .text(let name) = $0[0] { name } else { nil } }
    connection.close()
    try #require(!columns.isEmpty)
    for column in columns {
      for value in Self.values(of: column) {
        for choice in Self.choices {
          let sql =
            "UPDATE \(table) SET \(column) = \(value)"
            + " WHERE rowid = (SELECT \(choice)(rowid) FROM \(table))"
          try sql.write(toFile: place, atomically: false, encoding: .utf8)
          try useAll(sql)
        }
      }
    }
  }

  /// Performs each operation on a fresh copy with the damage.
  private func useAll(_ sql: String) throws {
    guard try damage(sql) else { return }
    try inspect()
    for use in Self.uses {
      _ = try damage(sql)
      tolerating(sql) { try use(context()) }
    }
    _ = try damage(sql)
    tolerating(sql) {
      _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite,
        at: folder.store("damaged.sqlite")
      )
    }
    tolerating(sql) {
      let context = try folder.context(
        Warehouse.makeModel(hasNotes: true),
        "damaged.sqlite",
        options: [
          NSMigratePersistentStoresAutomaticallyOption: true,
          NSInferMappingModelAutomaticallyOption: true,
        ]
      )
      try Self.uses[0](context)
    }
    try inspect()
  }

  private func tolerating(_ damage: String, _ use: () throws -> Void) {
    do { try use() } catch let error as NSError {
      #expect(error.domain == NSCocoaErrorDomain, "\(damage)")
    }
  }

  private func inspect() throws {
    do {
      try OpenedStore.withStore(at: folder.store("damaged.sqlite").path) { store in
        _ = try StoreInspector(depth: .everything).inspection(of: store)
      }
    } catch is StoreMigrationError {
    } catch is SQLError {}
  }

  @Test(
    "Counting up from the highest number is an error, and changes nothing",
    arguments: [
      ("UPDATE ZITEM SET Z_OPT = 9223372036854775807", 0, NSFileReadCorruptFileError),
      ("UPDATE ZSHELF SET Z_OPT = 9223372036854775807", 0, NSFileReadCorruptFileError),
      ("UPDATE ZITEM SET Z_OPT = 9223372036854775807", 2, NSSQLiteError),
      ("UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807", 0, NSFileReadCorruptFileError),
      ("UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807", 1, NSFileReadCorruptFileError),
      ("UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775807", 2, NSFileReadCorruptFileError),
      (
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 9223372036854775806 WHERE Z_ENT = 16001", 0,
        NSFileReadCorruptFileError
      ),
    ]
  )
  func highestNumbers(_ damage: String, _ use: Int, _ code: Int) throws {
    #expect(try self.damage(damage))
    let before = try dump()
    let error = #expect(throws: NSError.self) { try Self.uses[use](context()) }
    #expect(
      error?.domain == NSCocoaErrorDomain && error?.code == code,
      "\(String(describing: error))"
    )
    #expect(try dump() == before)
  }

  @Test("Places at the limits of integers are replaced, and the order is that of the program")
  func extremePlaces() throws {
    for (table, column) in [
      ("ZITEM", "Z_FOK_SHELF"), ("ZITEM", "Z_FOK_3SPARES"), ("Z_1LISTS", "Z_FOK_1LISTED"),
    ] {
      for value in ["9223372036854775807", "-9223372036854775808", "NULL", "'zz'"] {
        #expect(try damage("UPDATE \(table) SET \(column) = \(value)"))
        let context = try context()
        let shelf = try #require(try Self.all("Box", context).first)
        let names = { (shelf: NSManagedObject) in
          ["items", "listed", "spares"].map { key in
            shelf.mutableOrderedSetValue(forKey: key).map {
              ($0 as? NSManagedObject)?.value(forKey: "name") as? String ?? "?"
            }
          }
        }
        for key in ["items", "listed", "spares"] {
          let members = shelf.mutableOrderedSetValue(forKey: key)
          members.sort(using: [NSSortDescriptor(key: "name", ascending: false)])
        }
        let wanted = names(shelf)
        try context.save()
        let again = try self.context()
        #expect(
          try names(#require(try Self.all("Box", again).first)) == wanted,
          "\(column) \(value)"
        )
      }
    }
  }

  @Test("A row that names an impossible entity for its relationship has no destination")
  func otherEntities() throws {
    let columns = try query("SELECT name FROM pragma_table_info('ZITEM')")
    let names = columns.compactMap { if case .text(let name) = $0[0] { name } else { nil } }
    let column = try #require(names.first { $0.contains(/^Z[0-9]+_SHELF$/) })
    let numbers = try query("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Shelf'")
    guard case .integer(let shelf)? = numbers.first?.first else {
      throw CocoaError(.fileReadCorruptFile)
    }
    for number in 0...9 {
      let context = try context(of: "UPDATE ZITEM SET \(column) = \(number)")
      let owners = try Self.all("Item", context).compactMap {
        $0.value(forKey: "shelf") as? NSManagedObject
      }
      let isKnown = number == 0 || (Int(shelf)...Int(shelf) + 1).contains(number)
      #expect(owners.isEmpty != isKnown, "\(number)")
      #expect(owners.allSatisfy { ["Shelf", "Box"].contains($0.entity.name) })
      for item in try Self.all("Item", context) { context.delete(item) }
      try context.save()
    }
  }

  private func query(_ sql: String) throws -> [[SQLValue]] {
    let connection = try open("store.sqlite")
    defer { connection.close() }
    return try connection.rows(sql)
  }

  private func context(of sql: String) throws -> NSManagedObjectContext {
    #expect(try damage(sql))
    return try context()
  }

  /// All rows of the entity tables.
  private func dump() throws -> [[SQLValue]] {
    let connection = try open()
    defer { connection.close() }
    return try Self.tables.prefix(3).flatMap { try connection.rows("SELECT * FROM \($0)") }
  }
}
