extension ErrorCode {
  /// The codes of migrations, of SQLite and of history.
  static let migrationCodes: [Self] = [
    Self(
      134_110,
      "NSMigrationError",
      "A store could not be migrated.",
      Advice(
        """
        A statement failed, a mandatory attribute would have no value, a value does not fit into its new type, \
        or a policy created an object that cannot be saved. The store is as it was.
        """,
        remedy: """
          Read the reason and the underlying error. 'momgen migrate --dry-run' shows the steps and the \
          obstacles for an SQLite store.
          """
      )
    ),
    Self(
      134_111,
      "NSMigrationConstraintViolationError",
      "Objects of the store break a uniqueness constraint of the new version.",
      Advice(
        "The new version adds a uniqueness constraint, and the store has objects with equal values.",
        remedy:
          "Merge the objects with the old version of the model first, or migrate with a policy that does."
      )
    ),
    .unused(
      134_120,
      "NSMigrationCancelledError",
      "A migration was canceled.",
      "cancelMigrationWithError(_:) ends a migration with its argument."
    ),
    Self(
      134_130,
      "NSMigrationMissingSourceModelError",
      "The model that a store was made with was not found, or the migration would lose data.",
      Advice(
        """
        Migration needs the old version of the model. Neither the bundle nor the store itself has it; or the \
        new one lacks a part for which the store has data.
        """,
        remedy: """
          Ship all versions in the model bundle. To allow the loss of data, set OpenCoreDataAllowsDataLossOption.
          """
      )
    ),
    Self(
      134_140,
      "NSMigrationMissingMappingModelError",
      "There is no mapping from the model of a store to the current one.",
      Advice(
        "No mapping model in the bundles fits, and none can be inferred: the underlying error has the reason.",
        remedy:
          "Add a mapping model or stages, or divide the change over two versions that can be inferred."
      )
    ),
    Self(
      134_150,
      "NSMigrationManagerSourceStoreError",
      "The source store of a migration cannot be used.",
      Advice(
        "NSMigrationManager could not open the old store: it is missing, locked, damaged, or not of the source model.",
        remedy: "The underlying error is that of opening the store."
      )
    ),
    Self(
      134_160,
      "NSMigrationManagerDestinationStoreError",
      "The destination store of a migration cannot be used.",
      Advice(
        "The new store could not be created: the folder is not writable, the disk is full, or a file is in its place.",
        remedy:
          "A migration needs about the size of the store as free space. The underlying error has the cause."
      )
    ),
    Self(
      134_170,
      "NSEntityMigrationPolicyError",
      "A policy of a migration failed.",
      Advice(
        """
        A mapping names a policy class that the program does not have, or an expression of it calls a method that \
        the policy does not know by name.
        """,
        remedy:
          "Name a class that inherits from NSEntityMigrationPolicy, and override value(ofFunction:arguments:) in it."
      )
    ),
    Self(
      134_180,
      "NSSQLiteError",
      "SQLite reported an error that has no code of its own here.",
      Advice(
        "SQLite's result code is in userInfo under NSSQLiteErrorDomain; its message is the failure reason.",
        remedy: "Look up the code on sqlite.org. 'momgen verify' checks the store."
      )
    ),
    Self(
      134_190,
      "NSInferredMappingModelError",
      "No mapping between two models can be inferred.",
      Advice(
        """
        A type changes to one without a conversion, a mandatory attribute is added without a default value, or \
        entities get a common ancestor.
        """,
        remedy: """
          userInfo names the entity and the property. Add a default value or a renaming identifier; else write a \
          mapping model. 'momgen diff' shows this before a release.
          """
      )
    ),
    .unused(
      134_200,
      "NSExternalRecordImportError",
      "External records could not be imported.",
      "External records were for Spotlight on macOS; there are none on Linux."
    ),
    Self(
      134_301,
      "NSPersistentHistoryTokenExpiredError",
      "A token refers to history that was deleted.",
      Advice(
        "History before a date was deleted, and the token is from before it; or it is from another store.",
        remedy:
          "Fetch everything again, then continue from currentPersistentHistoryToken(fromStores:)."
      )
    ),
    Self(
      134_504,
      "NSManagedObjectModelReferenceNotFoundError",
      "A stage of a migration refers to a model that was not found.",
      Advice(
        "The model that an NSManagedObjectModelReference names is not in the bundle, or has another checksum; or the store does not have a version of the stages.",
        remedy: "'momgen versions' prints the checksum of each version. Name the version by it."
      )
    ),
    .unused(
      134_505,
      "NSStagedMigrationFrameworkVersionMismatchError",
      "A store was migrated in stages by a newer version of the framework.",
      "Stages of this module are all of one version."
    ),
    Self(
      134_506,
      "NSStagedMigrationBackwardMigrationError",
      "A staged migration cannot go back to an earlier model.",
      Advice(
        "The store is of a later stage than the model of the program: an older program opens it.",
        remedy: "Open it with the newer program, or restore a copy from before the migration."
      )
    ),
  ]
}
