/// An index of an entity, as Xcode 9 and later write it.
package struct FetchIndex: Sendable, Hashable {
  package var name: String
  package var elements: [FetchIndexElement]

  /// The condition under which an object is in the index.
  package var partialPredicateText: String?
  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    name: String,
    elements: [FetchIndexElement] = [],
    partialPredicateText: String? = nil,
    source: SourceOffset = .none,
    spelling: Spelling = Spelling()
  ) {
    self.name = name
    self.elements = elements
    self.partialPredicateText = partialPredicateText
    self.source = source
    self.spelling = spelling
  }
}

/// One member of a fetch index: a property or an expression.
package struct FetchIndexElement: Sendable, Hashable {
  package var propertyName: String?
  package var expressionText: String?

  /// The type of the expression's value, as the file's text.
  package var expressionType: String?
  package var type: FetchIndexElementType
  package var isAscending: Bool
  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    propertyName: String? = nil,
    expressionText: String? = nil,
    expressionType: String? = nil,
    type: FetchIndexElementType = .binary,
    isAscending: Bool = true,
    source: SourceOffset = .none,
    spelling: Spelling = Spelling()
  ) {
    self.propertyName = propertyName
    self.expressionText = expressionText
    self.expressionType = expressionType
    self.type = type
    self.isAscending = isAscending
    self.source = source
    self.spelling = spelling
  }
}

/// The kind of a fetch index.
///
/// The raw values are those of `NSFetchIndexElementType`.
package enum FetchIndexElementType: Int, Sendable, Hashable {
  case binary = 0
  case rTree = 1

  /// The text of the `type` attribute in a model file.
  package var fileName: String {
    switch self {
    case .binary: "Binary"
    case .rTree: "RTree"
    }
  }
}

/// An index over one or more properties, as in files for Xcode 8 and earlier.
package struct CompoundIndex: Sendable, Hashable {
  package var members: [PropertyReference]
  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    members: [PropertyReference] = [],
    source: SourceOffset = .none,
    spelling: Spelling = Spelling()
  ) {
    self.members = members
    self.source = source
    self.spelling = spelling
  }
}

/// A rule that no two objects of an entity have the same values of some properties.
package struct UniquenessConstraint: Sendable, Hashable {
  package var members: [PropertyReference]
  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    members: [PropertyReference] = [],
    source: SourceOffset = .none,
    spelling: Spelling = Spelling()
  ) {
    self.members = members
    self.source = source
    self.spelling = spelling
  }
}

/// The name of a property in an index or a constraint, with its own place in the file.
package struct PropertyReference: Sendable, Hashable {
  package var name: String
  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    _ name: String,
    source: SourceOffset = .none,
    spelling: Spelling = Spelling()
  ) {
    self.name = name
    self.source = source
    self.spelling = spelling
  }
}
