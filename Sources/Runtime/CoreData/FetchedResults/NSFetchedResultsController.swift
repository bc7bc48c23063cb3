public import Foundation

/// The results of a fetch request, in sections, kept up to date while the objects of a context change.
///
/// A controller is for lists: it numbers objects by section and row, and reports insertions, deletions, moves and
/// updates to its delegate, in the form in which lists are updated. Its cost depends on the number of changes, not on
/// the length of the list.
///
/// ```swift
/// let request = NSFetchRequest<Player>(entityName: "Player")
/// request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
/// let controller = NSFetchedResultsController(
///   fetchRequest: request, managedObjectContext: container.viewContext,
///   sectionNameKeyPath: nil, cacheName: nil
/// )
/// try controller.performFetch()
/// ```
///
/// Use a controller on the queue of its context.
open class NSFetchedResultsController<ResultType: NSFetchRequestResult>: NSObject {
  final let tracker: ResultsTracker

  /// The request that the controller executes.
  ///
  /// It must have sort descriptors. Changes of it take effect with the next ``performFetch()``.
  public final let fetchRequest: NSFetchRequest<ResultType>

  /// The context of the objects.
  open var managedObjectContext: NSManagedObjectContext { tracker.context }

  /// The key path to the name of an object's section; nil for a single section.
  open var sectionNameKeyPath: String? { tracker.sectionKeyPath }

  /// The name of the sections' cache on disk; nil if they are not cached.
  open var cacheName: String? { tracker.cacheName }

  /// The delegate, which is notified of changes in the order for updating a list.
  ///
  /// Results are kept up to date only while there is one.
  ///
  /// ```swift
  /// controller.delegate = self
  /// ```
  open var delegate: (any NSFetchedResultsControllerDelegate)? {
    get { tracker.delegate }
    set { tracker.delegate = newValue }
  }

  /// Creates a controller, which fetches nothing yet.
  ///
  /// - Parameters:
  ///   - fetchRequest: The request. It must have sort descriptors; with an empty array the order is undefined.
  ///   - context: The context of the objects.
  ///   - sectionNameKeyPath: The key path to the name of an object's section. The first sort descriptor must keep the
  ///     members of each section together.
  ///   - name: The name of a cache on disk, from which sections are read instead of being computed again.
  ///
  /// ```swift
  /// let request = NSFetchRequest<Player>(entityName: "Player")
  /// request.sortDescriptors = [
  ///   NSSortDescriptor(key: "team.name", ascending: true),
  ///   NSSortDescriptor(key: "name", ascending: true),
  /// ]
  /// let byTeam = NSFetchedResultsController(
  ///   fetchRequest: request, managedObjectContext: context,
  ///   sectionNameKeyPath: "team.name", cacheName: nil
  /// )
  /// ```
  public init(
    fetchRequest: NSFetchRequest<ResultType>,
    managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?,
    cacheName name: String?
  ) {
    precondition(
      fetchRequest.sortDescriptors != nil,
      NSFetchedResultsControllerMessage.noOrder
    )
    self.fetchRequest = fetchRequest
    tracker = ResultsTracker(context, sectionKeyPath: sectionNameKeyPath, cacheName: name)
    super.init()
    tracker.controller = self
  }

  /// Fetches the objects that match the request, and computes the sections.
  ///
  /// From then on the results follow the changes of the context, if there is a ``delegate``. Call it again after the
  /// request was changed.
  ///
  /// ```swift
  /// try controller.performFetch()
  /// print(controller.sections?.first?.numberOfObjects ?? 0)
  /// ```
  ///
  /// - Throws: An error if the members of a section are not consecutive, or a result is not of the type `ResultType`;
  ///   and the errors of fetching.
  open func performFetch() throws {
    try tracker.fetch(NSFetchRequest<any NSFetchRequestResult>(copying: fetchRequest)) { objects in
      try FetchedResults.confirm(objects, are: ResultType.self)
    }
  }

