import CoreData
import EveryStore
import Foundation
import SQLDriver
import SQLiteDriver
import Testing

/// Tests of attributes other than plain columns, in databases.
@Suite("Unusual attributes in databases", .everyDatabase) struct UnusualAttributeTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func attribute<Attribute: NSAttributeDescription>(
    _ name: String,
    _ type: NSAttributeDescription.AttributeType,
    as class: Attribute.Type = NSAttributeDescription.self
  ) -> Attribute {
    let attribute = Attribute()
    attribute.name = name
    if type != .composite { attribute.type = type }
    attribute.isOptional = true
    return attribute
  }

  private func context(
    _ attributes: NSAttributeDescription...,
    options: [String: Any]? = nil
  ) throws -> NSManagedObjectContext {
    let entity = NSEntityDescription()
    entity.name = "Thing"
    entity.managedObjectClassName = "NSManagedObject"
    entity.properties = attributes
    let model = NSManagedObjectModel()
    model.entities = [entity]
    return try folder.context(model, options: options)
  }

  private func things(
    _ context: NSManagedObjectContext,
    where predicate: NSPredicate
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    request.predicate = predicate
    return try context.fetch(request)
  }

  @Test("F117 A mandatory derived attribute needs a value of any kind for the first save")
  func mandatoryDerivedAttribute() throws {
    let derived = attribute("search", .string, as: NSDerivedAttributeDescription.self)
    derived.isOptional = false
    derived.derivationExpression = _NSExpression(format: "lowercase:(name)")
    let context = try context(attribute("name", .string), derived)
    let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    thing.setValue("ABC", forKey: "name")
    let error = #expect(throws: NSError.self) { try context.save() }
    #expect(error?.code == NSValidationMissingMandatoryPropertyError)
    #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "search")
    thing.setValue("?", forKey: "search")
    try context.save()
    context.refresh(thing, mergeChanges: false)
    #expect(thing.value(forKey: "search") as? String == "abc")
  }

  @Test(
    "A value that is not a number is refused: SQLite would store nothing",
    .stores(.sqlite),
    arguments: [NSAttributeDescription.AttributeType.double, .float, .date]
  )
  func notANumber(_ type: NSAttributeDescription.AttributeType) throws {
    // Foundation traps when it describes such a date.
    let value: Any =
      switch type {
      case .date: Date(timeIntervalSinceReferenceDate: .nan)
      case .float: Float.nan
      default: Double.nan
      }
    let context = try context(attribute("size", type), attribute("name", .string))
    let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    thing.setValue("a", forKey: "name")
    try context.save()
    for round in 0..<2 {
      thing.setValue(value, forKey: "size")
      if round == 1 { NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context) }
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSCoreDataError)
      #expect(error?.localizedFailureReason?.contains("Thing.size is not a number") == true)
      #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "size")
    }
    let update = NSBatchUpdateRequest(entityName: "Thing")
    update.propertiesToUpdate = ["size": value]
    #expect(throws: NSError.self) { try context.execute(update) }
    let insertion = NSBatchInsertRequest(entityName: "Thing", objects: [["size": value]])
    #expect(throws: NSError.self) { try context.execute(insertion) }
    thing.setValue(nil, forKey: "size")
    try context.save()
    #expect(try things(context, where: NSPredicate(value: true)).count == 2)
  }

  @Test("F348 A composite value is a dictionary, and requests ask for its elements by key path")
  func compositeAttribute() throws {
    let address = attribute("address", .composite, as: NSCompositeAttributeDescription.self)
    address.elements = [attribute("city", .string), attribute("number", .integer32)]
    let context = try context(attribute("name", .string), address)
    for (name, city, number) in [("a", "Rome", 3), ("b", "Paris", 2), ("c", "Rome", 1)] {
      let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
      thing.setValue(name, forKey: "name")
      thing.setValue(["city": city, "number": number], forKey: "address")
    }
    try context.save()
    context.reset()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    request.predicate = NSPredicate(format: "address.city == %@ AND address.number > 0", "Rome")
    request.sortDescriptors = [NSSortDescriptor(key: "address.number", ascending: true)]
    let found = try context.fetch(request)
    #expect(found.map { $0.value(forKey: "name") as? String } == ["c", "a"])
    let value = try #require(found.last?.value(forKey: "address") as? [String: Any])
    #expect(value["city"] as? String == "Rome")
    #expect(value["number"] as? Int == 3)
    #expect(found.last?.value(forKeyPath: "address.number") as? Int == 3)
  }

  /// A composite attribute.
  private func address(_ members: NSAttributeDescription...) -> NSAttributeDescription {
    let address = attribute("address", .composite, as: NSCompositeAttributeDescription.self)
    address.elements = members
    return address
  }

  /// Opens a store of things with an address, whose elements may have changed, and returns the address of the thing.
  private func storedAddress(
    _ address: NSAttributeDescription,
    setting value: [String: Any]? = nil,
    _ options: [String: Any] = [:]
  ) throws -> NSDictionary? {
    let migrating: [String: Any] = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]
    let context = try context(address, options: migrating.merging(options) { $1 })
    defer {
      for store in context.persistentStoreCoordinator?.persistentStores ?? [] {
        try? context.persistentStoreCoordinator?.remove(store)
      }
    }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    let thing =
      try context.fetch(request).first
      ?? NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    if let value { thing.setValue(value, forKey: "address") }
    try context.save()
    return thing.value(forKey: "address") as? NSDictionary
  }

  @Test("A composite that gets another member is migrated, one that loses a member on request only")
  func changedMembers() throws {
    let city = { self.attribute("city", .string) }
    let number = { self.attribute("number", .integer32) }
    let old: NSDictionary = ["city": "Rome", "number": 3]
    _ = try storedAddress(address(city(), number()), setting: ["city": "Rome", "number": 3])
    for members in [address(city()), address(attribute("town", .string), number())] {
      let error = #expect(throws: NSError.self) { try storedAddress(members) }
      #expect(error?.code == NSMigrationMissingSourceModelError)
      #expect("\(error as Any)".contains("Thing.address."))
    }
    let allowing = [OpenCoreDataAllowsDataLossOption: true]
    let retyped = address(city(), attribute("number", .string))
    #expect(throws: NSError.self) { try storedAddress(retyped, allowing) }
    #expect(try storedAddress(address(city(), number())) == old)
    // A renaming identifier with the old name of an element, or with a name it may get again.
    let town = attribute("town", .string)
    town.renamingIdentifier = "city"
    let renamed: NSDictionary = ["town": "Rome", "number": 3]
    #expect(try storedAddress(address(town, number())) == renamed)
    #expect(try storedAddress(address(city(), number())) == old)
    let more = { self.address(city(), number(), self.attribute("zip", .string)) }
    #expect(try storedAddress(more()) == old)
    let whole: NSDictionary = ["city": "Rome", "number": 3, "zip": "00184"]
    let values: [String: Any] = ["city": "Rome", "number": 3, "zip": "00184"]
    #expect(try storedAddress(more(), setting: values) == whole)
    #expect(try storedAddress(more()) == whole)
    #expect(try storedAddress(address(city()), allowing) == ["city": "Rome"])
    #expect(try storedAddress(address(city())) == ["city": "Rome"])
  }

  @Test("A composite value that a store cannot keep whole is refused, as a whole and in its parts")
  func refusedMembers() throws {
    let place = attribute("place", .composite, as: NSCompositeAttributeDescription.self)
    place.elements = [attribute("x", .double)]
    let context = try context(address(attribute("city", .string), place))
    let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    let refused: [([String: Any], String)] = [
      (["city": 3], "address.city"), (["zip": "75"], "no member \"zip\""),
      (["place": ["x": "1"]], "address.place.x"), (["place": ["y": 1]], "no member \"y\""),
      (["place": 1], "address.place"),
    ]
    for (value, part) in refused {
      thing.setValue(value, forKey: "address")
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSManagedObjectValidationError)
      #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "address")
      #expect(error?.localizedDescription.contains(part) == true, "\(error as Any)")
    }
    let kept: [String: Any] = ["city": NSNull(), "place": ["x": 1.5]]
    thing.setValue(kept, forKey: "address")
    try context.save()
    context.refresh(thing, mergeChanges: false)
    #expect(thing.value(forKeyPath: "address.place.x") as? Double == 1.5)
  }

  @Test("A composite value without members is nil, as it is when it is read again")
  func withoutMembers() throws {
    let place = attribute("place", .composite, as: NSCompositeAttributeDescription.self)
    place.elements = [attribute("x", .double)]
    let whole = address(attribute("city", .string), place)
    whole.isOptional = false
    let context = try context(whole)
    let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    for value in [[:], ["city": NSNull()], ["place": ["x": NSNull()]]] as [[String: Any]] {
      thing.setValue(["city": "Rome"], forKey: "address")
      thing.setValue(value, forKey: "address")
      #expect(thing.value(forKey: "address") == nil)
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSValidationMissingMandatoryPropertyError)
    }
    thing.setValue(["city": "Rome", "place": [:]] as [String: Any], forKey: "address")
    #expect(thing.value(forKey: "address") as? [String: String] == ["city": "Rome"])
    try context.save()
  }

  @Test("Batch requests refuse composite values that a store cannot keep whole")
  func refusedMembersOfBatches() throws {
    let context = try context(address(attribute("city", .string)))
    let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    thing.setValue(["city": "Rome"], forKey: "address")
    try context.save()
    for value in [["city": 3], ["zip": "75"], "Rome"] as [Any] {
      var count = 0
      let update = NSBatchUpdateRequest(entityName: "Thing")
      update.propertiesToUpdate = ["address": value]
      let requests = [
        NSBatchInsertRequest(entityName: "Thing", objects: [["address": value]]),
        NSBatchInsertRequest(entityName: "Thing") { (object: NSManagedObject) in
          count += 1
          object.setValue(value, forKey: "address")
          return count == 2
        }, update,
      ]
      for request in requests {
        #expect(throws: NSError.self) { try context.execute(request) }
      }
    }
    context.reset()
    let things = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing"))
    #expect(things.map { $0.value(forKeyPath: "address.city") as? String } == ["Rome"])
  }

  /// A store with things of three sizes, a part, and, if the table has several entities, a row of an unknown entity.
  private func strayContext(parts: Bool) throws -> NSManagedObjectContext {
    let thing = PlainModel.entity("Thing", ["size": .integer64])
    let part = PlainModel.entity("Part", [:])
    if parts { thing.subentities = [part] }
    let model = NSManagedObjectModel()
    model.entities = [thing, part]
    let context = try folder.context(model)
    for size in 0..<4 {
      NSEntityDescription.insertNewObject(
        forEntityName: parts && size == 3 ? "Part" : "Thing",
        into: context
      ).setValue(size, forKey: "size")
    }
    try context.save()
    let connection = try SQLiteConnection(path: folder.store().path)
    defer { connection.close() }
    for (key, entity) in [(50, "9"), (51, "NULL")] {
      try connection.execute(
        "INSERT INTO ZTHING(Z_PK, Z_ENT, Z_OPT, ZSIZE) VALUES(\(key), \(entity), 1, 1000)"
      )
    }
    return context
  }

  @Test(
    "Rows of unknown entities are not results, and do not count toward limits",
    .stores(.sqlite)
  )
  func strayRows()
    throws
  {
    let context = try strayContext(parts: true)
    // Independent of whether a fetch has read the rows.
    let all = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    #expect(try context.count(for: all) == 4)
    all.predicate = NSPredicate(format: "size > 2")
    #expect(try context.count(for: all) == 1)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    request.sortDescriptors = [NSSortDescriptor(key: "size", ascending: false)]
    #expect(try context.fetch(request).count == 4)
    request.fetchLimit = 3
    #expect(
      try context.fetch(request).compactMap { $0.value(forKey: "size") as? Int } == [3, 2, 1]
    )
    #expect(try context.count(for: request) == 3)
    #expect(try highest(context) == 3)
  }

  @Test("An aggregate leaves out rows of unknown entities that no fetch has read", .stores(.sqlite))
  func strayMaximum()
    throws
  { #expect(try highest(strayContext(parts: true)) == 3) }

  @Test("All rows of a table with objects of one entity are of that entity", .stores(.sqlite))
  func onlyEntity()
    throws
  {
    let context = try strayContext(parts: false)
    let all = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    #expect(try context.count(for: all) == 6)
    all.predicate = NSPredicate(format: "size > 2")
    let found = try context.fetch(all)
    #expect(found.count == 3 && found.allSatisfy { $0.entity.name == "Thing" })
    #expect(try highest(context) == 1000)
    for thing in found { thing.setValue(7, forKey: "size") }
    try context.save()
    let again = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    again.persistentStoreCoordinator = context.persistentStoreCoordinator
    all.predicate = NSPredicate(format: "size == 7")
    #expect(try again.fetch(all).count == 3)
    let object = try again.existingObject(with: found[2].objectID)
    again.delete(object)
    try again.save()
    #expect(try again.count(for: all) == 2)
  }

  @Test(
    "A migration that adds a subentity keeps rows whose number was not read so far",
    .stores(.sqlite)
  )
  func onlyEntityNoMore() throws {
    _ = try strayContext(parts: false)
    let thing = PlainModel.entity("Thing", ["size": .integer64])
    thing.subentities = [PlainModel.entity("Tool", [:])]
    let model = NSManagedObjectModel()
    model.entities = [thing, PlainModel.entity("Part", [:])] + thing.subentities
    let context = try folder.context(
      model,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
      ]
    )
    let all = NSFetchRequest<NSManagedObject>(entityName: "Thing")
    #expect(try context.fetch(all).count == 6 && context.count(for: all) == 6)
  }

  private func highest(_ context: NSManagedObjectContext) throws -> Int? {
    let highest = NSExpressionDescription()
    highest.name = "highest"
    highest.expression = NSExpression(format: "max:(size)")
    highest.expressionResultType = .integer64AttributeType
    let table = NSFetchRequest<NSDictionary>(entityName: "Thing")
    table.resultType = .dictionaryResultType
    table.propertiesToFetch = [highest]
    return try context.fetch(table).first?["highest"] as? Int
  }

  @Test(
    "A store is not copied without values of another type than their attribute's",
    .stores(.sqlite)
  )
  func valuesOfOtherTypes() throws {
    let context = try context(attribute("size", .integer64), attribute("made", .date))
    NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    try context.save()
    let coordinator = try #require(context.persistentStoreCoordinator)
    let connection = try SQLiteConnection(path: folder.store().path)
    defer { connection.close() }
    for (column, value) in [("ZSIZE", "'much'"), ("ZSIZE", "1.5"), ("ZMADE", "'today'")] {
      try connection.execute("UPDATE ZTHING SET ZSIZE = NULL, ZMADE = NULL")
      try connection.execute("UPDATE ZTHING SET \(column) = \(value)")
      let store = try #require(coordinator.persistentStores.first)
      #expect(throws: CocoaError.self, "\(column) \(value)") {
        try coordinator.migratePersistentStore(store, to: folder.store("copy"), type: .xml)
      }
      #expect(coordinator.persistentStores == [store])
    }
    let store = try #require(coordinator.persistentStores.first)
    let allowed = [OpenCoreDataAllowsDataLossOption: true]
    try coordinator.migratePersistentStore(
      store,
      to: folder.store("copy"),
      options: allowed,
      type: .xml
    )
    #expect(try things(context, where: NSPredicate(value: true)).count == 1)
  }

  @Test("Decimal numbers are found by the values that they have")
  func decimals() throws {
    let context = try context(attribute("price", .decimal))
    let texts = [
      "3.3333333332999993", "10.11", "0.1", "-7.000000001", "123456789.87654321", "1e-7",
    ]
    for text in texts {
      NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
        .setValue(NSDecimalNumber(string: text), forKey: "price")
    }
    try context.save()
    context.reset()
    for thing in try things(context, where: NSPredicate(value: true)) {
      let price = try #require(thing.value(forKey: "price") as? NSDecimalNumber)
      for format in ["price == %@", "price IN {%@}", "price >= %@ AND price <= %@"] {
        let predicate = NSPredicate(format: format, argumentArray: [price, price])
        #expect(try things(context, where: predicate) == [thing], "\(predicate)")
      }
      let others = NSPredicate(format: "price != %@", argumentArray: [price])
      #expect(try things(context, where: others).count == texts.count - 1)
    }
  }

  @Test(
    "F351 Conditions inside transformed values work in memory, and not in a store",
    .stores(.sqlite)
  )
  func transformableAttribute() throws {
    let context = try context(attribute("tags", .transformable))
    for tags in [["x", "y"], ["z"]] {
      let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
      thing.setValue(tags as NSArray, forKey: "tags")
    }
    try context.save()
    #expect(throws: NSError.self) {
      try things(context, where: NSPredicate(format: "tags CONTAINS 'x'"))
    }
    #expect(try things(context, where: NSPredicate(format: "tags == nil")).isEmpty)
    #expect(try things(context, where: NSPredicate(format: "tags != nil")).count == 2)
    let all = try things(context, where: NSPredicate(value: true))
    let holding = NSPredicate(format: "tags CONTAINS 'x'")
    #expect(all.filter { holding.evaluate(with: $0) }.count == 1)
  }

  @Test("Equality of transformed values is not evaluated by a store", .stores(.sqlite))
  func equalityOfTransformables() throws {
    let context = try context(attribute("tags", .transformable))
    let error = #expect(throws: NSError.self) {
      try things(context, where: NSPredicate(format: "tags == %@", ["z"] as NSArray))
    }
    #expect(error?.localizedFailureReason?.contains("Thing.tags") == true)
  }

  @Test(
    "A transient attribute of an object from a store has its default, and is no hindrance to a save",
    .everyStore
  )
  func transientDefault() throws {
    let speed = attribute("speed", .integer32)
    speed.isTransient = true
    speed.isOptional = false
    speed.defaultValue = 7
    let entity = NSEntityDescription()
    entity.name = "Thing"
    entity.managedObjectClassName = "NSManagedObject"
    entity.properties = [attribute("name", .string), speed]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.openTestedStore()
    func makeContext() -> NSManagedObjectContext {
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      return context
    }
    let context = makeContext()
    let thing = NSEntityDescription.insertNewObject(forEntityName: "Thing", into: context)
    thing.setValue(50, forKey: "speed")
    try context.save()
    #expect(thing.value(forKey: "speed") as? Int == 50)
    context.refresh(thing, mergeChanges: false)
    #expect(thing.value(forKey: "speed") as? Int == 7)
    let other = makeContext()
    let found = try #require(try things(other, where: NSPredicate(value: true)).first)
    #expect(found.value(forKey: "speed") as? Int == 7)
    found.setValue("a", forKey: "name")
    try other.save()
    context.refresh(thing, mergeChanges: true)
    #expect(thing.value(forKey: "name") as? String == "a")
  }
}
