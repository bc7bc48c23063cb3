import CoreData
import EveryStore
import Foundation
import StoreSamples

/// A random series of edits in several contexts for a seed, with the same outcome on every kind of store.
///
/// Objects are chosen by their keys, so that stores with equal contents get the same edits.
final class EditScript {
  /// The steps of a script other than edits, fetches and saves.
  enum Kind {
    case edits

    /// Batch requests, and merges of what the history has; on databases only.
    case requests

    /// Edits of objects in two stores of one coordinator.
    case twoStores

    /// Both, each request to one of the stores.
    case requestsToTwoStores

    init(seed: UInt64) {
      switch seed % 8 {
      case 2, 6: self = .requests
      case 3: self = .twoStores
      case 7: self = .requestsToTwoStores
      default: self = .edits
      }
    }

    var hasRequests: Bool { self == .requests || self == .requestsToTwoStores }

    var hasTwoStores: Bool { self == .twoStores || self == .requestsToTwoStores }
  }

  let kind: Kind

  /// The steps so far, each with its outcome.
  var log: [String] = []

  /// The values of derived attributes after each save.
  var computed: [[String]] = []

  private let seed: UInt64
  let model: NSManagedObjectModel
  let coordinator: NSPersistentStoreCoordinator

  /// A context of the store, its child, another context of the store, and a child of the child.
  let contexts: [NSManagedObjectContext]
  static let names = ["main", "child", "other", "grandchild"]

  /// Whether all that is in a context is read after each step; otherwise relationships stay unread until they are used.
  private let readsAll: Bool
  var random: SeededRandom
  var lastKey = 0

  /// The position in the history up to which it was merged.
  var token: NSPersistentHistoryToken?

  /// The names of the stores.
  private let places: [String]

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededRandom(seed ^ 0x5EED)
    kind = Kind(seed: seed)
    places = kind.hasTwoStores ? ["script", "second"] : ["script"]
    model = DrawnModel(seed: seed).make()
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try Self.open(places, kind, coordinator)
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

  private static func open(
    _ places: [String],
    _ kind: Kind,
    _ coordinator: NSPersistentStoreCoordinator
  ) throws {
    let options = kind.hasRequests ? [NSPersistentHistoryTrackingKey: true] : nil
    for place in places { try coordinator.openTestedStore(place, options: options) }
  }

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
    if kind.hasRequests, below(4) == 0 { return try request(in: context) }
    switch below(20) {
    case 0, 1, 2: return try save(context)
    case 3:
      switch below(4) {
      case 0: return try summarize(context)
      case 1: return try readFetchedProperty(context)
      default: return try ask(context)
      }
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
    try logStore(after: step)
    return step
  }

  /// Logs what is in the store.
  func logStore(after step: String) throws {
    log.append(step + ", the store:")
    let dump = try Dump(of: coordinator.makeContext())
    log += dump.lines
    computed.append(dump.values)
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

  static func text(of error: NSError) -> String {
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
    if kind.hasTwoStores {
      // Each object is in the store of its key; without a word it comes into the first one.
      if lastKey % 2 == 1 || below(2) == 0 {
        context.assign(object, to: coordinator.persistentStores[lastKey % 2])
      }
    }
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
      .filter { !kind.hasTwoStores || Self.store(of: $0) == Self.store(of: object) }
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

  /// The number of the store that an object belongs to.
  static func store(of object: NSManagedObject) -> Int {
    (object.value(forKey: DrawnModel.key) as? Int ?? 0) % 2
  }

  // MARK: Fetches

  /// Refreshes all objects of a context and its ancestors.
  ///
  /// Stores that are no databases judge objects by what a context knows of them, which others may have changed since.
  private func refresh(_ context: NSManagedObjectContext) {
    let all = sequence(first: context) { $0.parent }.reversed()
    for context in all { context.refreshAllObjects() }
  }

  private func readFetchedProperty(_ context: NSManagedObjectContext) throws -> String {
    refresh(context)
    let objects = try Dump.objects(in: context).filter {
      $0.entity.propertiesByName[DrawnModel.fetched] != nil
    }
    guard let one = element(of: objects) else { return "nothing" }
    let found = one.value(forKey: DrawnModel.fetched) as? [NSManagedObject] ?? []
    return "found by \(Dump.name(of: one)) \(found.map(Dump.name))"
  }

  private func ask(_ context: NSManagedObjectContext) throws -> String {
    refresh(context)
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
    try Self.open(places, kind, other)
    let lines = try Dump(of: other.makeContext()).lines
    for store in other.persistentStores { try other.remove(store) }
    return lines == inStore ? lines : ["another one when it is opened again:"] + inStore + lines
  }

  // MARK: Random choices

  func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  func element<Element>(of elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
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
