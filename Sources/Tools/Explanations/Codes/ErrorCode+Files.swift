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
          "Create the folder before the store is opened; open a removed store again, which creates its file."
      )
    ),
    Self(
      256,
      "CocoaError.fileReadUnknown",
      "The file of a store cannot be read or written.",
      Advice(
        "The disk reports an error, the folder does not exist, or a folder, a pipe or a device is in the file's place.",
        remedy:
          "Create the folder before the store is opened; check the reason and the system's log."
      )
    ),
    Self(
      257,
      "CocoaError.fileReadNoPermission",
      "The program may not read the store.",
      Advice(
        "The permissions of the file, its folder or the database role do not allow it.",
        remedy:
          "Grant the permission; even to read an SQLite store in WAL mode, the program must create files beside it."
      )
    ),
    Self(
      259,
      "CocoaError.fileReadCorruptFile",
      "The file is damaged, or is not a store.",
      Advice(
        "The content of the file is inconsistent or of another kind, such as a model, an archive or a text.",
        remedy: "'momgen verify STORE' shows the damage. Restore a backup."
      )
    ),
    Self(
      260,
      "CocoaError.fileReadNoSuchFile",
      "There is no store at the URL.",
      Advice(
        "The store whose metadata were requested, or that was to be copied, does not exist.",
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
          "NSUnderlyingErrorKey in userInfo has the error number of the system; check its log, and save again."
      )
    ),
    Self(
      513,
      "CocoaError.fileWriteNoPermission",
      "The store cannot be changed.",
      Advice(
        "It was opened read-only, its file or folder may not be written, or the server is a standby.",
        remedy:
          "Open it without NSReadOnlyPersistentStoreOption, correct the permissions, or name the primary server."
      )
    ),
    Self(
      640,
      "CocoaError.fileWriteOutOfSpace",
      "The disk is full.",
      Advice(
        "A file of the store could not be extended, by SQLite, the database server or the store itself. The save was rolled back completely.",
        remedy: "Free space and save again; the context still has its changes."
      )
    ),
    Self(
      642,
      "CocoaError.fileWriteVolumeReadOnly",
      "The disk of a store is read-only.",
      Advice(
        "The file system was mounted for reading only, or became read-only after a disk error.",
        remedy:
          "Open the store with NSReadOnlyPersistentStoreOption, move it, or mount the disk for writing."
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
        remedy:
          "No action is needed: the completion block receives it as the operationError of its result."
      )
    ),
    Self(
      3328,
      "CocoaError.featureUnsupported",
      "The platform or the store lacks a feature.",
      Advice(
        "CloudKit was requested, or the metadata of a custom store that does not override the method.",
        remedy:
          "Override metadataForPersistentStore(with:) in the store; do not use CloudKit on Linux."
      )
    ),
    Self(
      4865,
      "CocoaError.coderValueNotFound",
      "An archive has no object.",
      Advice(
        "The bytes of a Transformable attribute are not an archive, or an archive of another type.",
        remedy:
          "Find the program that wrote the value; register the transformer with which it was written."
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
