/// Rules about one subject, as shown in lists.
package struct LintRuleGroup: Sendable {
  package let title: String
  package let rules: [LintRule]
}

extension LintRule {
  /// Every rule, in the order of the short names.
  package static let all: [LintRule] = groups.flatMap(\.rules)

  package static let groups: [LintRuleGroup] = [
    LintRuleGroup(
      title: "The file and its entities",
      rules: [
        .malformedFile,
        .externalReference,
        .namesDifferInCase,
        .unknownWords,
        .oversizedModel,
        .emptyEntity,
        .tooManyProperties,
        .brokenInheritance,
        .childlessAbstractEntity,
        .entityWithoutConfiguration,
      ]
    ),
    LintRuleGroup(
      title: "The versions of a bundle",
      rules: [
        .editedShippedVersion,
        .outdatedCurrentVersion,
        .vanishedVersion,
        .equalVersions,
        .unnoticedChange,
        .unknownRenamingIdentifier,
        .staleRenamingIdentifier,
      ]
    ),
    LintRuleGroup(
      title: "From one version to the next",
      rules: [
        .destructiveChange,
        .probableRename,
        .addedMandatoryAttribute,
        .typeChange,
        .dataDependentChange,
        .joinedHierarchies,
      ]
    ),
    LintRuleGroup(
      title: "Relationships",
      rules: [
        .missingInverse,
        .brokenInverse,
        .missingDestination,
        .cascadeBothWays,
        .cascadeManyToMany,
        .noAction,
        .nullifiedMandatory,
        .mandatoryBothEnds,
        .orderedRelationship,
        .oddCount,
        .transientInverse,
      ]
    ),
    LintRuleGroup(
      title: "Names",
      rules: [
        .reservedMember,
        .unsafeName,
        .nameCase,
        .swiftKeyword,
        .typeNameClash,
        .sqlWord,
        .longName,
        .confusableNames,
        .accessorClash,
      ]
    ),
    LintRuleGroup(
      title: "Attributes",
      rules: [
        .insecureTransformer,
        .mandatoryWithoutDefault,
        .optionalScalar,
        .invalidDefault,
        .slowRegularExpression,
        .inexactMoney,
        .inlineBinary,
        .narrowInteger,
        .undefinedType,
        .legacyIndex,
      ]
    ),
    LintRuleGroup(
      title: "Indexes and constraints",
      rules: [
        .doubtfulConstraint,
        .redundantIndex,
        .unindexedForeignKey,
      ]
    ),
    LintRuleGroup(
      title: "Fetch requests",
      rules: [
        .unknownKeyPath
      ]
    ),
    LintRuleGroup(
      title: "CloudKit",
      rules: [
        .cloudKitUniqueness,
        .cloudKitAttribute,
        .cloudKitMandatoryRelationship,
        .cloudKitOrdered,
        .cloudKitInverse,
        .cloudKitDeny,
      ]
    ),
    LintRuleGroup(
      title: "Distributed databases",
      rules: [
        .distributedSchema
      ]
    ),
  ]
}
