import CoreData
import Foundation

extension StoreScript {
  static let league: [StoreScript] = [
    StoreScript(name: "League.objects", run: leagueObjects),
    StoreScript(name: "League.undo", run: leagueUndo),
    StoreScript(name: "League.contexts", run: leagueContexts),
    StoreScript(name: "League.conflicts", run: leagueConflicts),
    StoreScript(name: "League.batches", run: leagueBatches),
    StoreScript(name: "League.history", run: leagueHistory),
    StoreScript(name: "League.migration", run: leagueMigration),
    StoreScript(name: "League.metadata", run: leagueMetadata),
  ]
}

/// Saves two teams with three players each, one by one.
private func fill(_ context: NSManagedObjectContext) throws {
  for (team, color) in [("Reds", "red"), ("Blues", "blue")] {
    let object = context.make("Team", ["name": team, "uniformColor": color])
    try context.save()
    for number in 1...3 {
      context.make(
        "Player",
        [
          "email": "\(team.lowercased())\(number)@example.org", "firstName": "No. \(number)",
          "lastName": team, "jerseyNumber": number == 2 ? nil : number, "team": object,
        ]
      )
      try context.save()
    }
  }
}

private func player(_ email: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
  try context.first("Player", "email == %@", "\(email)@example.org")
}

private func team(_ name: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
  try context.first("Team", "name == %@", name)
}

@Sendable private func leagueObjects(_ recording: StoreRecording) throws {
  let context = try recording.context(recording.model("League", version: "League 2"))
  try recording.step("an empty store")
  try fill(context)
  try recording.step("two teams of three players")

  let ada = try player("reds1", context)
  ada.set(["firstName": "Ada", "jerseyNumber": 0])
  try context.save()
  ada.setValue(nil, forKey: "jerseyNumber")
  try context.save()
  try recording.step("a value changed twice, the second time to nil")

  ada.setValue("Ada", forKey: "firstName")
  try context.save()
  ada.setValue("Eve", forKey: "firstName")
  ada.setValue("Ada", forKey: "firstName")
  try context.save()
  try recording.step("a value set to what it was")

  try team("Blues", context).members("players").add(ada)
  try context.save()
  try recording.step("a player moved to another team by its inverse")
  ada.setValue(nil, forKey: "team")
  try context.save()
  try recording.step("a player without a team")

  context.delete(ada)
  try context.save()
  try recording.step("a player deleted")
  context.delete(try team("Blues", context))
  try context.save()
  try recording.step("a team deleted, and its players with it")

  let greens = context.make("Team", ["name": "Greens", "uniformColor": "green"])
  for number in 1...20 {
    context.make(
      "Player",
      ["email": "g\(number)", "firstName": "G", "lastName": "Greens", "team": greens]
    )
  }
  try context.save()
  try recording.step("a team and twenty players inserted by one save")
  context.delete(greens)
  try context.save()

  try leagueTexts(recording, context)
  try leagueReset(recording, context)
}

private func leagueTexts(_ recording: StoreRecording, _ context: NSManagedObjectContext) throws {
  let texts = [
    "", "it's \"quoted\"", "naïve \u{1F600} e\u{301}", "two\nlines\tand a tab",
    String(repeating: "long ", count: 2_000),
  ]
  for (number, text) in texts.enumerated() {
    context.make("Player", ["email": "\(number)", "firstName": text, "lastName": "Text"])
    try context.save()
  }
  try recording.step("texts")
  for player in try context.all("Player", by: "email") where player.value(forKey: "team") == nil {
    player.setValue(Int16.min, forKey: "jerseyNumber")
  }
  try context.save()
  try recording.step("several objects changed by one save")
}

private func leagueReset(_ recording: StoreRecording, _ context: NSManagedObjectContext) throws {
  let reds = try team("Reds", context)
  reds.setValue("Lost", forKey: "name")
  context.make("Team", ["name": "Lost", "uniformColor": "lost"])
  context.delete(try player("reds2", context))
  context.rollback()
  try context.save()
  reds.setValue("Reds 2", forKey: "name")
  try context.save()
  try recording.step("what was rolled back is not there, the next change is")

  context.make("Team", ["name": "Lost", "uniformColor": "lost"])
  context.reset()
  try context.save()
  let new = context.make("Player", ["email": "new", "firstName": "N", "lastName": "N"])
  context.delete(new)
  try context.save()
  try recording.step("a context that was reset, and an object that was deleted before it was saved")

  let invalid = context.make("Player", ["email": "invalid"])
  recording.attempt("a save without mandatory values") { try context.save() }
  context.delete(invalid)
  try context.save()
  try recording.step("an object that could not be saved is gone")
}

