import ManagedModel

extension Fields {
  static let entity = FieldTable<Entity>([
    .requiredText("name", \.name),
    .text("representedClassName", \.representedClassName),
    .text("parentEntity", \.parentName).anywhere,
    .text("elementID", \.renamingIdentifier).anywhere,
    .text("versionHashModifier", \.versionHashModifier).anywhere,
    .flag("isAbstract", \.isAbstract).anywhere,
    .flag("syncable", \.isSyncable),
    .choice(
      "codeGenerationType",
      \.codeGeneration,
      parse: { $0 == "manual" ? nil : CodeGeneration(rawValue: $0) },
      print: { $0 == .manual ? nil : $0.rawValue },
      problem: { text in
        FieldProblem(
          .badValue,
          "'codeGenerationType' is '\(text)', which is neither 'class' nor 'category'",
          hint: "leave the attribute out for Manual/None"
        )
      }
    ),
    .text("coreSpotlightDisplayNameExpression", \.spotlightDisplayNameExpression).anywhere,
  ])

  static let fetchIndex = FieldTable<FetchIndex>([
    .requiredText("name", \.name),
    .text("partialIndexPredicate", \.partialPredicateText).anywhere,
    .alias("predicateString", of: \.partialPredicateText),
  ])

  static let fetchIndexElement = FieldTable<FetchIndexElement>([
    .text("property", \.propertyName),
    .text("expression", \.expressionText),
    .text("expressionType", \.expressionType),
    .choice(
      "type",
      \.type,
      parse: { text in
        [FetchIndexElementType.binary, .rTree].first {
          $0.fileName.lowercased() == text.lowercased()
        }
      },
      print: \.fileName,
      problem: { text in
        FieldProblem(
          .badValue,
          "'type' is '\(text)', which is not a kind of index",
          hint: "write Binary or RTree"
        )
      }
    ).always,
    .choice(
      "order",
      \.isAscending,
      parse: { ["ascending": true, "descending": false][$0.lowercased()] },
      print: { $0 ? "ascending" : "descending" },
      problem: { text in
        FieldProblem(
          .badValue,
          "'order' is '\(text)', which is neither ascending nor descending"
        )
      }
    ).always,
  ])

  static let compoundIndex = FieldTable<CompoundIndex>([])
  static let uniquenessConstraint = FieldTable<UniquenessConstraint>([])
  static let propertyReference = FieldTable<PropertyReference>([.requiredText("value", \.name)])
}
