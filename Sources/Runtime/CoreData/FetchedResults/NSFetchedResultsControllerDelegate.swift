public import Foundation

/// An observer of the results of an ``NSFetchedResultsController``.
///
/// No method has to be implemented. One who implements the method with a snapshot hears of changes by that
/// method only; one who implements the method with a difference, likewise if there are no sections.
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
  /// Called before changes are reported.
  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  )

  /// Called for each section that was inserted or deleted, before the calls for objects.
  ///
  /// - Parameters:
  ///   - controller: Whose results have changed.
  ///   - sectionInfo: The section.
  ///   - sectionIndex: Its index: of one that has gone, before all changes; of one that has come, after them.
  ///   - type: Whether it has come or gone.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  )

  /// Called for each object that has come, gone, moved or changed.
  ///
  /// - Parameters:
  ///   - controller: Whose results have changed.
  ///   - anObject: The object.
  ///   - indexPath: Where it was before all changes; nil for one that has come.
  ///   - type: What has happened to it.
  ///   - newIndexPath: Where it is after all changes; nil for one that has gone.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any,
    at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  )

  /// Called after all changes were reported.
  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  )

  /// Called with all results when they were fetched, and whenever they have changed.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
  )

  /// Called with what has come and gone when results without sections have changed.
  ///
  /// An object that has moved goes and comes, and so does one that has changed, at one place.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  )

  /// The title in the index for a section; by default the first letter of its name, as a capital.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?
}

// The default implementations.
extension NSFetchedResultsControllerDelegate {
  /// Does nothing.
  public func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any,
    at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {}

  /// Does nothing.
  public func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}

  /// Makes the controller report changes in another way.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
  ) {
    controller.tracker.report.noteDefaultImplementation()
  }

  /// Makes the controller report changes in another way.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {
    controller.tracker.report.noteDefaultImplementation()
  }

  /// The first letter of the name, as a capital.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? {
    SectionTitle.standard(sectionName)
  }
}
