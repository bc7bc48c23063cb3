extension ErrorCode {
  /// The codes of Foundation that the runtime throws as well.
  static let fileCodes: [Self] = [
    Self(
      4,
      "CocoaError.fileNoSuchFile",
      "The file of a store, or its folder, does not exist.",
      Advice(
        "The folder of a store in a file is missing, the file was removed while the store was open, or setMetadata(_:forPersistentStoreOfType:at:) was called before there was one.",
        remedy:
          "Make the folder before the store is opened; open a store that was removed again, which makes its file."
      )
    ),
    Self(
      256,
      "CocoaError.fileReadUnknown",
      "The file of a store cannot be read or written.",
      Advice(
        "The disk reports an error, the folder does not exist, or a folder, a pipe or a device is in the file's place.",
        remedy:
          "Make the folder before the store is opened; look at the reason and the system's log."
      )
    ),
    Self(
      257,
      "CocoaError.fileReadNoPermission",
      "The program may not read the store.",
      Advice(
        "The rights of the file, of its folder or of the database role do not allow it.",
        remedy:
          "Grant the right; an SQLite store in WAL mode needs to make files beside it even to be read."
      )
    ),
    Self(
      259,
      "CocoaError.fileReadCorruptFile",
      "The file is damaged, or is not a store.",
      Advice(
        "What is in the file contradicts itself, or is something else: a model, an archive, a text.",
        remedy: "'momgen verify STORE' says what is damaged. Restore a backup."
      )
    ),
    Self(
      260,
      "CocoaError.fileReadNoSuchFile",
      "There is no store at the URL.",
      Advice(
        "Metadata were asked for, or a store was to be copied, that does not exist.",
        remedy: "Compare the URL with what is on disk."
      )
    ),
    Self(
      262,
      "CocoaError.fileReadUnsupportedScheme",
      "The URL of a store is of a kind that its type cannot use.",
      Advice(
        "A file store needs a file URL, a store on a server a complete postgresql URL.",
        remedy:
          "Make the URL with URL(fileURLWithPath:), or correct the scheme, host and database.",
        example: "URL(string: \"postgresql://app@localhost/league\")"
      )
    ),
    Self(
      512,
      "CocoaError.fileWriteUnknown",
      "The file of a store cannot be written or removed.",
      Advice(
        "The system reports an error that has no code of its own, such as one of the disk. The file is as it was before.",
        remedy:
          "NSUnderlyingErrorKey in userInfo has the number of the system; look at its log, and save again."
      )
    ),
    Self(
      513,
      "CocoaError.fileWriteNoPermission",
      "The store cannot be changed.",
      Advice(
        "It was opened read-only, its file or folder may not be written, or the server is a standby.",
        remedy:
          "Open it without NSReadOnlyPersistentStoreOption, correct the rights, or name the primary server."
      )
    ),
    Self(
      640,
      "CocoaError.fileWriteOutOfSpace",
      "The disk is full.",
      Advice(
        "A file of the store could not be extended, by SQLite, the database server or the store itself. The save was taken back completely.",
        remedy: "Make room and save again; the context still has its changes."
      )
    ),
    Self(
      642,
      "CocoaError.fileWriteVolumeReadOnly",
      "The disk of a store is read-only.",
      Advice(
        "The file system was mounted for reading only, or the system made it so after an error of the disk.",
        remedy:
          "Open the store with NSReadOnlyPersistentStoreOption, keep it elsewhere, or mount the disk for writing."
      )
    ),
    Self(
      2048,
      "CocoaError.formatting",
      "A format string is not a predicate or an expression.",
      Advice(
        "The predicate language does not allow the text. It is thrown by initializers that throw, and logged by those that cannot.",
        remedy: "NSPredicateFormatUTF8Offset in userInfo is the byte at which parsing stopped.",
        example: "NSPredicate(format: \"name == %@\", name)"
      )
    ),
    Self(
      3072,
      "CocoaError.userCancelled",
      "An asynchronous fetch was canceled.",
      Advice(
        "cancel() was called on the progress of the request.",
        remedy: "Nothing: the completion block receives it as the operationError of its result."
      )
    ),
    Self(
      3328,
      "CocoaError.featureUnsupported",
      "The platform or the store lacks a feature.",
      Advice(
        "CloudKit was asked for, or metadata of a store of one's own that does not override the method.",
        remedy:
          "Override metadataForPersistentStore(with:) in the store; do without CloudKit on Linux."
      )
    ),
    Self(
      4865,
      "CocoaError.coderValueNotFound",
      "An archive has no object.",
      Advice(
        "The bytes of a Transformable attribute are an archive of something else, or of nothing.",
        remedy:
          "Look who has written the value; register the transformer with which it was written."
      )
    ),
    Self(
      4866,
      "CocoaError.coderInvalidValue",
      "A value of a Transformable attribute cannot be archived.",
      Advice(
        "Its class does not conform to NSCoding, without which Foundation cannot archive it.",
        remedy:
          "Let the class conform, or register a value transformer of your own for the attribute."
      )
    ),
  ]
}
