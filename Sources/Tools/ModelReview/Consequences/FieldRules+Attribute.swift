import ManagedModel
import ModelComparison

/// The consequences of each field of a part of a model for existing stores.
///
/// A field in the version hash requires at least a migration; the others leave stores as
/// they are, and some of those deserve a remark for that very reason.
enum FieldRules {}

extension FieldRules {
  static let attribute: [FieldRule<Attribute>] = [
    FieldRule("type", { $0.typeName }, judge: judgeType),
    FieldRule("composite", { $0.compositeName.unlessEmpty }, judge: judgeType),
    .flag("optional", { $0.isOptional }, judge: judgeOptionality),
    .flag("transient", { $0.isTransient }, judge: judgeTransience),
    FieldRule("default value", { $0.defaultText }),
    FieldRule("scalar", { $0.usesScalarValueType.map { $0 ? "yes" : "no" } }),
    FieldRule(
      "minimum",
      { $0.minimumText ?? $0.minimumDateTimeInterval.map { "\($0)" } },
      judge: { _, _ in unchecked }
    ),
    FieldRule(
      "maximum",
      { $0.maximumText ?? $0.maximumDateTimeInterval.map { "\($0)" } },
      judge: { _, _ in unchecked }
    ),
    FieldRule(
      "regular expression",
      { $0.regularExpression.unlessEmpty },
      judge: { _, _ in unchecked }
    ),
    FieldRule("transformer", { $0.valueTransformerName.unlessEmpty }, judge: judgeForm),
    FieldRule("custom class", { $0.customClassName.unlessEmpty }, judge: judgeForm),
    .flag("derived", { $0.isDerived }, judge: judgeDerivation),
    FieldRule(
      "derivation",
      { $0.isDerived ? $0.derivationExpression : nil },
      judge: { hashed($0, $1) }
    ),
    .flag("external storage", { $0.allowsExternalBinaryDataStorage }, judge: hashedUnlessDerived),
    .flag(
      "preserved after deletion",
      { $0.preservesValueInHistoryOnDeletion },
      judge: hashedUnlessDerived
    ),
    .flag("cloud encryption", { $0.allowsCloudEncryption }),
    .flag("indexed", { $0.isIndexed }, judge: { _, _ in unindexed }),
    .flag("indexed by Spotlight", { $0.isIndexedBySpotlight }),
    .flag("stored in truth file", { $0.isStoredInTruthFile }),
    .flag("syncable", { $0.isSyncable }),
    FieldRule(
      "hash modifier",
      { $0.versionHashModifier.unlessEmpty },
      judge: hashedUnlessDerived
    ),
    FieldRule("renaming identifier", { $0.renamingIdentifier.unlessEmpty }),
    FieldRule("user info", { $0.userInfo.text }),
  ]

  static let unchecked = Judgement(
    .compatible,
    "existing values are checked on the next save of their objects"
  )

  static let unindexed = Judgement(
    .compatible,
    "existing stores get or lose the index with the next migration"
  )

  /// The judgment of a field in the version hash of a stored attribute.
  static func hashed(_ old: Attribute, _ new: Attribute) -> Judgement {
    old.isTransient && new.isTransient ? .compatible : .lightweight
  }

  /// The same, except for derived attributes, whose hash contains the expression only.
  private static func hashedUnlessDerived(_ old: Attribute, _ new: Attribute) -> Judgement {
    old.isDerived && new.isDerived ? .compatible : hashed(old, new)
  }

  private static func judgeType(_ old: Attribute, _ new: Attribute) -> Judgement {
    if old.isTransient || new.isTransient { return hashed(old, new) }
    if old.isDerived && new.isDerived {
      return Judgement(
        .compatible,
        "the version hash of a derived attribute does not cover its type, so stores keep the old column"
      )
    }
    if let conversion = NumberConversion(from: old.type, to: new.type) {
      return judge(conversion, to: new)
    }
    return Judgement(
      .mapping,
      doubt(old, new)
        ?? "Core Data infers no migration between these types",
      advice: "write a mapping model or a stage, or add a new attribute and fill it in code"
    )
  }

