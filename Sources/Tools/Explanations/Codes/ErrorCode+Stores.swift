extension ErrorCode {
  /// The codes of stores.
  static let storeCodes: [Self] = [
    Self(
      134_000,
      "NSPersistentStoreInvalidTypeError",
      "There is no such type of store.",
      Advice(
        "The type of a description is misspelled, or belongs to a custom store that was not registered.",
        remedy:
          "Use NSSQLiteStoreType, NSBinaryStoreType, NSXMLStoreType or NSInMemoryStoreType, or register the class first.",
        example:
          "NSPersistentStoreCoordinator.registerStoreClass(MyStore.self, forStoreType: \"MyStore\")"
      )
    ),
    Self(
      134_010,
      "NSPersistentStoreTypeMismatchError",
      "A store is of another type than it was opened as.",
      Advice(
        "The file is a store of another type, for example a binary store that was opened as SQLite.",
        remedy: "Open it with its own type, and use migratePersistentStore to change the type."
      )
    ),
    Self(
      134_020,
      "NSPersistentStoreIncompatibleSchemaError",
      "The tables of the store do not match the model.",
      Advice(
        "The database lacks tables of the model, or has others of their names; or the model has no such configuration, or no entities.",
        remedy: "'momgen verify' shows what is missing. Name a configuration of the model, or none."
      )
    ),
    Self(
      134_030,
      "NSPersistentStoreSaveError",
      "Changes could not be saved.",
      Advice(
        """
        An object belongs to a store that is no longer in the coordinator, willSave() changes objects in every pass, a \
        file was changed by another program since it was read, or a batch deletion would leave a mandatory \
        relationship empty.
        """,
        remedy:
          "The reason is in userInfo under NSLocalizedFailureReasonErrorKey, the objects under NSAffectedObjectsErrorKey."
      )
    ),
    Self(
      134_040,
      "NSPersistentStoreIncompleteSaveError",
      "Some stores have saved their changes, and another could not.",
      Advice(
        """
        A save to several stores writes all that have transactions together. If the last step of one fails, \
        others may already be written.
        """,
        remedy:
          "userInfo lists the stores that failed (NSAffectedStoresErrorKey). Save again once the cause is removed."
      )
    ),
    .unused(
      134_050,
      "NSPersistentStoreSaveConflictsError",
      "Changes could not be saved because of conflicts.",
      "Conflicts are reported as NSManagedObjectMergeError, with the list under NSPersistentStoreSaveConflictsErrorKey."
    ),
    Self(
      134_060,
      "NSCoreDataError",
      "A request, a model or a method is used incorrectly.",
      Advice(
        """
        The context has no coordinator, a request has no entity or one that the model lacks, a transformer is not \
        registered, a value is not a number, or a custom store does not override a method.
        """,
        remedy:
          "The reason is in userInfo under NSLocalizedFailureReasonErrorKey. It is a mistake in the program."
      )
    ),
    Self(
      134_070,
      "NSPersistentStoreOperationError",
      "A store could not execute a request.",
      Advice(
        """
        The store is not open in the coordinator, has no objects of the entity, or has values to copy that the \
        program does not know; or a database server has rejected a statement.
        """,
        remedy: """
          Read the reason and the underlying error of a server. If OpenCoreDataTransientErrorKey is true in \
          userInfo, a retry may succeed.
          """
      )
    ),
    Self(
      134_080,
      "NSPersistentStoreOpenError",
      "A store could not be opened.",
      Advice(
        """
        The URL is missing, the server does not answer, its database has no such schema, or a read-only store does \
        not exist yet.
        """,
        remedy: """
          Check the URL with the same account. With OpenCoreDataPostgreSQLCreatesSchemaOption a store creates \
          its schema.
          """
      )
    ),
    Self(
      134_081,
      "Cocoa error 134081",
      "A coordinator cannot open the same store twice.",
      Advice(
        "The file is open in the coordinator already, perhaps under another path to it. There is no constant for the code.",
        remedy: "Use the open store, or another coordinator."
      )
    ),
    Self(
      134_090,
      "NSPersistentStoreTimeoutError",
      "A store was locked by another program for too long.",
      Advice(
        "Another process has a transaction open, or a statement took longer than the limit that was set for it.",
        remedy: """
          Keep the transactions of other programs short, raise NSPersistentStoreTimeoutOption, and try again: nothing was written.
          """
      )
    ),
    Self(
      134_091,
      "NSPersistentStoreUnsupportedRequestTypeError",
      "A store does not support this kind of request, or this request.",
      Advice(
        """
        Batch requests and persistent history need an SQL store. A predicate that SQL cannot express, such as a \
        block, is refused by an SQLite store as by Apple's.
        """,
        remedy:
          "Fetch with a predicate that the store supports, and filter the array in memory; or use another type of store."
      )
    ),
    Self(
      134_100,
      "NSPersistentStoreIncompatibleVersionHashError",
      "The store was made with another version of the model.",
      Advice(
        """
        The version hashes in the store's metadata are not those of the model, and migration is disabled, or \
        the two have no entity in common. Most often a model was edited without a new version.
        """,
        remedy: """
          Add a version to the model instead of editing the one that was released; leave \
          shouldMigrateStoreAutomatically enabled. 'momgen verify STORE --model MODEL' shows the differences.
          """
      )
    ),
    Self(
      134_990,
      "OpenCoreDataUncertainSaveError",
      "It is not known whether a save to a server happened.",
      Advice(
        """
        The connection ended after COMMIT was sent and before the answer came, and no server could be queried \
        in time. Apple's Core Data has no such error.
        """,
        remedy: """
          Do not save again at once: the changes could be written twice. Call settleUncertainSave(_:) of the \
          coordinator; if the save has happened, refresh the context instead.
          """,
        example:
          "if try coordinator.settleUncertainSave(error) { context.reset() } else { try context.save() }"
      )
    ),
  ]
}
