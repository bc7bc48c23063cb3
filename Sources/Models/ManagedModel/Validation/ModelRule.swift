import Diagnostics

/// The rules by which a model file is read and checked.
///
/// The raw value is the name in diagnostics.
package enum ModelRule: String, Sendable, CaseIterable {
  // The file
  case unreadableFile = "unreadable-file"
  case malformedXML = "malformed-xml"
  case malformedArchive = "malformed-archive"
  case wrongRoot = "wrong-root"
  case legacyFormat = "legacy-format"
  case unknownDocumentType = "unknown-document-type"

  // The bundle
  case noVersions = "no-versions"
  case ambiguousVersion = "ambiguous-version"
  case missingVersion = "missing-version"
  case unreadableVersion = "unreadable-version"

  // The words of the format
  case unknownElement = "unknown-element"
  case unknownAttribute = "unknown-attribute"
  case duplicateElement = "duplicate-element"
  case unexpectedText = "unexpected-text"
  case badBoolean = "bad-boolean"
  case badNumber = "bad-number"
  case badDate = "bad-date"
  case badValue = "bad-value"
  case unknownAttributeType = "unknown-attribute-type"
  case missingName = "missing-name"

  // References by name
  case duplicateName = "duplicate-name"
  case unknownParent = "unknown-parent"
  case inheritanceCycle = "inheritance-cycle"
  case deepInheritance = "deep-inheritance"
  case shadowedProperty = "shadowed-property"
  case unknownDestination = "unknown-destination"
  case unknownInverse = "unknown-inverse"
  case nonMutualInverse = "non-mutual-inverse"
  case inverseEntityMismatch = "inverse-entity-mismatch"
  case orderedToOne = "ordered-to-one"
  case badCount = "bad-count"
  case unknownComposite = "unknown-composite"
  case compositeCycle = "composite-cycle"
  case unknownMember = "unknown-member"
  case unknownIndexMember = "unknown-index-member"
  case unknownFetchEntity = "unknown-fetch-entity"
  case badPredicate = "bad-predicate"
  case badExpression = "bad-expression"
  case badDefault = "bad-default"
  case badBounds = "bad-bounds"
  case badRegularExpression = "bad-regular-expression"
  case uncertainHash = "uncertain-hash"
  case recordedHash = "recorded-hash"
}

extension ModelRule {
  /// The default severity of a breach, which the check that finds it may override.
  package var severity: Severity {
    switch self {
    case .unknownElement, .unknownAttribute, .unreadableVersion, .uncertainHash:
      .note
    case .unknownDocumentType, .duplicateElement, .unexpectedText, .orderedToOne, .badDefault,
      .badCount, .badBounds, .badRegularExpression, .inverseEntityMismatch, .nonMutualInverse,
      .unknownIndexMember, .recordedHash:
      .warning
    default:
      .error
    }
  }

  /// The rule in one sentence, for lists of rules.
  package var summary: String {
    switch self {
    case .unreadableFile: "A model file can be read."
    case .malformedXML: "A model file is well-formed XML in UTF-8."
    case .malformedArchive: "A compiled model is an archive written by a model compiler."
    case .wrongRoot: "The root element of a model file is 'model'."
    case .legacyFormat: "A model is saved in the XML form of Xcode 4 or later."
    case .unknownDocumentType: "The type and version of the document are those of Xcode's models."
    case .noVersions: "A bundle has at least one version of its model."
    case .ambiguousVersion: "A bundle with several versions names the current one."
    case .missingVersion: "The version that a bundle names exists in it."
    case .unreadableVersion: "Every version in a bundle can be read."
    case .unknownElement: "Every element of a model file has a known meaning."
    case .unknownAttribute: "Every XML attribute of a model file has a known meaning."
    case .duplicateElement: "An element that may occur once occurs once."
    case .unexpectedText: "A model file has no text between its elements."
    case .badBoolean: "A Boolean is written YES or NO."
    case .badNumber: "A number is written in decimal digits."
    case .badDate: "A date is written as seconds since 2001-01-01 00:00:00 UTC."
    case .badValue: "A choice is one of the values that the format defines."
    case .unknownAttributeType: "An attribute has one of Core Data's types."
    case .missingName: "Entities, properties and other named parts have a name."
    case .duplicateName: "No two parts of the same kind share a name."
    case .unknownParent: "The parent of an entity is in the model."
    case .inheritanceCycle: "No entity is its own ancestor."
    case .deepInheritance: "No entity has too many ancestors."
    case .shadowedProperty: "No entity declares a property that it inherits."
    case .unknownDestination: "A relationship leads to an entity of the model."
    case .unknownInverse: "The inverse of a relationship is a relationship of its destination."
    case .nonMutualInverse: "Two relationships are each other's inverse."
    case .inverseEntityMismatch: "The inverse belongs to the destination of the relationship."
    case .orderedToOne: "Only a to-many relationship is ordered."
    case .badCount: "The minimum count of a relationship does not exceed its maximum."
    case .unknownComposite: "The composite of an attribute is in the model."
    case .compositeCycle: "No composite contains itself."
    case .unknownMember: "Constraints and configurations name parts that exist."
    case .unknownIndexMember: "An index names properties of its entity."
    case .unknownFetchEntity: "A fetch request fetches an entity of the model."
    case .badPredicate: "A predicate follows the predicate language."
    case .badExpression: "An expression follows the predicate language."
    case .badDefault: "A default value has the type of its attribute."
    case .badBounds:
      "The minimum of an attribute is a value of its type and does not exceed its maximum."
    case .badRegularExpression: "A regular expression has balanced groups and classes."
    case .uncertainHash: "The version hash of an entity follows established rules."
    case .recordedHash: "The hashes that a compiled bundle records are those of its models."
    }
  }
}
