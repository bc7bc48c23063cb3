/// A parsed XML file, in flat arrays: one allocation for all elements and one for all attributes, so
/// that a model of a hundred thousand properties costs little more than its text.
package struct XMLDocument: Sendable {
  /// The distinct names of elements and attributes, by ``NameID``.
  package internal(set) var names: [String] = []
  var nodes: [XMLNode] = []
  var attributes: [XMLAttribute] = []

  /// The texts of the nodes that are not elements.
  var texts: [String] = []

  package typealias NameID = Int32

  /// The root element.
  package var root: XMLNode? { nodes.first { $0.kind == .element } }

  /// The root element with the comments and processing instructions around it.
  var topLevel: XMLChildren { XMLChildren(document: self, next: nodes.isEmpty ? -1 : 0) }

  package func name(of node: XMLNode) -> String {
    node.kind == .element ? names[Int(node.content)] : ""
  }

  /// The text of a node that is not an element.
  package func text(of node: XMLNode) -> String {
    node.kind == .element ? "" : texts[Int(node.content)]
  }

  package func attributes(of node: XMLNode) -> ArraySlice<XMLAttribute> {
    attributes[Int(node.firstAttribute)..<Int(node.firstAttribute + node.attributeCount)]
  }

  package func children(of node: XMLNode) -> XMLChildren {
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
  package func innerText(of node: XMLNode) -> String {
    children(of: node).filter { $0.kind == .text }.map { text(of: $0) }.joined()
  }
}

/// An element, a comment, a processing instruction or a piece of text.
package struct XMLNode: Sendable {
  package enum Kind: Sendable {
    case element
    case comment
    case instruction
    case text
  }

  package var kind: Kind

  /// The name of an element in ``XMLDocument/names``, or the text of another node in
  /// ``XMLDocument/texts``.
  var content: Int32

  /// The byte of the file at which the node begins.
  package var offset: Int32
  var firstAttribute: Int32 = 0
  var attributeCount: Int32 = 0
  var firstChild: Int32 = -1
  var nextSibling: Int32 = -1
}

/// An attribute of an element.
package struct XMLAttribute: Sendable {
  package var name: XMLDocument.NameID
  package var value: String
}

/// The children of a node, in the order of the file.
package struct XMLChildren: Sequence, IteratorProtocol {
  private let document: XMLDocument
  private var upcoming: Int32

  init(document: XMLDocument, next: Int32) {
    self.document = document
    upcoming = next
  }

  package mutating func next() -> XMLNode? {
    guard upcoming >= 0 else { return nil }
    let node = document.nodes[Int(upcoming)]
    upcoming = node.nextSibling
    return node
  }
}
