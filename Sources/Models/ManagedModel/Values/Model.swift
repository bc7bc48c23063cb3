/// One version of a data model: the contents of one `contents` file, as a value.
///
/// A model refers to its parts by name, exactly as the file does; ``ResolvedModel`` resolves the names.
/// Nothing is dropped on reading: what has no property here is in the ``Spelling`` of its element.
package struct Model: Sendable, Hashable {
  /// The attributes of the file's root element that describe the file itself.
  package var header: ModelHeader

  package var entities: [Entity]
  package var fetchRequests: [FetchRequestTemplate]
  package var configurations: [Configuration]
  package var composites: [Composite]

  /// The boxes of Xcode's diagram, or nil in a file that has none (Xcode 14 and later).
  package var diagram: [DiagramBox]?

  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    header: ModelHeader = ModelHeader(),
    entities: [Entity] = [],
    fetchRequests: [FetchRequestTemplate] = [],
    configurations: [Configuration] = [],
    composites: [Composite] = [],
    diagram: [DiagramBox]? = nil,
    source: SourceOffset = .none,
    spelling: Spelling = Spelling()
  ) {
    self.header = header
    self.entities = entities
    self.fetchRequests = fetchRequests
    self.configurations = configurations
    self.composites = composites
    self.diagram = diagram
    self.source = source
    self.spelling = spelling
  }
}

/// The attributes of the root element of a model file that describe the file itself.
package struct ModelHeader: Sendable, Hashable {
  /// The old `name` attribute of Xcode 4; nearly always empty.
  package var name: String?
  package var type: String?
  package var documentVersion: String?
  package var lastSavedToolsVersion: String?
  package var systemVersion: String?
  package var minimumToolsVersion: String?
  package var sourceLanguage: String?
  package var macOSVersion: String?
  package var iOSVersion: String?
  package var usedWithCloudKit: Bool?
  package var usedWithSwiftData: Bool?

  /// The model version identifier; it becomes `NSManagedObjectModel.versionIdentifiers`.
  package var userDefinedModelVersionIdentifier: String?

  /// Comments and processing instructions before the root element.
  package var prologue: [ForeignNode] = []

  /// Comments and processing instructions after the root element.
  package var epilogue: [ForeignNode] = []

  /// Whether the file ends in a line break (Xcode writes none).
  package var endsWithNewline: Bool

  package init() {
    endsWithNewline = false
  }
}

/// The place of an entity in Xcode's diagram.
///
/// Coordinates are kept as text, since they may be fractional.
package struct DiagramBox: Sendable, Hashable {
  package var name: String
  package var positionX: String
  package var positionY: String
  package var width: String
  package var height: String
  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    name: String,
    positionX: String = "0",
    positionY: String = "0",
    width: String = "0",
    height: String = "0",
    source: SourceOffset = .none,
    spelling: Spelling = Spelling()
  ) {
    self.name = name
    self.positionX = positionX
    self.positionY = positionY
    self.width = width
    self.height = height
    self.source = source
    self.spelling = spelling
  }
}
