import CoreData
import EveryStore
import Foundation
import StoreSamples

/// A random series of edits in several contexts for a seed, with the same outcome on every kind of store.
///
/// Objects are chosen by their keys, so that stores with equal contents get the same edits.
final class EditScript {
  /// The steps so far, each with its outcome.
  private(set) var log: [String] = []

  /// The values of derived attributes after each save.
  private(set) var computed: [[String]] = []

  private let seed: UInt64
  private let model: NSManagedObjectModel
  private let coordinator: NSPersistentStoreCoordinator

  /// A context of the store, its child, another context of the store, and a child of the child.
  private let contexts: [NSManagedObjectContext]
  private static let names = ["main", "child", "other", "grandchild"]

  /// Whether all that is in a context is read after each step; otherwise relationships stay unread until they are used.
  private let readsAll: Bool
  private var random: SeededRandom
  private var lastKey = 0

  /// The name of the store.
  private static let place = "script"

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededRandom(seed ^ 0x5EED)
    model = DrawnModel(seed: seed).make()
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.openTestedStore(Self.place)
    let first = coordinator.makeContext()
    let child = first.makeChild()
    contexts = [first, child, coordinator.makeContext(), child.makeChild()]
    let policies: [NSMergePolicy] = [
      .error, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback,
    ]
    for context in contexts {
      context.mergePolicy = policies[Int.random(in: policies.indices, using: &random)]
    }
    readsAll = Bool.random(using: &random)
    if Bool.random(using: &random) {
      first.undoManager = UndoManager()
      first.undoManager?.groupsByEvent = false
    }
  }

  deinit { try? coordinator.persistentStores.forEach(coordinator.remove) }

  // MARK: Steps

  /// Makes a step, and logs a dump of its context or of the store.
  func takeStep() throws {
    let number = below(contexts.count)
    let context = contexts[number]
    let name = Self.names[number]
    context.undoManager?.beginUndoGrouping()
    let step = try step(in: context, name)
    context.processPendingChanges()
    if context.undoManager?.groupingLevel ?? 0 > 0 { context.undoManager?.endUndoGrouping() }
    log.append("\(name): \(step)")
    if readsAll { log += try Dump(of: context).lines }
  }

  private func step(in context: NSManagedObjectContext, _ name: String) throws -> String {
    switch below(20) {
    case 0, 1, 2: return try save(context)
    case 3: return try below(3) == 0 ? summarize(context) : ask(context)
    case 4 where context.undoManager != nil: return undo(context)
    case 5 where below(4) == 0:
      context.rollback()
      return "rollback"
    case 6 where below(3) == 0:
      context.refreshAllObjects()
      return "refresh all"
    case 7 where below(5) == 0 && context.parent == nil:
      context.undoManager?.removeAllActions()
      context.reset()
      return "reset"
    default:
      var steps: [String] = []
      for _ in 0...below(4) { steps.append(try edit(context)) }
      return steps.joined(separator: "; ")
    }
  }

  private func undo(_ context: NSManagedObjectContext) -> String {
    guard let manager = context.undoManager else { return "nothing" }
    while manager.groupingLevel > 0 { manager.endUndoGrouping() }
    if below(3) > 0 {
      if manager.canUndo { context.undo() }
      return "undo"
    }
    if manager.canRedo { context.redo() }
    return "redo"
  }

  /// Saves and dumps the store; sometimes the changes are merged into the other contexts.
  private func save(_ context: NSManagedObjectContext) throws -> String {
    let notices = SaveNotices(of: context)
    var step = "save"
    do { try context.save() } catch let error as NSError {
      step += " fails with \(Self.text(of: error))"
    }
    guard context.parent == nil else { return step }
    for other in contexts where other !== context && other.parent == nil && below(2) == 0 {
      let isRemote = below(2) == 0
      for notice in notices.all {
        if isRemote {
          let changes = Self.identifiers(in: notice)
          NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [other])
        } else {
          other.mergeChanges(fromContextDidSave: notice)
        }
      }
      step += isRemote ? ", merged as a remote one" : ", merged"
    }
    log.append(step + ", the store:")
    let dump = try Dump(of: coordinator.makeContext())
    log += dump.lines
    computed.append(dump.values)
    return step
  }

  /// The changes that a notification announces, as another process would hear of them.
  private static func identifiers(in notice: Notification) -> [AnyHashable: Any] {
    var identifiers: [AnyHashable: Any] = [:]
    for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
      let objects = notice.userInfo?[key] as? Set<NSManagedObject> ?? []
      let uris = objects.map { $0.objectID.uriRepresentation() }
      identifiers[key] = uris.sorted { $0.absoluteString < $1.absoluteString }
    }
    return identifiers
  }

  private static func text(of error: NSError) -> String {
    let details = error.details.map { "\($0.code) \($0.key ?? "")" }.sorted()
    return "\(error.code) \(error.key ?? "") \(details)"
  }

  // MARK: Edits

  private func edit(_ context: NSManagedObjectContext) throws -> String {
    let objects = try Dump.objects(in: context)
    guard objects.count > 5, below(7) > 0 || objects.count > 25, let one = element(of: objects)
    else { return insert(into: context) }
    let name = Dump.name(of: one)
    switch below(13) {
    case 0:
      context.delete(one)
      return "delete \(name)"
    case 12 where below(2) == 0:
      try context.obtainPermanentIDs(for: [one])
      return "obtain the ID of \(name)"
    case 12:
      context.detectConflicts(for: one)
      return "detect conflicts of \(name)"
    case 1:
      let keeps = below(2) == 0
      context.refresh(one, mergeChanges: keeps)
      return "refresh \(name) \(keeps)"
    case 2, 3, 4, 5: return setAttribute(of: one)
    default: return try setRelationship(of: one, in: context)
    }
  }

  private func insert(into context: NSManagedObjectContext) -> String {
    let names = model.entities.filter { !$0.isAbstract }.compactMap(\.name).sorted()
    lastKey += 1
    let entity = names[below(names.count)]
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValue(lastKey, forKey: DrawnModel.key)
    return "insert \(Dump.name(of: object))"
  }

  private func setAttribute(of object: NSManagedObject) -> String {
    let attributes = object.entity.attributesByName
      .filter { $0.key != DrawnModel.key && !DrawnModel.derived.contains($0.key) }
      .sorted { $0.key < $1.key }
    let (name, attribute) = attributes[below(attributes.count)]
    let value = DrawnValue(&random).value(of: attribute)
    object.setValue(value, forKey: name)
    return "set \(name) of \(Dump.name(of: object)) to \(Dump.text(of: value))"
  }

  private func setRelationship(
    of object: NSManagedObject,
    in context: NSManagedObjectContext
  ) throws -> String {
    let all = object.entity.relationshipsByName.sorted { $0.key < $1.key }
    guard !all.isEmpty else { return "nothing" }
    let (name, relationship) = all[below(all.count)]
    let ends = try Dump.objects(in: context, of: relationship.destinationEntity?.name ?? "")
    let subject = "\(name) of \(Dump.name(of: object))"
    guard let end = element(of: ends) else { return "nothing" }
    if !relationship.isToMany {
      let value = below(4) == 0 ? nil : end
      object.setValue(value, forKey: name)
      return "set \(subject) to \(value.map(Dump.name) ?? "nil")"
    }
    let text = "\(subject) \(Dump.name(of: end))"
    if !relationship.isOrdered {
      let members = object.mutableSetValue(forKey: name)
      guard below(8) > 0 else {
        object.setValue(NSSet(object: end), forKey: name)
        return "replace " + text
      }
      members.contains(end) ? members.remove(end) : members.add(end)
      return "toggle " + text
    }
    return change(object.mutableOrderedSetValue(forKey: name), end, text)
  }

  private func change(
    _ members: NSMutableOrderedSet,
    _ end: NSManagedObject,
    _ text: String
  ) -> String {
    if members.count > 1, below(2) == 0 {
      let (from, to) = (below(members.count), below(members.count))
      members.moveObjects(at: IndexSet(integer: from), to: to)
      return "move \(from) to \(to) in \(text)"
    }
    if members.contains(end) {
      members.remove(end)
      return "remove " + text
    }
    let place = below(members.count + 1)
    members.insert(end, at: place)
    return "insert at \(place) " + text
  }

  // MARK: Fetches

  private func ask(_ context: NSManagedObjectContext) throws -> String {
    // Stores that are no databases judge objects by what a context knows of them, which others may have changed since.
    let all = sequence(first: context) { $0.parent }.reversed()
    for context in all { context.refreshAllObjects() }
    // In memory a missing value is different from others, and in SQL it is not, so that it has to be asked for.
    let formats = [
      "name == nil OR name != 'a'", "name != nil AND NOT name BEGINSWITH 'a'", "name == nil",
      "key > 4 AND name != nil", "name != nil AND NOT (name IN {'a', 'b'})",
      "name > 'a' OR key < 3", "name ==[c] 'A'", "NOT (key > 3 AND name != nil)",
    ]
    let request = NSFetchRequest<NSManagedObject>(entityName: "Base")
    request.predicate = NSPredicate(format: formats[below(formats.count)])
    request.sortDescriptors = [
      NSSortDescriptor(key: "name", ascending: below(2) == 0),
      NSSortDescriptor(key: DrawnModel.key, ascending: true),
    ]
    request.fetchOffset = below(3)
    request.fetchLimit = below(6)
    let found = try context.fetch(request).map(Dump.name)
    let question = request.predicate.map { "\($0)" } ?? ""
    return "ask \(question) \(found) \(try context.count(for: request))"
  }

  /// Counts and sums of what is saved.
  private func summarize(_ context: NSManagedObjectContext) throws -> String {
    let request = NSFetchRequest<NSDictionary>(entityName: "Base")
    request.resultType = .dictionaryResultType
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let figures = ["count", "sum", "max"].map { function in
      let figure = NSExpressionDescription()
      figure.name = function
      figure.expression = _NSExpression(format: "\(function):(key)")
      figure.resultType = .integer64
      return figure
    }
    request.propertiesToGroupBy = ["name"]
    request.propertiesToFetch = ["name"] + figures
    let lines = try context.fetch(request).map { Dump.text(of: $0 as? [String: Any]) }
    return "summarize \(lines)"
  }

  // MARK: Reopening

  /// Opens the store with another coordinator, as a new process would, and returns a dump.
  func reopen() throws -> [String] {
    let inStore = try Dump(of: coordinator.makeContext()).lines
    guard StoreKind.current != .inMemory else { return inStore }
    for store in coordinator.persistentStores { try coordinator.remove(store) }
    let other = NSPersistentStoreCoordinator(managedObjectModel: DrawnModel(seed: seed).make())
    let store = try other.openTestedStore(Self.place)
    let lines = try Dump(of: other.makeContext()).lines
    try other.remove(store)
    return lines == inStore ? lines : ["another one when it is opened again:"] + inStore + lines
  }

  // MARK: Random choices

  private func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private func element(of objects: [NSManagedObject]) -> NSManagedObject? {
    objects.isEmpty ? nil : objects[below(objects.count)]
  }
}

/// Collects the save notifications of a context.
private final class SaveNotices: @unchecked Sendable {
  private(set) var all: [Notification] = []
  private var observer: (any NSObjectProtocol)?

  init(of context: NSManagedObjectContext) {
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave,
      object: context,
      queue: nil
    ) { [weak self] in self?.all.append($0) }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }
}