  /// The results, section by section; nil before they were fetched.
  ///
  /// With a ``delegate`` the array follows the changes of the context; without one it stays as it was fetched.
  ///
  /// ```swift
  /// for player in controller.fetchedObjects ?? [] { print(player.name) }
  /// ```
  open var fetchedObjects: [ResultType]? {
    guard let objects = tracker.objects else { return nil }
    guard ResultCast.isClass(ResultType.self) else {
      // The type is `any NSFetchRequestResult`, a protocol of classes without witnesses: one word, as every object.
      return unsafeBitCast(objects, to: [ResultType].self)
    }
    return objects.compactMap { $0 as? ResultType }
  }

  /// Returns the object at an index path.
  ///
  /// The index path has the number of the section and that of the object in it. It must be that of one of the results.
  ///
  /// ```swift
  /// let first = controller.object(at: IndexPath(item: 0, section: 0))
  /// ```
  open func object(at indexPath: IndexPath) -> ResultType {
    let entry = tracker.results?.entry(at: indexPath)
    precondition(entry != nil, NSFetchedResultsControllerMessage.noObject(indexPath))
    return typed(entry?.value.object)
  }

  private func typed(_ object: AnyObject?) -> ResultType {
    guard ResultCast.isClass(ResultType.self) else {
      // One word, as above; callers know that there is an object.
      return unsafeBitCast(object, to: ResultType.self)
    }
    let typed = object as? ResultType
    precondition(typed != nil, NSFetchedResultsControllerMessage.wrongType(object))
    // It is not nil, and an optional object has the same word.
    return unsafeBitCast(typed, to: ResultType.self)
  }

  /// Returns the index path of an object; nil if it is not among the results.
  open func indexPath(forObject object: ResultType) -> IndexPath? {
    guard let entry = tracker.results?[object as AnyObject] else { return nil }
    return IndexPath(item: entry.index, section: entry.value.section.index)
  }

  // MARK: Sections

  /// The sections; nil before the first fetch.
  ///
  /// Each has a name, an index title and its objects. Without a key path there is always one, with an empty name.
  ///
  /// ```swift
  /// for section in controller.sections ?? [] { print(section.name, section.numberOfObjects) }
  /// ```
  open var sections: [any NSFetchedResultsSectionInfo]? { tracker.sections }

  /// Returns the index title of a section.
  ///
  /// The delegate determines it; the default is the first letter of the name, as a capital.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    guard let delegate else { return SectionTitle.standard(sectionName) }
    return delegate.controller(erased(self), sectionIndexTitleForSectionName: sectionName)
  }

  /// The titles of all sections, each once, in the order of the sections.
  open var sectionIndexTitles: [String] { titledSections.map(\.title) }

  /// Returns the section for an index title.
  ///
  /// - Parameters:
  ///   - title: One of ``sectionIndexTitles``.
  ///   - sectionIndex: Its index there.
  /// - Returns: The index of the first section with this title.
  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    let titled = titledSections
    let known =
      titled.indices.contains(sectionIndex) && titled[sectionIndex].title == title
      ? titled[sectionIndex] : titled.first { $0.title == title }
    precondition(known != nil, "Index title at \(sectionIndex) is not equal to '\(title)'")
    return known?.section ?? 0
  }

  private var titledSections: [(title: String, section: Int)] {
    var known: Set<String> = []
    return (sections ?? []).enumerated().compactMap { index, section in
      guard let title = sectionIndexTitle(forSectionName: section.name),
        known.insert(title).inserted
      else { return nil }
      return (title, index)
    }
  }

  // MARK: Cache

  /// Deletes the cache with a name; nil deletes all caches of this program.
  open class func deleteCache(withName name: String?) {
    SectionCacheFolder.delete(name)
  }
}

/// Messages about mistakes of the program.
enum NSFetchedResultsControllerMessage {
  static let noOrder =
    "An instance of NSFetchedResultsController requires a fetch request with sort descriptors"

  static func wrongType(_ object: AnyObject?) -> String {
    "the request returned an object of the class \(object.map { "\(type(of: $0))" } ?? "nil")"
  }

  static func noObject(_ indexPath: IndexPath) -> String {
    guard indexPath.count == 2 else { return "invalid index path \(indexPath)" }
    return "no object at index \(indexPath.item) in section at index \(indexPath.section)"
  }
}
