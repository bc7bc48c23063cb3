import CoreData
import Foundation

extension StoreScript {
  static let company: [StoreScript] = [
    StoreScript(name: "Company.objects", run: companyObjects),
    StoreScript(name: "Company.batches", run: companyBatches),
    StoreScript(name: "Company.migration", run: companyMigration),
  ]
}

/// Saves two managers with two employees each, one by one.
private func fill(_ context: NSManagedObjectContext) throws {
  for (number, name) in ["Ada", "Kim"].enumerated() {
    let manager = context.make(
      "Manager",
      ["firstName": name, "lastName": "Manager", "age": 40 + number]
    )
    try context.save()
    for employee in 1...2 {
      context.make(
        "Employee",
        [
          "firstName": "\(name) \(employee)", "lastName": "Employee", "age": employee,
          "manager": manager,
        ]
      )
      try context.save()
    }
  }
}

private func named(
  _ name: String,
  _ context: NSManagedObjectContext
) throws -> NSManagedObject {
  for entity in ["Manager", "Employee"] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: "firstName == %@", name)
    if let found = try context.fetch(request).first { return found }
  }
  throw CocoaError(.coreData)
}

@Sendable private func companyObjects(_ recording: StoreRecording) throws {
  let context = try recording.context(recording.model("Company", version: "Company 2"))
  try fill(context)
  try recording.step("two managers with two employees each, in one table")
  for person in try context.all("Person", by: "firstName") {
    person.setValue(50, forKey: "age")
  }
  try context.save()
  try recording.step("objects of both entities changed by one save")
  let (ada, kim) = (try named("Ada", context), try named("Kim", context))
  ada.setValue(kim.value(forKey: "employees"), forKey: "employees")
  try context.save()
  try recording.step("the members of one relationship given to another")
  kim.members("employees").add(try named("Kim 1", context))
  ada.members("employees").remove(try named("Kim 2", context))
  try context.save()
  try recording.step("one member added, one removed")
  context.delete(kim)
  try context.save()
  try recording.step("a manager deleted: the employee has none")
  context.delete(try named("Ada 1", context))
  context.make("Manager", ["firstName": "New", "lastName": "Manager"])
  try context.save()
  try recording.step("a deletion and an insertion in one save, and the next key")
}

@Sendable private func companyBatches(_ recording: StoreRecording) throws {
  let context = try recording.context(recording.model("Company", version: "Company 2"))
  try fill(context)
  try recording.step("two managers with two employees each")
  let update = NSBatchUpdateRequest(entityName: "Person")
  update.propertiesToUpdate = ["age": _NSExpression(format: "age * 2")]
  try context.execute(update)
  let narrow = NSBatchUpdateRequest(entityName: "Person")
  narrow.includesSubentities = false
  narrow.propertiesToUpdate = ["lastName": "Abstract"]
  try context.execute(narrow)
  try recording.step("objects of subentities updated")
  let rows: [[String: Any]] = [["firstName": "A", "lastName": "A"], ["age": 3]]
  recording.attempt("a batch insertion with a mandatory value missing") {
    try context.execute(NSBatchInsertRequest(entityName: "Employee", objects: rows))
  }
  try context.execute(NSBatchInsertRequest(entityName: "Employee", objects: [rows[0]]))
  try recording.step("dictionaries inserted")
  let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Manager")
  request.predicate = NSPredicate(format: "firstName == 'Kim'")
  try context.execute(NSBatchDeleteRequest(fetchRequest: request))
  try recording.step("a manager deleted")
}

@Sendable private func companyMigration(_ recording: StoreRecording) throws {
  let old = try recording.context(recording.model("Company", version: "Company"))
  try fill(old)
  try recording.step("a store of the first version, with two tables")
  try recording.close(old)
  let options: [AnyHashable: Any] = [
    NSMigratePersistentStoresAutomaticallyOption: true,
    NSInferMappingModelAutomaticallyOption: true,
  ]
  recording.attempt("opening it with the second version, which gives two tables one parent") {
    _ = try recording.context(recording.model("Company", version: "Company 2"), options: options)
  }
  try recording.step("nothing is changed")
}
