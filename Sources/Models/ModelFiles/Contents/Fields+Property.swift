import ManagedModel

extension Fields {
  static let attribute = FieldTable<Attribute>([
    .requiredText("name", \.name),
    .flag("optional", \.isOptional),
    .flag("transient", \.isTransient),
    .choice(
      "attributeType",
      \.type,
      // Xcode omits an undefined type; other writers spell it out.
      parse: { $0 == "Undefined" ? .undefined : AttributeType(fileName: $0) },
      print: \.fileName,
      problem: unknownType
    ),
    .interval("minDateTimeInterval", \.minimumDateTimeInterval),
    .text("minValueString", \.minimumText),
    .interval("maxDateTimeInterval", \.maximumDateTimeInterval),
    .text("maxValueString", \.maximumText),
    .interval("defaultDateTimeInterval", \.defaultDateTimeInterval),
    .text("defaultValueString", \.defaultValueText),
    .text("regularExpressionString", \.regularExpression).anywhere,
    .flag("derived", \.isDerived).anywhere,
    .text("derivationExpression", \.derivationExpression).anywhere,
    .choiceOfYesAndNo("usesScalarValueType", \.usesScalarValueType),
    .text("valueTransformerName", \.valueTransformerName).anywhere,
    .text("customClassName", \.customClassName).anywhere,
    .text("composite", \.compositeName).anywhere,
    .flag("allowsExternalBinaryDataStorage", \.allowsExternalBinaryDataStorage).anywhere,
    .flag("allowsCloudEncryption", \.allowsCloudEncryption).anywhere,
    .flag("preserveAfterDeletion", \.preservesValueInHistoryOnDeletion).anywhere,
    .flag("indexed", \.isIndexed).anywhere,
    .flag("spotlightIndexingEnabled", \.isIndexedBySpotlight).anywhere,
    .flag("storedInTruthFile", \.isStoredInTruthFile).anywhere,
    .text("elementID", \.renamingIdentifier).anywhere,
    .alias("renamingIdentifier", of: \.renamingIdentifier),
    .text("versionHashModifier", \.versionHashModifier).anywhere,
    .flag("syncable", \.isSyncable).anywhere,
  ])

  static let relationship = FieldTable<Relationship>([
    .requiredText("name", \.name),
    .flag("optional", \.isOptional),
    .flag("transient", \.isTransient),
    .flag("toMany", \.isToMany),
    .count("minCount", \.minimumCount),
    .count("maxCount", \.maximumCount),
    .optionalChoice(
      "deletionRule",
      \.writtenDeleteRule,
      parse: DeleteRule.init(fileName:),
      print: \.fileName,
      problem: { text in
        FieldProblem(
          .badValue,
          "'deletionRule' is '\(text)', which is not a delete rule",
          hint: "write Nullify, Cascade, Deny or No Action"
        )
      }
    ),
    .flag("ordered", \.isOrdered),
    .text("destinationEntity", \.destinationName),
    .text("inverseName", \.inverseName),
    .text("inverseEntity", \.inverseEntityName),
    .flag("indexed", \.isIndexed).anywhere,
    .flag("spotlightIndexingEnabled", \.isIndexedBySpotlight).anywhere,
    .flag("storedInTruthFile", \.isStoredInTruthFile).anywhere,
    .text("elementID", \.renamingIdentifier).anywhere,
    .alias("renamingIdentifier", of: \.renamingIdentifier),
    .text("versionHashModifier", \.versionHashModifier).anywhere,
    .flag("syncable", \.isSyncable).anywhere,
  ])

  static let fetchedProperty = FieldTable<FetchedProperty>([
    .requiredText("name", \.name),
    .flag("optional", \.isOptional),
    .flag("syncable", \.isSyncable),
  ])

  @Sendable private static func unknownType(_ text: String) -> FieldProblem {
    FieldProblem(
      .unknownAttributeType,
      "unknown attribute type '\(text)'",
      hint: text.lowercased().hasPrefix("object")
        ? "an attribute cannot hold an object ID in a model file; use a relationship or a URI"
        : "the types are " + AttributeType.allCases.compactMap(\.fileName).joined(separator: ", ")
    )
  }
}
