import Foundation

/// Results that have the name of their section in common.
///
/// It is what the program sees of the section too, and is up to date whenever it looks.
final class ResultsSection: NSFetchedResultsSectionInfo {
  let name: String
  let entries: OrderedTree<ResultEntry>
  private let title: (String) -> String?

  /// The place among the sections; it knows the section as long as it is one.
  private(set) weak var node: TreeNode<ResultsSection>?

  init(_ name: String, title: @escaping (String) -> String?) {
    self.name = name
    self.title = title
    entries = OrderedTree()
  }

  /// A section of objects in their order.
  init(_ name: String, _ objects: ArraySlice<AnyObject>, title: @escaping (String) -> String?) {
    self.name = name
    self.title = title
    // The entries need the section, and the section its entries.
    entries = OrderedTree()
    entries.fill(objects.map { TreeNode(ResultEntry($0, in: self)) })
  }

  /// Makes a place for the section.
  func makeNode() -> TreeNode<ResultsSection> {
    let made = TreeNode(self)
    node = made
    return made
  }

  /// The index of the section; 0 if it is none any more.
  var index: Int { node?.index ?? 0 }

  var indexTitle: String? { title(name) }
  var numberOfObjects: Int { entries.count }
  var objects: [Any]? { entries.values.map(\.object) }
}
