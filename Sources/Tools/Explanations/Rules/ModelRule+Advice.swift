import ManagedModel

extension ModelRule {
  var advice: Advice {
    switch self {
    case .unreadableFile, .malformedXML, .malformedArchive, .wrongRoot, .legacyFormat,
      .unknownDocumentType, .noVersions, .ambiguousVersion, .missingVersion, .unreadableVersion:
      fileAdvice
    case .unknownElement, .unknownAttribute, .duplicateElement, .unexpectedText, .badBoolean,
      .badNumber, .badDate, .badValue, .unknownAttributeType, .missingName:
      wordAdvice
    case .duplicateName, .unknownParent, .inheritanceCycle, .deepInheritance, .shadowedProperty,
      .unknownDestination, .unknownInverse, .nonMutualInverse, .inverseEntityMismatch,
      .orderedToOne, .badCount, .unknownComposite, .compositeCycle, .unknownMember,
      .unknownIndexMember, .unknownFetchEntity, .badPredicate, .badExpression, .badDefault,
      .badBounds, .badRegularExpression, .uncertainHash, .recordedHash:
      meaningAdvice
    }
  }

  /// The advice about files and bundles.
  private var fileAdvice: Advice {
    switch self {
    case .unreadableFile:
      Advice(
        """
        The path does not exist, is not a file of this kind, or is not readable for this user.
        """,
        remedy: """
          Compare the path with the files on disk, including upper and lower case. A model is a folder with the \
          extension xcdatamodeld or xcdatamodel: name the folder, or the file 'contents' inside.
          """,
        example: "momgen validate Models/League.xcdatamodeld"
      )
    case .malformedXML:
      Advice(
        """
        The file ends early, has a tag without its counterpart, holds the markers of a merge conflict, or is not \
        in UTF-8. The message names the line at which reading stopped.
        """,
        remedy: """
          Restore the file from version control, or fix the line. 'momgen merge --install' makes git merge \
          models by element, without markers.
          """,
        example: "<<<<<<< HEAD"
      )
    case .malformedArchive:
      Advice(
        """
        A compiled model (.mom) is a keyed archive in a binary property list. This file is damaged, was cut short, \
        or was not written by a model compiler.
        """,
        remedy: "Compile the model again: with Xcode, or with 'momgen compile'."
      )
    case .wrongRoot:
      Advice(
        """
        The file is XML of another kind, often a mapping model (.xcmappingmodel), a layout, or a property list \
        such as .xccurrentversion.
        """,
        remedy: "Name the .xcdatamodeld bundle, or the file 'contents' of one of its versions."
      )
    case .legacyFormat:
      Advice(
        """
        Before Xcode 4 a model was a folder with two binary files, 'elements' and 'layout'. That form is not \
        documented, and cannot be compared line by line.
        """,
        remedy: """
          Open the model with Xcode 4 or later and save it, so that it becomes a file 'contents'. Or name the \
          compiled model (.mom) of the app, which 'momgen dump' reads.
          """
      )
    case .unknownDocumentType:
      Advice(
        """
        The root element says that the file is of another type or version than those of Xcode's models. It is \
        read as far as its elements are known.
        """,
        remedy: """
          If the file comes from a newer Xcode, check whether anything else is reported about it. If another \
          tool wrote it, configure that tool to write the usual type.
          """,
        example: #"<model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">"#
      )
    case .noVersions:
      Advice(
        "A .xcdatamodeld bundle holds a folder with the extension xcdatamodel for each version; this one has none.",
        remedy: """
          Check whether the folder was committed completely: a pattern in .gitignore may exclude its contents. \
          Restore the versions from version control.
          """
      )
    case .ambiguousVersion:
      Advice(
        "The bundle has several versions, and no file .xccurrentversion that names the current one.",
        remedy: """
          Choose one in Xcode (Editor, Model Version, or the file inspector) and commit .xccurrentversion; or name \
          one for a single run with --model-version.
          """,
        example: "momgen generate --model-version 'League 2' Models/League.xcdatamodeld"
      )
    case .missingVersion:
      Advice(
        """
        .xccurrentversion, or the option --model-version, names a version that is not in the bundle: it was renamed, \
        removed, or not committed.
        """,
        remedy: "'momgen versions' lists the versions. Correct the name, or restore the version."
      )
    case .unreadableVersion:
      Advice(
        """
        One of the versions of a bundle cannot be read, for the reason in the message. Other versions are not \
        affected.
        """,
        remedy: "Fix or restore the version: stores of that version cannot be migrated without it."
      )
    default: meaningAdvice
    }
  }

  /// The advice about keywords of the format.
  private var wordAdvice: Advice {
    switch self {
    case .unknownElement:
      Advice(
        "The file has an element that this version of momgen does not know; perhaps a newer Xcode wrote it.",
        remedy:
          "No action is needed: it is kept when the file is written. Correct it if it is misspelled."
      )
    case .unknownAttribute:
      Advice(
        """
        An element has an XML attribute that this version of momgen does not know: it is newer, or misspelled, \
        and has no effect on the output.
        """,
        remedy: "Correct the spelling, or leave it: it is kept when the file is written.",
        example: #"<attribute name="age" optionl="YES" attributeType="Integer 16"/>"#
      )
    case .duplicateElement:
      Advice(
        "An element that may occur once occurs twice, often after a merge of lines. The first one is used.",
        remedy: "Remove one of the two."
      )
    case .unexpectedText:
      Advice(
        "There is text between the elements, which has no meaning there; often it remains from a conflict.",
        remedy: "Remove the text."
      )
    case .badBoolean:
      Advice(
        "The value of a flag is neither YES nor NO. Xcode does not open such a file.",
        remedy: "Write YES or NO, or leave the attribute out, which means NO.",
        example: #"<attribute name="age" optional="true" attributeType="Integer 16"/>"#
      )
    case .badNumber:
      Advice(
        "The text is not a number, or the number does not fit.",
        remedy: "Write decimal digits, with a sign if needed.",
        example:
          #"<relationship name="players" toMany="YES" maxCount="many" destinationEntity="Player"/>"#
      )
    case .badDate:
      Advice(
        "Dates are written as seconds since the beginning of 2001 in UTC; this text is not a number.",
        remedy: "Set the date in Xcode, or write the number of seconds.",
        example: #"<attribute name="born" attributeType="Date" defaultDateTimeInterval="0"/>"#
      )
    case .badValue:
      Advice(
        "The value is one of a few words, such as a delete rule, and this is not one of them.",
        remedy: "Write one of the words that the message lists.",
        example:
          #"<relationship name="team" maxCount="1" deletionRule="Delete" destinationEntity="Team"/>"#
      )
    case .unknownAttributeType:
      Advice(
        "The type is not one of Core Data's: Integer 16, Integer 32, Integer 64, Decimal, Double, Float, String, Boolean, Date, Binary, UUID, URI, Transformable, Composite, Object ID.",
        remedy: "Write the type with its space and capital letters.",
        example: #"<attribute name="age" attributeType="Integer16"/>"#
      )
    case .missingName:
      Advice(
        "An entity, property, index, configuration or fetch request has no name, so that nothing can refer to it.",
        remedy: "Give it a name, or remove it."
      )
    default: meaningAdvice
    }
  }
}