  /// The remark that an inferred migration between numbers and decimals has never been observed.
  private static func doubt(_ old: Attribute, _ new: Attribute) -> String? {
    let types = [old.type, new.type]
    guard types.contains(.decimal), types.allSatisfy({ $0.isNumeric || $0 == .boolean }) else {
      return nil
    }
    return "whether Core Data infers a migration to or from Decimal is not established"
  }

  private static func judge(_ conversion: NumberConversion, to new: Attribute) -> Judgement {
    let unfit =
      "migration fails for stores with values that \(new.typeName) does not have; the behavior of "
      + "Apple's Core Data is not established"
    let advice = "change values that do not fit in code before the migration"
    switch conversion {
    case .exact: return .lightweight
    case .rounded:
      var judgement = Judgement(
        .lightweight,
        "numbers of more than \(new.type == .float ? 7 : 15) digits may be rounded"
      )
      judgement.isInexact = true
      return judgement
    case .narrowed:
      var judgement = Judgement(.mapping, unfit, advice: advice)
      judgement.dependsOnData = true
      return judgement
    case .truncated:
      return Judgement(.dataLoss, "fractions are cut off; \(unfit)", advice: advice)
    case .truth:
      return Judgement(
        .dataLoss,
        "every number other than 0 becomes true",
        advice: "keep the number, or write a mapping model or a stage"
      )
    }
  }

  private static func judgeOptionality(_ old: Attribute, _ new: Attribute) -> Judgement {
    if old.isDerived && new.isDerived { return .compatible }
    guard !new.isTransient, !new.isOptional else { return hashed(old, new) }
    guard !old.isTransient, new.defaultValue == nil, !new.isDerived else {
      return hashed(old, new)
    }
    return Judgement(
      .mapping,
      "migration fails for stores in which a value is missing",
      advice: adviceForMissingValues(of: new)
    )
  }

  /// The advice for missing values: not every type has defaults.
  static func adviceForMissingValues(of attribute: Attribute) -> String {
    attribute.type.hasDefaults
      ? "give it a default value" : "give the objects a value in code before the migration"
  }

  private static func judgeTransience(_ old: Attribute, _ new: Attribute) -> Judgement {
    guard new.isTransient else { return FieldRules.addition(of: new) }
    return Judgement(.dataLoss, "values that are stored are deleted")
  }

  private static func judgeDerivation(_ old: Attribute, _ new: Attribute) -> Judgement {
    guard !old.isTransient || !new.isTransient else { return .compatible }
    return new.isDerived
      ? Judgement(.dataLoss, "derived values replace the stored ones")
      : .lightweight
  }

  private static func judgeForm(_ old: Attribute, _ new: Attribute) -> Judgement {
    guard !new.isTransient else { return .compatible }
    return Judgement(
      .compatible,
      "the version hash does not cover it, so stored values keep their form",
      advice: "set a hash modifier and migrate, if the old form can no longer be read"
    )
  }

  /// The consequence of an attribute that is added to existing objects.
  ///
  /// - Parameters:
  ///   - attribute: The attribute.
  ///   - isUnique: Whether a constraint requires its values to be unique.
  /// - Returns: The judgment.
  static func addition(of attribute: Attribute, isUnique: Bool = false) -> Judgement {
    guard !attribute.isTransient else { return .compatible }
    guard !attribute.isOptional, !attribute.isDerived, attribute.defaultValue == nil,
      attribute.type != .composite
    else { return .lightweight }
    return Judgement(
      .mapping,
      "migration fails for stores that have objects: they would have no value",
      advice: isUnique
        ? "make it optional, and fill it in code after the migration: it is unique, so a default is not possible"
        : attribute.type.hasDefaults
          ? "give it a default value, or make it optional"
          : "make it optional, and fill it in code after the migration"
    )
  }
}

extension AttributeType {
  /// Whether a model file can state default values of the type.
  package var hasDefaults: Bool {
    switch self {
    case .integer16, .integer32, .integer64, .decimal, .double, .float, .string, .boolean, .date,
      .uuid, .uri:
      true
    case .undefined, .binary, .transformable, .objectID, .composite: false
    }
  }
}

extension Attribute {
  /// The name of the type in Xcode.
  var typeName: String {
    type.fileName ?? (type == .objectID ? "Object ID" : "Undefined")
  }

  var defaultText: String? {
    type == .date ? defaultDateTimeInterval.map { "\($0)" } : defaultValueText
  }
}
