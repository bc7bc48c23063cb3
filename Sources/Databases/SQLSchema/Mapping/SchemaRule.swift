/// A rule that a model must follow so that a database can hold it as it is.
///
/// The raw value is the name in diagnostics.
package enum SchemaRule: String, Sendable, CaseIterable {
  case untypedAttribute = "untyped-attribute"
  case unusableComposite = "unusable-composite"
  case unknownDestination = "unknown-destination"
  case tooManyColumns = "too-many-columns"
  case nullCharacterInName = "null-character-in-name"
  case unindexableMember = "unindexable-member"
  case tooManyDimensions = "too-many-dimensions"
  case partialIndex = "partial-index"
  case rTreeIndex = "r-tree-index"
  case constraintInOldLayout = "constraint-in-old-layout"
  case unknownDerivation = "unknown-derivation"
  case unmaintainedDerivation = "unmaintained-derivation"
  case noForeignKey = "no-foreign-key"
  case unusableValidation = "unusable-validation"
  case untranslatablePattern = "untranslatable-pattern"
  case unusableDefault = "unusable-default"
  case unusableComment = "unusable-comment"
  case distributedUniqueness = "distributed-uniqueness"
  case distributedSelfReference = "distributed-self-reference"
  case distributedRequiredCycle = "distributed-required-cycle"
  case distributedForeignKeys = "distributed-foreign-keys"
}

extension SchemaRule {
  /// Whether the rule concerns distributed databases.
  package var isAboutDistribution: Bool {
    switch self {
    case .distributedUniqueness, .distributedSelfReference, .distributedRequiredCycle,
      .distributedForeignKeys:
      true
    default: false
    }
  }

  /// The rule in one sentence, for lists of rules.
  package var summary: String {
    switch self {
    case .untypedAttribute: "A stored attribute has a type."
    case .unusableComposite: "The composite of a stored attribute can be followed to its elements."
    case .unknownDestination: "A relationship leads to an entity of the model."
    case .tooManyColumns: "The properties of an entity and its subentities fit into one table."
    case .nullCharacterInName: "No name contains a null character."
    case .unindexableMember: "The members of an index are columns of the entity's table."
    case .tooManyDimensions: "An R-tree index has at most five dimensions."
    case .partialIndex: "An index covers only the objects that match its condition."
    case .rTreeIndex: "An index is of the kind that the model names."
    case .constraintInOldLayout: "A layout of a store enforces uniqueness constraints."
    case .unknownDerivation: "The database can keep a derived attribute up to date."
    case .unmaintainedDerivation: "Triggers can keep a derived attribute up to date."
    case .noForeignKey: "A relationship has a foreign key."
    case .unusableValidation: "Bounds and lengths of an attribute are numbers."
    case .untranslatablePattern: "The database can check a regular expression as Core Data does."
    case .unusableDefault: "A default value fits the type of its column."
    case .unusableComment: "Documentation can be stored as a comment of the database."
    case .distributedUniqueness:
      "A uniqueness constraint can be enforced by a distributed database."
    case .distributedSelfReference: "No sharded table refers to itself."
    case .distributedRequiredCycle: "Objects that require each other can be inserted one by one."
    case .distributedForeignKeys: "Foreign keys refer to tables that are not sharded."
    }
  }
}
