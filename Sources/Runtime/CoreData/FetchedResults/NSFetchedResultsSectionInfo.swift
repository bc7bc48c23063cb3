/// A section of the results of an ``NSFetchedResultsController``.
public protocol NSFetchedResultsSectionInfo {
  /// The name of the section, which its objects have in common.
  var name: String { get }

  /// The title of the section in an index beside the list.
  var indexTitle: String? { get }

  /// The number of objects in the section.
  var numberOfObjects: Int { get }

  /// The objects of the section, in their order.
  var objects: [Any]? { get }
}