@Sendable private func leagueUndo(_ recording: StoreRecording) throws {
  let context = try recording.context(recording.model("League", version: "League 2"))
  try fill(context)
  let manager = UndoManager()
  manager.groupsByEvent = false
  context.undoManager = manager
  try recording.step("two teams of three players")

  let ada = try player("reds1", context)
  for name in ["Ada", "Eve", "Kim"] {
    ada.setValue(name, forKey: "firstName")
    context.processPendingChanges()
  }
  context.undo()
  try context.save()
  try recording.step("one of three changes undone")
  context.undo()
  context.undo()
  context.redo()
  try context.save()
  try recording.step("undone further after the save, and one change done again")

  context.delete(try team("Reds", context))
  try context.save()
  try recording.step("a team deleted")
  context.undo()
  try context.save()
  try recording.step("and undone")
  context.redo()
  try context.save()
  try recording.step("and done again")
}

@Sendable private func leagueContexts(_ recording: StoreRecording) throws {
  let coordinator = try recording.coordinator(recording.model("League", version: "League 2"))
  let (first, second) = (recording.context(coordinator), recording.context(coordinator))
  try fill(first)
  try recording.step("two teams of three players")

  try player("reds1", first).setValue("First", forKey: "firstName")
  try player("reds2", second).setValue("Second", forKey: "firstName")
  try first.save()
  try second.save()
  try recording.step("other objects of two contexts")

  let child = recording.child(of: first)
  let grandchild = recording.child(of: child)
  let reds = try team("Reds", grandchild)
  grandchild.make(
    "Player",
    ["email": "grandchild", "firstName": "Grand", "lastName": "Child", "team": reds]
  )
  try player("reds3", grandchild).setValue(nil, forKey: "team")
  try grandchild.save()
  try recording.step("a grandchild saved")
  try player("blues1", child).setValue("Child", forKey: "firstName")
  try child.save()
  try recording.step("a child saved")
  try first.save()
  try recording.step("the parent saved")

  let blues = try team("Blues", second)
  blues.setValue("navy", forKey: "uniformColor")
  try team("Blues", first).setValue("Navy", forKey: "name")
  try first.save()
  second.refresh(blues, mergeChanges: true)
  try second.save()
  try recording.step("a change over a refreshed object")
  second.refreshAllObjects()
  try player("blues2", second).setValue(team("Navy", second), forKey: "team")
  try second.save()
  try recording.step("a relationship set to what it was")
}

@Sendable private func leagueConflicts(_ recording: StoreRecording) throws {
  let coordinator = try recording.coordinator(recording.model("League", version: "League 2"))
  try fill(recording.context(coordinator))
  try recording.step("two teams of three players")
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
  for (title, policy) in policies {
    let (first, second) = (recording.context(coordinator), recording.context(coordinator))
    let (mine, theirs) = (try player("reds1", second), try player("reds1", first))
    _ = mine.value(forKey: "firstName")
    theirs.set(["firstName": "theirs, \(title)", "jerseyNumber": 1])
    theirs.setValue(try team("Blues", first), forKey: "team")
    mine.set(["firstName": "mine, \(title)", "lastName": "mine, \(title)"])
    mine.setValue(try team("Reds", second), forKey: "team")
    try first.save()
    second.mergePolicy = policy
    recording.attempt("a save with the policy \(title)") { try second.save() }
    try recording.step("policy for changes: \(title)")
  }
  for (number, (title, policy)) in policies.enumerated() {
    let email = ["reds2", "reds3", "blues1", "blues2", "blues3"][number]
    let (first, second) = (recording.context(coordinator), recording.context(coordinator))
    let mine = try player(email, second)
    _ = mine.value(forKey: "firstName")
    first.delete(try player(email, first))
    mine.setValue("mine, \(title)", forKey: "firstName")
    try first.save()
    second.mergePolicy = policy
    recording.attempt("a save of a deleted object with the policy \(title)") { try second.save() }
    try recording.step("policy for a deleted object: \(title)")
  }
}

@Sendable private func leagueBatches(_ recording: StoreRecording) throws {
  let context = try recording.context(recording.model("League", version: "League 2"))
  try fill(context)
  let reds = try team("Reds", context)
  try recording.step("two teams of three players")
  let rows: [[String: Any]] = [
    ["email": "a", "firstName": "A", "lastName": "A", "jerseyNumber": 12],
    ["email": "b", "firstName": "B", "lastName": "B", "team": reds.objectID],
  ]
  try context.execute(NSBatchInsertRequest(entityName: "Player", objects: rows))
  try recording.step("dictionaries inserted")
  var number = 0
  try context.execute(
    NSBatchInsertRequest(entityName: "Team") { (object: NSManagedObject) in
      number += 1
      object.set(["name": "Team \(number)", "uniformColor": "grey"])
      return number == 4
    }
  )
  try recording.step("objects of a handler inserted")

  let update = NSBatchUpdateRequest(entityName: "Player")
  update.predicate = NSPredicate(format: "team.name == 'Reds' OR jerseyNumber > 5")
  update.propertiesToUpdate = [
    "lastName": "Updated", "jerseyNumber": _NSExpression(format: "jerseyNumber + 1"),
  ]
  try context.execute(update)
  try recording.step("values updated")
  let moving = NSBatchUpdateRequest(entityName: "Player")
  moving.predicate = NSPredicate(format: "email == 'a'")
  moving.propertiesToUpdate = ["team": reds]
  try context.execute(moving)
  try recording.step("a relationship updated")

  let identifiers = [try player("blues1", context).objectID]
  try context.execute(NSBatchDeleteRequest(objectIDs: identifiers))
  try recording.step("an object deleted by its ID")
  let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Team")
  request.predicate = NSPredicate(format: "name == 'Reds'")
  try context.execute(NSBatchDeleteRequest(fetchRequest: request))
  try recording.step("a team deleted with its players")
}

