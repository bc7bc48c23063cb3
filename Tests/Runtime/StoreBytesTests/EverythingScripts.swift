import CoreData
import Everything
import Foundation

extension StoreScript {
  static let everything: [StoreScript] = [
    StoreScript(name: "Everything.values", run: everythingValues),
    StoreScript(name: "Everything.files", run: everythingFiles),
    StoreScript(name: "Everything.documents", run: everythingDocuments),
    StoreScript(name: "Everything.orders", run: everythingOrders),
    StoreScript(name: "Everything.constraints", run: everythingConstraints),
    StoreScript(name: "Everything.batches", run: everythingBatches),
    StoreScript(name: "Everything.history", run: everythingHistory),
    StoreScript(name: "Everything.configurations", run: everythingConfigurations),
    StoreScript(name: "Everything.migration", run: everythingMigration),
  ]
}

/// Transforms colors into deterministic bytes.
private final class ColorTransformer: ValueTransformer, @unchecked Sendable {
  override class func transformedValueClass() -> AnyClass { NSData.self }
  override class func allowsReverseTransformation() -> Bool { true }

  override func transformedValue(_ value: Any?) -> Any? {
    (value as? Color).map { Data($0.name.utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { Color(name: String(decoding: $0, as: UTF8.self)) }
  }

  static let register: Void = ValueTransformer.setValueTransformer(
    ColorTransformer(),
    forName: NSValueTransformerName("ColorTransformer")
  )
}

private func everything(
  _ recording: StoreRecording,
  _ options: [AnyHashable: Any]? = nil
) throws -> NSManagedObjectContext {
  ColorTransformer.register
  return try recording.context(recording.model("Everything"), options: options)
}

// Attributes

@Sendable private func everythingValues(_ recording: StoreRecording) throws {
  let context = try everything(recording)
  try recording.step("an empty store")
  context.make("AllTypes")
  try context.save()
  try recording.step("an object with default values")
  let all = context.make("AllTypes", values)
  try context.save()
  try recording.step("a value of each type")
  for (key, value) in extremes {
    all.setValue(value, forKey: key)
    try context.save()
  }
  try recording.step("the largest values, saved one by one")
  for (key, _) in values where all.entity.attributesByName[key]?.isOptional == true {
    all.setValue(nil, forKey: key)
  }
  try context.save()
  try recording.step("each optional value set to nil")
  all.set(["transientText": "never stored", "anything": 1])
  try context.save()
  try recording.step("a transient value changes nothing")
  context.make("Untyped", ["note": "an entity without a class"])
  try context.save()
  for (latitude, longitude) in [(52.5, 13.25), (-33.75, 151.0)] {
    context.make("Place", ["latitude": latitude, "longitude": longitude])
    try context.save()
  }
  try recording.step("places, with an index of the kind R tree")
  let place = try context.first("Place", "latitude > 0")
  place.setValue(53.5, forKey: "latitude")
  try context.save()
  context.delete(try context.first("Place", "latitude < 0"))
  try context.save()
  try recording.step("one place moved, one deleted")
}

private var values: KeyValuePairs<String, Any?> {
  [
    "binary": Data([0, 1, 2, 255]), "binaryExternal": Data([3, 4]), "boolean": false,
    "booleanObject": true, "date": moment(0), "dateScalar": moment(0.25),
    "decimal": NSDecimalNumber(string: "99999.99"), "double": -4.5, "doubleObject": 1e300,
    "float": Float(0.1), "floatObject": Float(-2.5), "integer16": 5, "integer16Object": -1,
    "integer32": 7, "integer32Object": 0, "integer64": 8, "integer64Object": 1, "pattern": "a-b_c",
    "string": "text", "tombstone": fixed("1"), "transformableColor": Color(name: "red"),
    "uri": URL(string: "https://example.org/a?b=c%20d#e"), "uuid": fixed("2"),
    "encrypted": "secret", "transientText": "never stored", "anything": 5,
  ]
}

private var extremes: KeyValuePairs<String, Any?> {
  [
    "integer16Object": Int16.min, "integer32Object": Int32.min, "integer64Object": Int64.min,
    "integer32": Int32.max, "integer64": Int64.max, "doubleObject": Double.greatestFiniteMagnitude,
    "floatObject": Float.leastNormalMagnitude, "decimal": NSDecimalNumber(string: "0.01"),
    "binary": Data(), "encrypted": "", "date": Date(timeIntervalSinceReferenceDate: 0),
    "dateScalar": Date(timeIntervalSinceReferenceDate: -63_113_904_000.5),
    "pattern": String(repeating: "p", count: 64), "transformableColor": Color(name: ""),
  ]
}

@Sendable private func everythingFiles(_ recording: StoreRecording) throws {
  let context = try everything(recording)
  func data(_ byte: UInt8, _ count: Int) -> Data { Data(repeating: byte, count: count) }
  let first = context.make("AllTypes", ["binaryExternal": data(1, 200_000)])
  try context.save()
  context.make("AllTypes", ["binaryExternal": data(2, 300_000), "binary": data(3, 150_000)])
  try context.save()
  try recording.step("two values in files")
  first.setValue(data(4, 250_000), forKey: "binaryExternal")
  try context.save()
  try recording.step("one replaced")
  first.setValue("text", forKey: "string")
  try context.save()
  try recording.step("another value of the object changed")
  first.setValue(data(5, 10), forKey: "binaryExternal")
  try context.save()
  try recording.step("a small value in its place")
  context.delete(try context.first("AllTypes", "string == ''"))
  try context.save()
  try recording.step("an object deleted with its file")
}

// Relationships

private func document(
  _ title: String,
  _ digit: Character,
  _ context: NSManagedObjectContext
) throws -> NSManagedObject {
  let document = context.make("Document", ["title": title, "identifier": fixed(digit)])
  document.ordered("pages").add(context.make("Page", ["number": 1, "text": title]))
  try context.save()
  return document
}

@Sendable private func everythingDocuments(_ recording: StoreRecording) throws {
  let context = try everything(recording)
  let archive = context.make("Archive", ["shelf": "A", "year": 1900])
  try context.save()
  let first = try document("Ärger und Ordnung", "1", context)
  let second = try document("second", "2", context)
  let third = try document("third", "3", context)
  try recording.step("three documents")
  for document in [first, second] {
    document.setValue(archive, forKey: "archive")
    try context.save()
  }
  try recording.step("derived from the archive")
  archive.setValue("B", forKey: "shelf")
  try context.save()
  try recording.step("the archive has another shelf")
  first.setValue("renamed", forKey: "title")
  try context.save()
  try recording.step("derived from the title")

  first.members("related").addObjects(from: [second, third])
  try context.save()
  second.members("relatedBy").add(third)
  try context.save()
  first.setValue(second, forKey: "successor")
  try context.save()
  try recording.step("many-to-many and one-to-one")
  third.setValue(second, forKey: "successor")
  first.members("related").remove(second)
  try context.save()
  try recording.step("the one-to-one taken over, a member removed")

  first.setValue(
    ["city": "Berlin", "zip": "10115", "position": ["latitude": 52.5, "longitude": 13.25]],
    forKey: "address"
  )
  try context.save()
  second.setValue(["city": "Nowhere"], forKey: "address")
  try context.save()
  try recording.step("composite values")
  first.setValue(["zip": "10117", "position": ["latitude": 1.5]], forKey: "address")
  try context.save()
  second.setValue(nil, forKey: "address")
  try context.save()
  try recording.step("other members of composite values")

  recording.attempt("the archive deleted against its rule") {
    context.delete(archive)
    try context.save()
  }
  context.rollback()
  context.delete(third)
  try context.save()
  try recording.step("a document deleted, with its pages, out of its relationships")
}

@Sendable private func everythingOrders(_ recording: StoreRecording) throws {
  let context = try everything(recording)
  let first = try document("first", "1", context)
  let second = try document("second", "2", context)
  for number in 2...5 {
    first.ordered("pages").add(context.make("Page", ["number": number, "length": number * 10]))
    try context.save()
  }
  try recording.step("five pages, added one by one")
  let pages = first.ordered("pages")
  pages.moveObjects(at: IndexSet(integer: 4), to: 0)
  try context.save()
  try recording.step("the last page first")
  pages.exchangeObject(at: 1, withObjectAt: 3)
  try context.save()
  try recording.step("two pages exchanged")
  let page = pages.object(at: 2)
  second.ordered("pages").insert(page, at: 0)
  try context.save()
  try recording.step("a page of another document")
  pages.removeObject(at: 0)
  recording.attempt("a page without its document") { try context.save() }
  for page in try context.all("Page", by: "number") where page.value(forKey: "document") == nil {
    context.delete(page)
  }
  try context.save()
  try recording.step("and deleted")

  let tags = try ["x", "y", "z"].map { name in
    let tag = context.make("Tag", ["name": name])
    try context.save()
    return tag
  }
  first.setValue(NSOrderedSet(array: tags), forKey: "tags")
  try context.save()
  try recording.step("tags, in an order on either side")
  tags[1].ordered("documents").insert(second, at: 0)
  try context.save()
  first.setValue(NSOrderedSet(array: [tags[2], tags[0], tags[1]]), forKey: "tags")
  try context.save()
  try recording.step("another order")
  first.ordered("tags").removeObject(at: 1)
  tags[2].ordered("documents").add(second)
  try context.save()
  try recording.step("one removed, one added on the other side")
  try attach(recording, first)
}

private func attach(_ recording: StoreRecording, _ document: NSManagedObject) throws {
  guard let context = document.managedObjectContext else { return }
  for name in ["one", "two"] {
    let attachment = context.make("AllTypes", ["string": name])
    try context.save()
    document.ordered("attachments").insert(attachment, at: 0)
    try context.save()
  }
  try recording.step("attachments, which know no document")
  context.delete(document)
  try context.save()
  try recording.step("the document deleted")
}

@Sendable private func everythingConstraints(_ recording: StoreRecording) throws {
  let policies: [(String, NSMergePolicy)] = [
    ("error", NSMergePolicy(merge: .errorMergePolicyType)),
    ("the store's property wins", NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)),
    (
      "the object's property wins",
      NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    ),
    ("overwrite", NSMergePolicy(merge: .overwriteMergePolicyType)),
    ("rollback", NSMergePolicy(merge: .rollbackMergePolicyType)),
  ]
  let context = try everything(recording)
  let archive = context.make("Archive", ["shelf": "A", "year": 1900])
  try context.save()
  for (title, digit) in [("first", "1"), ("second", "2")] as [(String, Character)] {
    try document(title, digit, context).setValue(archive, forKey: "archive")
    try context.save()
  }
  try recording.step("two documents")
  for (title, policy) in policies {
    let other = recording.context(try requireCoordinator(context))
    other.mergePolicy = policy
    let document = other.make("Document", ["title": "new, \(title)", "identifier": fixed("1")])
    document.ordered("pages").add(other.make("Page", ["number": 9, "text": title]))
    recording.attempt("an identifier used again, with the policy \(title)") { try other.save() }
    try recording.step("policy for the identifier: \(title)")
  }
  for (title, policy) in policies {
    let other = recording.context(try requireCoordinator(context))
    other.mergePolicy = policy
    let second = try other.first("Document", "identifier == %@", fixed("2") as Any)
    let first = try other.first("Document", "identifier == %@", fixed("1") as Any)
    first.setValue(try other.first("Archive", "shelf == 'A'"), forKey: "archive")
    first.setValue(second.value(forKey: "title"), forKey: "title")
    recording.attempt("a title used again, with the policy \(title)") { try other.save() }
    try recording.step("policy for the title: \(title)")
    guard try other.count("Document") > 1 else { break }
  }
}

// Requests

@Sendable private func everythingBatches(_ recording: StoreRecording) throws {
  let context = try everything(recording)
  let archive = context.make("Archive", ["shelf": "A", "year": 1900])
  try context.save()
  let first = try document("first", "1", context)
  first.members("related").add(try document("second", "2", context))
  first.ordered("tags").add(context.make("Tag", ["name": "x"]))
  try context.save()
  try recording.step("two documents")
  let rows: [[String: Any]] = [("a", "3"), ("b", "4")].map { title, digit in
    [
      "title": title, "identifier": fixed(Character(digit)) as Any, "archive": archive.objectID,
      "address": ["city": "Ulm"],
    ]
  }
  try context.execute(NSBatchInsertRequest(entityName: "Document", objects: rows))
  try recording.step("documents inserted")
  context.mergePolicy = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
  let again: [[String: Any]] = [["title": "a again", "identifier": fixed("3") as Any]]
  try context.execute(NSBatchInsertRequest(entityName: "Document", objects: again))
  try recording.step("one inserted again")
  let update = NSBatchUpdateRequest(entityName: "Archive")
  update.propertiesToUpdate = ["shelf": "B", "year": _NSExpression(format: "year + 1")]
  try context.execute(update)
  let titles = NSBatchUpdateRequest(entityName: "Document")
  titles.predicate = NSPredicate(format: "title == 'first'")
  titles.propertiesToUpdate = ["title": "updated"]
  try context.execute(titles)
  try recording.step("derived values of updated objects")
  let types: [[String: Any]] = [
    [
      "integer16Object": Int16.max, "integer64Object": Int64.max, "doubleObject": 0.5,
      "decimal": NSDecimalNumber(string: "1.25"), "date": moment(1), "uuid": fixed("5") as Any,
      "binaryExternal": Data(repeating: 1, count: 200_000), "boolean": false,
      "transformableColor": Color(name: "blue"),
    ]
  ]
  try context.execute(NSBatchInsertRequest(entityName: "AllTypes", objects: types))
  try recording.step("a value of each type, one in a file")
  for entity in ["AllTypes", "Tag", "Document"] {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
    if entity == "Document" { request.predicate = NSPredicate(format: "title == 'updated'") }
    try context.execute(NSBatchDeleteRequest(fetchRequest: request))
    try recording.step("\(entity) deleted")
  }
}

@Sendable private func everythingHistory(_ recording: StoreRecording) throws {
  let context = try everything(recording, [NSPersistentHistoryTrackingKey: true])
  context.transactionAuthor = "script"
  let all = context.make("AllTypes", ["tombstone": fixed("1"), "string": "kept"])
  try context.save()
  let first = try document("first", "1", context)
  let second = try document("second", "2", context)
  first.members("related").add(second)
  try context.save()
  try recording.step("objects and a many-to-many relationship")
  first.setValue(["city": "Berlin"], forKey: "address")
  first.setValue("renamed", forKey: "title")
  all.set(["integer16": 1, "transientText": "not in the history"])
  try context.save()
  first.ordered("pages").insert(context.make("Page", ["number": 2]), at: 0)
  try context.save()
  try recording.step("values and an order changed")
  context.delete(all)
  try context.save()
  context.delete(first)
  try context.save()
  try recording.step("objects deleted, one leaving a tombstone")
}

@Sendable private func everythingConfigurations(_ recording: StoreRecording) throws {
  ColorTransformer.register
  let model = try recording.model("Everything")
  let coordinator = try recording.coordinator(model, configuration: "Local")
  try coordinator.addPersistentStore(
    type: .sqlite,
    configuration: "Cloud",
    at: recording.folder.appendingPathComponent("cloud.sqlite")
  )
  let context = recording.context(coordinator)
  try recording.step("an empty store of the entities of Local")
  let tag = context.make("Tag", ["name": "x"])
  context.make("Place", ["latitude": 1.5, "longitude": 2.5])
  try context.save()
  try document("first", "1", context).ordered("tags").add(tag)
  try context.save()
  try recording.step("objects of both configurations: those of Cloud are elsewhere")
}

@Sendable private func everythingMigration(_ recording: StoreRecording) throws {
  let old = try everything(recording)
  old.make("AllTypes", values)
  try old.save()
  let first = try document("first", "1", old)
  let second = try document("second", "2", old)
  first.members("related").add(second)
  first.setValue(second, forKey: "successor")
  try old.save()
  first.ordered("tags").add(old.make("Tag", ["name": "x"]))
  try old.save()
  try recording.step("a store of the model as it is")
  try recording.close(old)

  let model = try recording.model("Everything")
  let (all, page) = (model.entitiesByName["AllTypes"], model.entitiesByName["Page"])
  all?.properties.removeAll { ["pattern", "floatObject"].contains($0.name) }
  all?.attributesByName["string"]?.name = "label"
  all?.attributesByName["label"]?.renamingIdentifier = "string"
  let added = NSAttributeDescription()
  added.name = "added"
  added.type = .string
  added.isOptional = false
  added.defaultValue = "default"
  page?.properties.append(added)
  model.entitiesByName["Tag"]?.renamingIdentifier = "Tag"
  model.entitiesByName["Tag"]?.name = "Label"
  let options: [AnyHashable: Any] = [
    NSMigratePersistentStoresAutomaticallyOption: true,
    NSInferMappingModelAutomaticallyOption: true,
  ]
  let new = try recording.context(model, options: options)
  try recording.step("attributes removed, renamed and added, an entity renamed")
  try document("third", "3", new).ordered("tags").add(new.make("Label", ["name": "y"]))
  try new.save()
  try recording.step("a document more")
}
