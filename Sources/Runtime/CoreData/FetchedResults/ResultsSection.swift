import Foundation

/// The results of one section, by its name.
///
/// The program sees this object too; it is always up to date.
final class ResultsSection: NSFetchedResultsSectionInfo {
  let name: String
  let entries: OrderedTree<ResultEntry>
  private let title: (String) -> String?

  /// The node among the sections; nil if this is no longer a section.
  private(set) weak var node: TreeNode<ResultsSection>?

  init(_ name: String, title: @escaping (String) -> String?) {
    self.name = name
    self.title = title
    entries = OrderedTree()
  }

  /// Creates a section of objects in order.
  init(_ name: String, _ objects: ArraySlice<AnyObject>, title: @escaping (String) -> String?) {
    self.name = name
    self.title = title
    // The entries refer to the section, and the section to its entries.
    entries = OrderedTree()
    entries.fill(objects.map { TreeNode(ResultEntry($0, in: self)) })
  }

  /// Creates a node for the section.
  func makeNode() -> TreeNode<ResultsSection> {
    let made = TreeNode(self)
    node = made
    return made
  }

  /// The index of the section; 0 if it is no longer one.
  var index: Int { node?.index ?? 0 }

  var indexTitle: String? { title(name) }
  var numberOfObjects: Int { entries.count }
  var objects: [Any]? { entries.values.map(\.object) }
}