@Sendable private func leagueHistory(_ recording: StoreRecording) throws {
  let context = try recording.context(
    recording.model("League", version: "League 2"),
    options: [NSPersistentHistoryTrackingKey: true]
  )
  context.name = "editor"
  try recording.step("an empty store with history")
  try fill(context)
  try recording.step("two teams of three players")
  context.transactionAuthor = "Ada"
  let ada = try player("reds1", context)
  ada.set(["firstName": "Ada", "jerseyNumber": 10])
  try team("Blues", context).members("players").add(ada)
  try context.save()
  context.transactionAuthor = nil
  context.delete(try team("Reds", context))
  try context.save()
  try recording.step("objects changed and deleted")

  let coordinator = try requireCoordinator(context)
  let token = coordinator.currentPersistentHistoryToken(fromStores: nil)
  let insertion = NSBatchInsertRequest(
    entityName: "Team",
    objects: [["name": "A", "uniformColor": "a"], ["name": "B", "uniformColor": "b"]]
  )
  try context.execute(insertion)
  let update = NSBatchUpdateRequest(entityName: "Player")
  update.propertiesToUpdate = ["lastName": "Updated"]
  try context.execute(update)
  let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Player")
  request.predicate = NSPredicate(format: "jerseyNumber == nil")
  try context.execute(NSBatchDeleteRequest(fetchRequest: request))
  try recording.step("batch requests")
  try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: token))
  try recording.step("older history deleted")

  try recording.close(context)
  let plain = try recording.context(recording.model("League", version: "League 2"))
  plain.make("Team", ["name": "Late", "uniformColor": "late"])
  try plain.save()
  try recording.step("a change without the option")
}

func requireCoordinator(
  _ context: NSManagedObjectContext
) throws -> NSPersistentStoreCoordinator {
  guard let coordinator = context.persistentStoreCoordinator else { throw CocoaError(.coreData) }
  return coordinator
}

@Sendable private func leagueMigration(_ recording: StoreRecording) throws {
  for history in [false, true] {
    try? FileManager.default.removeItem(at: recording.folder)
    try FileManager.default.createDirectory(
      at: recording.folder,
      withIntermediateDirectories: true
    )
    var options: [AnyHashable: Any] = history ? [NSPersistentHistoryTrackingKey: true] : [:]
    let old = try recording.context(recording.model("League", version: "League"), options: options)
    let reds = old.make("Team", ["name": "Reds", "uniformColor": "red"])
    try old.save()
    for name in ["Ada", "Eve"] {
      old.make("Player", ["email": name, "firstName": name, "lastName": "L", "team": reds])
      try old.save()
    }
    try recording.step("a store of the first version, \(history ? "with" : "without") history")
    try recording.close(old)
    options[NSMigratePersistentStoresAutomaticallyOption] = true
    options[NSInferMappingModelAutomaticallyOption] = true
    let new = try recording.context(
      recording.model("League", version: "League 2"),
      options: options
    )
    try recording.step("opened with the second version")
    try new.first("Player", "email == 'Ada'").setValue(7, forKey: "jerseyNumber")
    try new.save()
    try recording.step("a value of the new attribute")
    try recording.close(new)
  }
}

@Sendable private func leagueMetadata(_ recording: StoreRecording) throws {
  let coordinator = try recording.coordinator(recording.model("League", version: "League 2"))
  let context = recording.context(coordinator)
  guard let store = coordinator.persistentStores.first else { return }
  var metadata = coordinator.metadata(for: store)
  metadata["note"] = "kept"
  metadata["count"] = 3
  metadata["list"] = ["a", "b"]
  coordinator.setMetadata(metadata, for: store)
  try recording.step("metadata that are not saved")
  try context.save()
  try recording.step("a save without changes")
  context.make("Team", ["name": "Reds", "uniformColor": "red"])
  try context.save()
  try recording.step("a save with changes")
  try recording.close(context)
  try NSPersistentStoreCoordinator.setMetadata(["other": true], type: .sqlite, at: recording.store)
  try recording.step("metadata set while the store is closed")
}
