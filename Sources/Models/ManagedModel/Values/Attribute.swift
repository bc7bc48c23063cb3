/// An attribute of an entity, or of a composite.
package struct Attribute: Sendable, Hashable {
  package var name: String
  package var type: AttributeType
  package var isOptional: Bool
  package var isTransient: Bool

  /// `usesScalarValueType`, or nil where the file does not say (files from before Xcode 8, and types
  /// that have no scalar form).
  package var usesScalarValueType: Bool?

  /// The default as the file's text; ``Attribute/defaultValue`` is the typed value.
  package var defaultValueText: String?

  package var isDerived: Bool
  package var allowsExternalBinaryDataStorage: Bool
  package var preservesValueInHistoryOnDeletion: Bool
  package var allowsCloudEncryption: Bool
  package var isIndexed: Bool
  package var isIndexedBySpotlight: Bool
  package var isStoredInTruthFile: Bool
  package var isSyncable: Bool
  package var userInfo: UserInfo?

  package var source: SourceOffset
  @BoxedUnlessEmpty package var spelling: Spelling

  /// The settings that most attributes lack.
  @BoxedUnlessEmpty var details: AttributeDetails

  /// Whether there are any of these settings.
  var hasDetails: Bool { !_details.isEmpty }

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
  }
}
