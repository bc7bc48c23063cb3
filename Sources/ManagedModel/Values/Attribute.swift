/// An attribute of an entity, or of a composite.
package struct Attribute: Sendable, Hashable {
  package var name: String
  package var type: AttributeType
  package var isOptional: Bool
  package var isTransient: Bool

  /// `usesScalarValueType`, or nil where the file does not say (files from before Xcode 8, and types
  /// that have no scalar form).
  package var usesScalarValueType: Bool?

  /// The default as the file's text; ``Attribute/defaultValue`` gives it its type.
  package var defaultValueText: String?

  /// The default of a Date: seconds since 2001-01-01 00:00:00 UTC.
  package var defaultDateTimeInterval: Double?

  /// The least value of a number, or the least length of a String, as the file's text.
  package var minimumText: String?

  /// The greatest value of a number, or the greatest length of a String, as the file's text.
  package var maximumText: String?
  package var minimumDateTimeInterval: Double?
  package var maximumDateTimeInterval: Double?
  package var regularExpression: String?

  package var valueTransformerName: String?

  /// The Swift type text of a Transformable, which need not be the name of a class (`[String]`).
  package var customClassName: String?

  /// The name of the composite of an attribute of type Composite.
  package var compositeName: String?

  package var isDerived: Bool
  package var derivationExpression: String?

  package var allowsExternalBinaryDataStorage: Bool
  package var preservesValueInHistoryOnDeletion: Bool
  package var allowsCloudEncryption: Bool
  package var isIndexed: Bool
  package var isIndexedBySpotlight: Bool
  package var isStoredInTruthFile: Bool
  package var isSyncable: Bool

  /// The name of the attribute in the version in which it was last called something else.
  package var renamingIdentifier: String?
  package var versionHashModifier: String?
  package var userInfo: UserInfo?

  package var source: SourceOffset
  package var spelling: Spelling

  package init(
    name: String,
    type: AttributeType = .undefined,
    isOptional: Bool = false,
    isTransient: Bool = false,
    usesScalarValueType: Bool? = nil,
    source: SourceOffset = .none
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.isTransient = isTransient
    self.usesScalarValueType = usesScalarValueType
    self.source = source
    isDerived = false
    allowsExternalBinaryDataStorage = false
    preservesValueInHistoryOnDeletion = false
    allowsCloudEncryption = false
    isIndexed = false
    isIndexedBySpotlight = false
    isStoredInTruthFile = false
    isSyncable = false
    spelling = Spelling()
  }
}
