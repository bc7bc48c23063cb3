extension LintRule {
  /// Every rule, in the order of the short names.
  package static let all: [LintRule] = [
    // The file and its entities
    .malformedFile, .externalReference, .namesDifferInCase, .unknownWords, .oversizedModel,
    .emptyEntity, .tooManyProperties, .brokenInheritance, .childlessAbstractEntity,
    .entityWithoutConfiguration,

    // The versions of a bundle
    .editedShippedVersion, .outdatedCurrentVersion, .vanishedVersion, .equalVersions,
    .unnoticedChange, .unknownRenamingIdentifier, .staleRenamingIdentifier,

    // From one version to the next
    .destructiveChange, .probableRename, .addedMandatoryAttribute, .typeChange,
    .dataDependentChange, .joinedHierarchies,

    // Relationships
    .missingInverse, .brokenInverse, .missingDestination, .cascadeBothWays, .cascadeManyToMany,
    .noAction, .nullifiedMandatory, .mandatoryBothEnds, .orderedRelationship, .oddCount,
    .transientInverse,

    // Names
    .reservedMember, .unsafeName, .nameCase, .swiftKeyword, .typeNameClash, .sqlWord, .longName,
    .confusableNames, .accessorClash,

    // Attributes
    .insecureTransformer, .mandatoryWithoutDefault, .optionalScalar, .invalidDefault,
    .slowRegularExpression, .inexactMoney, .inlineBinary, .narrowInteger, .undefinedType,
    .legacyIndex,

    // Indexes and constraints
    .doubtfulConstraint, .redundantIndex, .unindexedForeignKey,

    // Fetch requests
    .unknownKeyPath,

    // CloudKit
    .cloudKitUniqueness, .cloudKitAttribute, .cloudKitMandatoryRelationship, .cloudKitOrdered,
    .cloudKitInverse, .cloudKitDeny,

    // Distributed databases
    .distributedSchema,
  ]
}
