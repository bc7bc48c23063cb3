import ManagedModel
import ModelComparison

/// The fields of an element, which are merged one by one.
struct ElementFields<Element> {
  /// Merges one field into an element that is a copy of the preferred side; returns false for a conflict.
  typealias Merge = (
    _ target: inout Element, _ base: Element?, _ ours: Element, _ theirs: Element
  ) -> Bool

  let fields: [Merge]

  init(_ fields: Merge...) {
    self.fields = fields
  }

  /// A field in which different edits are conflicts.
  static func field<Value: Equatable>(_ path: WritableKeyPath<Element, Value>) -> Merge {
    { target, base, ours, theirs in
      let outcome = ThreeWay(base?[keyPath: path], ours[keyPath: path], theirs[keyPath: path])
      guard case .merged(let value) = outcome else { return false }
      target[keyPath: path] = value
      return true
    }
  }

  /// Merges all fields into a copy of the preferred side; returns false if any of them conflicts.
  func merge(
    _ base: Element?,
    _ ours: Element,
    _ theirs: Element,
    into target: inout Element
  ) -> Bool {
    fields.reduce(true) { isMerged, merge in merge(&target, base, ours, theirs) && isMerged }
  }
}

extension ElementFields<Attribute> {
  static var all: Self {
    Self(
      field(\.name),
      field(\.type),
      field(\.isOptional),
      field(\.isTransient),
      field(\.usesScalarValueType),
      field(\.defaultValueText),
      field(\.defaultDateTimeInterval),
      field(\.minimumText),
      field(\.maximumText),
      field(\.minimumDateTimeInterval),
      field(\.maximumDateTimeInterval),
      field(\.regularExpression),
      field(\.valueTransformerName),
      field(\.customClassName),
      field(\.compositeName),
      field(\.isDerived),
      field(\.derivationExpression),
      field(\.allowsExternalBinaryDataStorage),
      field(\.preservesValueInHistoryOnDeletion),
      field(\.allowsCloudEncryption),
      field(\.isIndexed),
      field(\.isIndexedBySpotlight),
      field(\.isStoredInTruthFile),
      field(\.isSyncable),
      field(\.renamingIdentifier),
      field(\.versionHashModifier)
    )
  }
}

extension ElementFields<Relationship> {
  static var all: Self {
    Self(
      field(\.name),
      field(\.isOptional),
      field(\.isTransient),
      field(\.isToMany),
      field(\.isOrdered),
      field(\.minimumCount),
      field(\.maximumCount),
      field(\.writtenDeleteRule),
      field(\.destinationName),
      field(\.inverseName),
      field(\.inverseEntityName),
      field(\.isIndexed),
      field(\.isIndexedBySpotlight),
      field(\.isStoredInTruthFile),
      field(\.isSyncable),
      field(\.renamingIdentifier),
      field(\.versionHashModifier)
    )
  }
}

extension ElementFields<FetchedProperty> {
  static var all: Self {
    Self(field(\.name), field(\.isOptional), field(\.isSyncable), field(\.fetchRequest))
  }
}

extension ElementFields<Entity> {
  /// The fields of an entity itself; its parts are merged part by part.
  static var all: Self {
    Self(
      field(\.name),
      field(\.representedClassName),
      field(\.parentName),
      field(\.isAbstract),
      field(\.codeGeneration),
      field(\.renamingIdentifier),
      field(\.versionHashModifier),
      field(\.isSyncable),
      field(\.spotlightDisplayNameExpression)
    )
  }
}

extension ElementFields<FetchRequestTemplate> {
  static var all: Self {
    Self(
      field(\.name),
      field(\.entityName),
      field(\.predicateText),
      field(\.resultType),
      field(\.fetchLimit),
      field(\.fetchBatchSize),
      field(\.includesSubentities),
      field(\.includesPropertyValues),
      field(\.includesPendingChanges),
      field(\.returnsObjectsAsFaults),
      field(\.returnsDistinctResults)
    )
  }
}

extension ElementFields<FetchIndex> {
  static var all: Self { Self(field(\.name), field(\.elements), field(\.partialPredicateText)) }
}

extension ElementFields<Configuration> {
  static var all: Self { Self(field(\.name), field(\.usedWithCloudKit)) }
}

extension ElementFields<UserInfoEntry> {
  static var all: Self { Self(field(\.key), field(\.value)) }
}

extension ElementFields<ModelHeader> {
  static var all: Self {
    Self(
      field(\.name),
      field(\.type),
      field(\.documentVersion),
      field(\.minimumToolsVersion),
      field(\.sourceLanguage),
      field(\.macOSVersion),
      field(\.iOSVersion),
      field(\.usedWithCloudKit),
      field(\.usedWithSwiftData),
      field(\.userDefinedModelVersionIdentifier)
    )
  }
}
