extension ModelRule {
  /// The hint for problems that have none of their own, in one sentence without a final period.
  package var hint: String {
    switch self {
    case .unreadableFile: "compare the path with the files on disk, including upper and lower case"
    case .malformedXML: "correct the file at this place, or restore it from version control"
    case .malformedArchive: "compile the model again, with Xcode or with 'momgen compile'"
    case .wrongRoot: "name the .xcdatamodeld bundle, or the file 'contents' of one of its versions"
    case .legacyFormat: "save the model in a newer Xcode, or name the compiled model (.mom)"
    case .unknownDocumentType: "check whether anything else is reported about the file"
    case .noVersions: "restore the folders of the versions from version control"
    case .ambiguousVersion: "choose the current version in Xcode, or name one with --model-version"
    case .missingVersion: "correct the name, or restore the version; 'momgen versions' lists them"
    case .unreadableVersion: "restore the version: stores of it cannot be migrated without it"
    default: wordHint
    }
  }

  /// The hints about words of the format.
  private var wordHint: String {
    switch self {
    case .unknownElement, .unknownAttribute: "it is kept when the file is written"
    case .duplicateElement: "remove one of the two; the first one is used"
    case .unexpectedText: "remove the text"
    case .badBoolean: "write YES or NO, or leave it out, which means NO"
    case .badNumber: "write decimal digits, with a sign where needed"
    case .badDate: "set the date in Xcode, or write the seconds since 2001-01-01 00:00:00 UTC"
    case .badValue: "write one of the words of the format, or leave it out"
    case .unknownAttributeType: "write the type as Xcode does, such as 'Integer 16' or 'String'"
    case .missingName: "give it a name, or remove it"
    default: referenceHint
    }
  }

  /// The hints about references among the parts of a model.
  private var referenceHint: String {
    switch self {
    case .duplicateName: "rename one of them, or remove it"
    case .unknownParent: "correct the name of the parent, or add the entity"
    case .inheritanceCycle: "give one of the entities in the cycle another parent, or none"
    case .deepInheritance: "give the entity a parent that is further up"
    case .shadowedProperty: "remove the property from the subentity, or rename it"
    case .unknownDestination: "correct the name of the destination, or add the entity"
    case .unknownInverse: "correct the name of the inverse, or add that relationship"
    case .nonMutualInverse: "name each of the two relationships as the inverse of the other"
    case .inverseEntityMismatch: "set the inverse again in Xcode, which writes both names"
    case .orderedToOne: "make the relationship to-many, or remove ordered=\"YES\""
    case .badCount: "lower the minimum count, or raise the maximum"
    case .unknownComposite: "correct the name, or add the composite"
    case .compositeCycle: "make one of the composites an entity, with a relationship to it"
    case .unknownMember, .unknownIndexMember: "correct the name, or remove the member"
    case .unknownFetchEntity: "name an entity of the model, or remove the fetch request"
    default: valueHint
    }
  }

  /// The hints about values.
  private var valueHint: String {
    switch self {
    case .badPredicate: "correct the predicate at this place"
    case .badExpression:
      "write a key path, a function such as 'now()', or an aggregate such as '@count'"
    case .badDefault: "correct the value, or leave it out"
    case .badBounds: "correct the bounds, or leave them out"
    case .badRegularExpression:
      "close groups and classes, and escape literal characters with \\"
    case .uncertainHash: "compile the model with Xcode where hashes must agree with existing stores"
    default: "compile the bundle again"
    }
  }
}
