/// A relationship of an entity.
package struct Relationship: Sendable, Hashable {
  package var name: String
  package var isOptional: Bool
  package var isTransient: Bool

  /// The cardinality.
  ///
  /// The counts do not determine it: a to-many may have a greatest count of 2.
  package var isToMany: Bool
  package var isOrdered: Bool

  /// `minCount`, or nil where the file does not say.
  package var minimumCount: Int?

  /// `maxCount`, or nil where the file does not say.
  package var maximumCount: Int?

  /// `deletionRule`, or nil where the file does not say (Core Data's own default is Nullify).
  package var writtenDeleteRule: DeleteRule?
  package var destinationName: String?
  package var inverseName: String?

  /// The entity that the file says declares the inverse; usually the destination.
  package var inverseEntityName: String?

  package var isIndexed: Bool
  package var isIndexedBySpotlight: Bool
  package var isStoredInTruthFile: Bool
  package var isSyncable: Bool

  /// The name of the relationship in the version before it was last renamed.
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var userInfo: UserInfo?

  package var source: SourceOffset
  @BoxedUnlessEmpty package var spelling: Spelling

  package init(
    name: String,
    destinationName: String? = nil,
    isToMany: Bool = false,
    isOptional: Bool = false,
    inverseName: String? = nil,
    inverseEntityName: String? = nil,
    deleteRule: DeleteRule? = .nullify,
    source: SourceOffset = .none
  ) {
    self.name = name
    self.destinationName = destinationName
    self.isToMany = isToMany
    self.isOptional = isOptional
    self.inverseName = inverseName
    self.inverseEntityName = inverseEntityName
    writtenDeleteRule = deleteRule
    self.source = source
    isTransient = false
    isOrdered = false
    maximumCount = isToMany ? nil : 1
    isIndexed = false
    isIndexedBySpotlight = false
    isStoredInTruthFile = false
    isSyncable = false
  }
}

extension Relationship {
  /// The effect on the destinations when the object is deleted.
  package var deleteRule: DeleteRule {
    writtenDeleteRule ?? .nullify
  }

  /// The least count as Core Data archives and hashes it: 0 where the file does not say.
  package var effectiveMinimumCount: Int {
    minimumCount ?? 0
  }

  /// The least number of objects that an object must be connected to, to be saved.
  ///
  /// A mandatory to-many relationship may be empty unless the file gives a minimum count. The counts
  /// of an optional relationship apply only if it is not empty.
  package var requiredCount: Int {
    guard !isOptional else { return 0 }
    return isToMany ? max(effectiveMinimumCount, 0) : 1
  }

  /// The greatest count as Core Data archives and hashes it: 0 for an unlimited to-many.
  package var effectiveMaximumCount: Int {
    maximumCount ?? (isToMany ? 0 : 1)
  }
}

/// The effect on the destinations of a relationship when an object is deleted.
///
/// The raw values are those of Core Data's `NSDeleteRule`.
package enum DeleteRule: Int, Sendable, Hashable, CaseIterable {
  case noAction = 0
  case nullify = 1
  case cascade = 2
  case deny = 3

  /// The text of `deletionRule` in a model file.
  package var fileName: String {
    switch self {
    case .noAction: "No Action"
    case .nullify: "Nullify"
    case .cascade: "Cascade"
    case .deny: "Deny"
    }
  }

  /// The rule with the given name in model files.
  package init?(fileName: String) {
    guard let rule = Self.allCases.first(where: { $0.fileName == fileName }) else { return nil }
    self = rule
  }
}
