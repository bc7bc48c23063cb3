import Foundation
import ObjectRows

/// The implementation of a fetched results controller, independent of the type of its results.
///
/// It fetches, and then follows the changes that its context posts. It examines only changed objects.
final class ResultsTracker: @unchecked Sendable {
  let context: NSManagedObjectContext
  let sectionKeyPath: String?
  let cacheName: String?
  let report = ResultsReport()

  /// The controller, with any type of results.
  weak var controller: NSObject?

  weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    didSet { if delegate !== oldValue { report.forgetDelegate() } }
  }

  /// The results; nil before the first fetch.
  private(set) var results: SectionedResults?

  /// The rule for belonging to the results, evaluated in memory; nil if nothing is tracked.
  private var membership: ResultsMembership?

  private var observers: [any NSObjectProtocol] = []

  /// The sections as an array, until something changes.
  private var knownSections: [any NSFetchedResultsSectionInfo]?

  /// Events that arrived while a delegate was being notified of another one.
  private var waiting: [Event] = []
  private var isReporting = false

  init(_ context: NSManagedObjectContext, sectionKeyPath: String?, cacheName: String?) {
    self.context = context
    self.sectionKeyPath = sectionKeyPath
    self.cacheName = cacheName
  }

  deinit {
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  /// The results in their order, section by section.
  var objects: [AnyObject]? { results?.objects }

  var sections: [any NSFetchedResultsSectionInfo]? {
    if knownSections == nil { knownSections = results?.sections.values }
    return knownSections
  }

  // MARK: Fetching

  /// Fetches the results of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - check: Throws an error if the program cannot use the results.
  /// - Throws: The error of the fetch, or that of `check`.
  func fetch(
    _ request: NSFetchRequest<any NSFetchRequestResult>,
    checking check: (_ objects: [AnyObject]) throws -> Void
  ) throws {
    guard let descriptors = request.sortDescriptors else {
      throw NSError.coreData(
        NSCoreDataError,
        [NSLocalizedDescriptionKey: NSFetchedResultsControllerMessage.noOrder]
      )
    }
    let found: [any NSFetchRequestResult] = try context.fetch(request)
    // A protocol of classes without witnesses: its values are one word, as every object.
    let objects = unsafeBitCast(found, to: [AnyObject].self)
    try check(objects)
    let runs = try sectionRuns(of: objects, request)
    results = SectionedResults(
      objects,
      runs: runs,
      order: ResultsOrder(descriptors),
      sectionKeyPath: sectionKeyPath
    ) { [weak self] in self?.title(ofSection: $0) }
    membership = ResultsMembership(request, in: context)
    waiting = []
    knownSections = nil
    observe()
    if let results, membership != nil, let (controller, delegate) = audience {
      report.reportFetch(of: results, by: controller, to: delegate)
    }
  }

  private func sectionRuns(
    of objects: [AnyObject],
    _ request: NSFetchRequest<any NSFetchRequestResult>
  ) throws -> [SectionedResults.Run] {
    guard let sectionKeyPath, let cacheName,
      let cache = SectionCache(cacheName, request, sectionKeyPath, objects, in: context)
    else { return try SectionedResults.runs(of: objects, sectionKeyPath) }
    if let runs = cache.read() { return runs }
    let runs = try SectionedResults.runs(of: objects, sectionKeyPath)
    cache.write(runs)
    return runs
  }

  private func title(ofSection name: String) -> String? {
    controller.map(erased)?.sectionIndexTitle(forSectionName: name)
  }

  /// The delegate and its controller.
  private var audience: (ResultsReport.Controller, ResultsReport.Delegate)? {
    guard let controller, let delegate else { return nil }
    return (erased(controller), delegate)
  }

  // MARK: Events

  /// The changes by object.
  private struct Event {
    /// Objects whose changed properties are known.
    var updated: Set<NSManagedObject> = []

    /// All objects with any changes.
    var objects: Set<NSManagedObject> = []

    /// Objects whose references may have changed.
    var renamed: Set<NSManagedObject> = []
  }

  private func observe() {
    guard observers.isEmpty else { return }
    context.hasFetchedResultsControllers = true
    observe(.NSManagedObjectContextObjectsDidChange) { $0.noteChange($1) }
    observe(.NSManagedObjectContextDidSave) { tracker, info in
      var event = Event()
      event.renamed = info[NSInsertedObjectsKey] as? Set<NSManagedObject> ?? []
      tracker.take(event)
    }
    observe(NSManagedObjectContext.didMergeUnseenChanges) { tracker, info in
      var event = Event()
      event.objects = info[NSUpdatedObjectsKey] as? Set<NSManagedObject> ?? []
      tracker.take(event)
    }
  }

  private func observe(
    _ name: Notification.Name,
    _ take: @escaping @Sendable (ResultsTracker, [AnyHashable: Any]) -> Void
  ) {
    observers.append(
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
        [weak self] notification in
        guard let self else { return }
        take(self, notification.userInfo ?? [:])
      }
    )
  }

  private func noteChange(_ info: [AnyHashable: Any]) {
    if info[NSInvalidatedAllObjectsKey] != nil {
      // None of the results is in the context any more; there is nothing to follow until the next fetch.
      membership = nil
      return
    }
    var event = Event()
    func objects(_ key: String) -> Set<NSManagedObject> {
      info[key] as? Set<NSManagedObject> ?? []
    }
    let others = [
      NSInsertedObjectsKey, NSDeletedObjectsKey, NSRefreshedObjectsKey, NSInvalidatedObjectsKey,
    ].map(objects)
    event.updated = objects(NSUpdatedObjectsKey)
    event.objects = event.updated
    for other in others where !other.isEmpty {
      event.objects.formUnion(other)
      event.updated.subtract(other)
    }
    take(event)
  }

  /// Updates the results, and calls the delegate.
  ///
  /// The delegate may cause another event, which has to wait.
  private func take(_ event: Event) {
    guard membership != nil, delegate != nil else { return }
    waiting.append(event)
    guard !isReporting else { return }
    isReporting = true
    defer { isReporting = false }
    while !waiting.isEmpty {
      // Deferred events are evaluated with the current state.
      let event = waiting.removeFirst()
      follow(event)
      for place in waiting.indices { waiting[place].updated = [] }
    }
  }

  private func follow(_ event: Event) {
    guard let results, let membership, let (controller, delegate) = audience else { return }
    var update = ResultsUpdate(results)
    membership.judge(event.objects, results) { object, isResult in
      update.note(object, isResult: isResult, wasOnlyUpdated: event.updated.contains(object))
    }
    let renamed = event.renamed.isEmpty ? [] : self.renamed(event.renamed, in: results)
    for item in renamed { update.noteRenaming(of: item.object) }
    guard !update.isEmpty else { return }
    var knowsBeginning = false
    if renamed.isEmpty { knowsBeginning = report.reportBeginning(by: controller, to: delegate) }
    let changes = update.apply()
    knownSections = nil
    if !changes.isEmpty {
      report.send(
        changes,
        of: results,
        by: controller,
        to: delegate,
        knowsBeginning: knowsBeginning
      )
    } else if !renamed.isEmpty {
      report.reportRenaming(of: renamed, in: results, by: controller, to: delegate)
    }
  }

  /// The results that have been saved for the first time, with their previous IDs.
  private func renamed(
    _ objects: Set<NSManagedObject>,
    in results: SectionedResults
  ) -> [(object: NSManagedObject, from: NSManagedObjectID, at: IndexPath)] {
    objects.compactMap { object in
      guard let entry = results[object], entry.value.reference != object.reference else {
        return nil
      }
      let old = NSManagedObjectID(temporary: entry.value.reference, of: object.shape)
      return (object, old, IndexPath(item: entry.index, section: entry.value.section.index))
    }
  }
}

/// The controller in the type that delegates receive.
///
/// All types of results are one word, and so all types of controllers have the same layout. The optimizer must not
/// see that this is a cast between unrelated types.
@inline(never)
func erased(_ controller: NSObject) -> ResultsReport.Controller {
  Unmanaged.fromOpaque(Unmanaged.passUnretained(controller).toOpaque()).takeUnretainedValue()
}
