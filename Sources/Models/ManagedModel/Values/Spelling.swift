/// The form of a value in its file, where it differs from the canonical one.
///
/// The values of this module are what a model means. A file may express the same thing in several ways
/// (`usedWithCloudKit="false"`, or a relationship before an attribute) and it may contain things unknown to us.
/// Both are kept here, beside the value, so that writing a model back loses nothing. An
/// element as Xcode writes it has an empty spelling.
package struct Spelling: Sendable, Hashable {
  /// XML attributes that are unknown, or known and written in an unusual way.
  package var attributes: [WrittenAttribute] = []

  /// The names of the XML attributes in the order of the file, where that is a legitimate order other
  /// than ours.
  package var attributeOrder: [String] = []

  /// The children by kind, in the order of the file, where that differs from ours.
  package var childOrder: [ChildKind] = []

  /// Child elements and comments that are unknown.
  package var foreign: [ForeignNode] = []

  package init() {}

  package var isEmpty: Bool {
    attributes.isEmpty && attributeOrder.isEmpty && childOrder.isEmpty && foreign.isEmpty
  }
}

/// An XML attribute as written in the file.
package struct WrittenAttribute: Sendable, Hashable {
  package var name: String

  /// The text between the quotes, exactly as in the file (with its character references), or nil
  /// where the file omits an attribute that we would write.
  package var rawText: String?

  /// The canonical text of the value that was read; nil for none.
  ///
  /// The file's own text is written only while the canonical text is still this one.
  package var canonical: String?

  package init(name: String, rawText: String?, canonical: String?) {
    self.name = name
    self.rawText = rawText
    self.canonical = canonical
  }
}

/// The kinds of children an element of a model file has.
package enum ChildKind: String, Sendable, Hashable, CaseIterable {
  case entity
  case attribute
  case relationship
  case fetchedProperty
  case fetchIndex
  case fetchIndexElement
  case compoundIndexes
  case uniquenessConstraints
  case userInfo
  case fetchRequest
  case configuration
  case composite
  case elements
  /// An element or comment of any other kind.
  case foreign
}

/// An unknown part of a file, kept for writing back.
package indirect enum ForeignNode: Sendable, Hashable {
  case element(name: String, attributes: [ForeignAttribute], children: [ForeignNode])
  case comment(String)
  /// A processing instruction such as `<?xml-stylesheet …?>`, without its brackets.
  case instruction(String)
  case text(String)
}

/// An attribute of a foreign element.
package struct ForeignAttribute: Sendable, Hashable {
  package var name: String
  package var value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
