import CoreData
import Foundation

// Batch requests, whose results are sometimes merged into contexts, and merges of the history.
extension EditScript {
  func request(in context: NSManagedObjectContext) throws -> String {
    let number = below(6)
    if number == 0 { return try mergeHistory(context) }
    let place = kind.hasTwoStores ? below(2) : 0
    let stores = kind.hasTwoStores ? [coordinator.persistentStores[place]] : nil
    let request = [makeUpdate, makeInsertion, makeDeletion][number % 3]
    let (text, made) = try request(place)
    made.affectedStores = stores
    var step = text + (stores == nil ? "" : " in store \(place)")
    do {
      step += try merge(context.execute(made))
    } catch let error as NSError {
      step += " fails with \(error.domain) \(Self.text(of: error))"
    }
    try logStore(after: step)
    return step
  }

  // MARK: Requests

  private func drawEntity() -> NSEntityDescription? {
    let names = model.entities.filter { !$0.isAbstract }.compactMap(\.name).sorted()
    return element(of: names).flatMap { model.entitiesByName[$0] }
  }

  private func drawPredicate() -> NSPredicate {
    let key = below(lastKey + 1)
    switch below(3) {
    case 0: return NSPredicate(format: "key >= %d AND key < %d", key, key + 10)
    case 1: return NSPredicate(format: "key == %d OR name == 'b'", key)
    default: return NSPredicate(format: "key < %d AND name == nil", key)
    }
  }

  /// An attribute or a to-one relationship that batch requests may set, and a value for it.
  ///
  /// Databases check different values, and of two to-one ends a batch request sets one.
  private func drawValue(
    of entity: NSEntityDescription,
    in store: Int
  ) throws -> (name: String, value: Any)? {
    if below(2) == 0 {
      let relationships = entity.relationshipsByName.values.filter {
        !$0.isToMany && $0.inverseRelationship?.isToMany == true
      }
      guard let one = element(of: relationships.sorted { $0.name < $1.name }) else { return nil }
      let ends = try Dump.objects(
        in: coordinator.makeContext(),
        of: one.destinationEntity?.name ?? ""
      ).filter { !kind.hasTwoStores || Self.store(of: $0) == store }
      return (one.name, element(of: ends)?.objectID ?? NSNull())
    }
    let attributes = entity.attributesByName.filter {
      $0.key != DrawnModel.key && $0.key != "limited" && !DrawnModel.derived.contains($0.key)
    }
    guard let (name, attribute) = element(of: attributes.sorted { $0.key < $1.key }) else {
      return nil
    }
    let value = DrawnValue(&random).value(of: attribute)
    return value == nil && !attribute.isOptional ? nil : (name, value ?? NSNull())
  }

  private func makeUpdate(in store: Int) throws -> (String, NSPersistentStoreRequest) {
    let entity = drawEntity()
    let request = NSBatchUpdateRequest(entityName: entity?.name ?? "")
    request.predicate = drawPredicate()
    request.resultType = .updatedObjectIDsResultType
    let value = try entity.flatMap { try drawValue(of: $0, in: store) }
    if let (name, value) = value { request.propertiesToUpdate = [name: value] }
    let text = request.predicate.map { "\($0)" } ?? ""
    return ("update \(request.entityName) \(text) \(value.map(Self.text) ?? "")", request)
  }

  private func makeInsertion(into store: Int) throws -> (String, NSPersistentStoreRequest) {
    let entity = drawEntity()
    var objects: [[String: Any]] = []
    for _ in 0...below(2) {
      // With two stores, each object is in the one of its key.
      repeat { lastKey += 1 } while kind.hasTwoStores && lastKey % 2 != store
      var values: [String: Any] = [DrawnModel.key: lastKey]
      if let entity, let (name, value) = try drawValue(of: entity, in: store) {
        values[name] = value
      }
      objects.append(values)
    }
    let request = NSBatchInsertRequest(entityName: entity?.name ?? "", objects: objects)
    request.resultType = .objectIDs
    let text = objects.map { $0.sorted { $0.key < $1.key }.map(Self.text) }
    return ("insert \(request.entityName) \(text)", request)
  }

  private func makeDeletion(from store: Int) -> (String, NSPersistentStoreRequest) {
    let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: drawEntity()?.name ?? "")
    fetch.predicate = drawPredicate()
    let request = NSBatchDeleteRequest(fetchRequest: fetch)
    request.resultType = .resultTypeObjectIDs
    let text = fetch.predicate.map { "\($0)" } ?? ""
    return ("delete \(fetch.entityName ?? "") \(text)", request)
  }

  private static func text(of pair: (name: String, value: Any)) -> String {
    "\(pair.name): \((pair.value as? NSManagedObjectID)?.entity.name ?? Dump.text(of: pair.value))"
  }

  // MARK: Merging

  /// Merges the result of a batch request into some contexts.
  private func merge(_ result: NSPersistentStoreResult?) -> String {
    let (key, found): (String, Any?) =
      switch result {
      case let result as NSBatchInsertResult: (NSInsertedObjectsKey, result.result)
      case let result as NSBatchUpdateResult: (NSUpdatedObjectsKey, result.result)
      case let result as NSBatchDeleteResult: (NSDeletedObjectsKey, result.result)
      default: ("", nil)
      }
    let identifiers = sorted(found as? [NSManagedObjectID] ?? [])
    let receivers = contexts.indices.filter { _ in below(3) > 0 }
    if !identifiers.isEmpty {
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [key: identifiers],
        into: receivers.map { contexts[$0] }
      )
    }
    return " \(identifiers.count), merged into \(receivers.map { Self.names[$0] })"
  }

  /// The identifiers in the order in which the objects were inserted, which all databases agree on.
  private func sorted(_ identifiers: [NSManagedObjectID]) -> [NSManagedObjectID] {
    let stores = coordinator.persistentStores
    func place(_ identifier: NSManagedObjectID) -> (String, Int, Int) {
      let key = identifier.uriRepresentation().lastPathComponent.dropFirst()
      let store = stores.firstIndex { $0 === identifier.persistentStore } ?? 0
      return (identifier.entity.name ?? "", Int(key) ?? 0, store)
    }
    return identifiers.sorted { place($0) < place($1) }
  }

  /// Merges what the history has recorded since the last time.
  private func mergeHistory(_ context: NSManagedObjectContext) throws -> String {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
    token = transactions.last?.token ?? token
    let receivers = contexts.indices.filter { _ in below(2) == 0 }
    for transaction in transactions {
      let notice = transaction.objectIDNotification()
      for number in receivers { contexts[number].mergeChanges(fromContextDidSave: notice) }
    }
    let changes = transactions.map { transaction in
      (transaction.changes ?? []).map {
        "\($0.changedObjectID.entity.name ?? "")\($0.changeType.rawValue)"
      }.sorted()
    }
    return "merge the history \(changes) into \(receivers.map { Self.names[$0] })"
  }
}
