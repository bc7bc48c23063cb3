public import Foundation

/// An observer of the results of an ``NSFetchedResultsController``.
///
/// All methods are optional. A delegate that implements the method with a snapshot is notified of changes by that
/// method only; one that implements the method with a difference likewise, if there are no sections.
///
/// ```swift
/// final class Listener: NSObject, NSFetchedResultsControllerDelegate {
///   func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
///     print(controller.fetchedObjects?.count ?? 0)
///   }
/// }
/// ```
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
  /// Called before changes are reported.
  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  )

  /// Called for each section that was inserted or deleted, before the calls for objects.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - sectionInfo: The section.
  ///   - sectionIndex: Its index: before all changes if it was deleted, after them if it was inserted.
  ///   - type: Whether it was inserted or deleted.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo,
    atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  )

  /// Called for each object that was inserted, deleted, moved or changed.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - anObject: The object.
  ///   - indexPath: Its index path before all changes; nil if it was inserted.
  ///   - type: The kind of change.
  ///   - newIndexPath: Its index path after all changes; nil if it was deleted.
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

  /// Called with all results after they were fetched, and whenever they have changed.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
  )

  /// Called with the insertions and removals when results without sections have changed.
  ///
  /// A moved object is removed and inserted, and so is a changed one, at one index.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  )

  /// Returns the index title of a section; by default the first letter of its name, as a capital.
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

  /// The default implementation; it makes the controller report changes in another way.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
  ) {
    controller.tracker.report.noteDefaultImplementation()
  }

  /// The default implementation; it makes the controller report changes in another way.
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
