/// A parsed XML file, in flat arrays: one allocation for all elements and one for all attributes, so
/// that a model of a hundred thousand properties costs little more than its text.
struct XMLDocument: Sendable {
  /// The distinct names of elements and attributes, by ``NameID``.
  var names: [String] = []
  var nodes: [XMLNode] = []
  var attributes: [XMLAttribute] = []

  /// The texts of the nodes that are no elements.
  var texts: [String] = []

  typealias NameID = Int32

  /// The root element.
  var root: XMLNode? { nodes.first { $0.kind == .element } }

  /// The root element with the comments and processing instructions around it.
  var topLevel: XMLChildren { XMLChildren(document: self, next: nodes.isEmpty ? -1 : 0) }

  func name(of node: XMLNode) -> String {
    node.kind == .element ? names[Int(node.content)] : ""
  }

  /// The text of a node that is no element.
  func text(of node: XMLNode) -> String {
    node.kind == .element ? "" : texts[Int(node.content)]
  }

  func attributes(of node: XMLNode) -> ArraySlice<XMLAttribute> {
    attributes[Int(node.firstAttribute)..<Int(node.firstAttribute + node.attributeCount)]
  }

  func children(of node: XMLNode) -> XMLChildren {
    XMLChildren(document: self, next: node.firstChild)
  }

  func childCount(of node: XMLNode) -> Int {
    var count = 0
    var child = node.firstChild
    while child >= 0 {
      count += 1
      child = nodes[Int(child)].nextSibling
    }
    return count
  }

  /// All text directly inside an element.
  func innerText(of node: XMLNode) -> String {
    children(of: node).filter { $0.kind == .text }.map { text(of: $0) }.joined()
  }
}

/// An element, a comment, a processing instruction or a piece of text.
struct XMLNode: Sendable {
  enum Kind: Sendable {
    case element
    case comment
    case instruction
    case text
  }

  var kind: Kind

  /// The name of an element in ``XMLDocument/names``, or the text of another node in
  /// ``XMLDocument/texts``.
  var content: Int32

  /// The byte of the file at which the node begins.
  var offset: Int32
  var firstAttribute: Int32 = 0
  var attributeCount: Int32 = 0
  var firstChild: Int32 = -1
  var nextSibling: Int32 = -1
}

/// An attribute of an element.
struct XMLAttribute: Sendable {
  var name: XMLDocument.NameID
  var value: String
}

/// The children of a node, in the order of the file.
struct XMLChildren: Sequence, IteratorProtocol {
  private let document: XMLDocument
  private var upcoming: Int32

  init(document: XMLDocument, next: Int32) {
    self.document = document
    upcoming = next
  }

  mutating func next() -> XMLNode? {
    guard upcoming >= 0 else { return nil }
    let node = document.nodes[Int(upcoming)]
    upcoming = node.nextSibling
    return node
  }
}
