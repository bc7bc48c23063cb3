// Keys of the options with which stores are opened.

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Whether the store is read-only.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"

/// Whether the version hashes of the model may differ from those of the store.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"

/// Whether a store of another version of the model is migrated when it is opened.
public let NSMigratePersistentStoresAutomaticallyOption =
  "NSMigratePersistentStoresAutomaticallyOption"

/// Whether the mapping for a migration may be inferred from the models.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"

/// Whether the migration of a store may drop data that the model of the program cannot represent; an option of
/// OpenCoreData that Apple's Core Data does not have.
///
/// Without it a store is not migrated if its version of the model is known only from the copy that the store keeps,
/// as in a program that is older than the store, and any data would be lost; nor if the model has none of the store's
/// entities. In the options of a destination it allows a copy of a store without its unreadable data, or without
/// missing files of large values.
public let OpenCoreDataAllowsDataLossOption = "OpenCoreDataAllowsDataLossOption"

/// Whether parts of a lightweight migration may be deferred.
public let NSPersistentStoreDeferredLightweightMigrationOptionKey =
  "NSPersistentStoreDeferredLightweightMigrationOptionKey"

/// The manager of a staged migration.
public let NSPersistentStoreStagedMigrationManagerOptionKey =
  "NSPersistentStoreStagedMigrationManagerOptionKey"

/// The time in seconds to wait for locks of other programs.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"

/// Whether a store is destroyed even if it could not be opened.
public let NSPersistentStoreForceDestroyOption = "NSPersistentStoreForceDestroyOption"

/// The values of SQLite pragmas, by their names.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"

/// Whether the indexes of an SQLite store are analyzed when it is opened.
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"

/// Whether the free space of an SQLite store is reclaimed when it is opened.
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"

/// The allowed classes of values of transformable attributes in a binary store; a set.
public let NSBinaryStoreSecureDecodingClasses = "NSBinaryStoreSecureDecodingClasses"

/// Whether values of transformable attributes in a binary store may have any class.
public let NSBinaryStoreInsecureDecodingCompatibilityOption =
  "NSBinaryStoreInsecureDecodingCompatibilityOption"

/// Whether an XML store is validated when it is read; without effect here.
public let NSValidateXMLStoreOption = "NSValidateXMLStoreOption"

/// The protection of a store's files by the system; without effect here.
public let NSPersistentStoreFileProtectionKey = "NSPersistentStoreFileProtectionKey"

/// The schema of a PostgreSQL store, instead of the one that its URL names.
public let OpenCoreDataPostgreSQLSchemaOption = "OpenCoreDataPostgreSQLSchemaOption"

/// Whether a schema that is missing is created when a PostgreSQL store is opened.
///
/// The tables of a new store are created in a schema without them in any case.
public let OpenCoreDataPostgreSQLCreatesSchemaOption = "OpenCoreDataPostgreSQLCreatesSchemaOption"

/// The name that a PostgreSQL server shows for the connections of the program; the default is that of its process.
public let OpenCoreDataPostgreSQLApplicationNameOption =
  "OpenCoreDataPostgreSQLApplicationNameOption"

/// The seconds to wait for a connection to each host of a PostgreSQL store; the default is 2, which is the minimum.
public let OpenCoreDataPostgreSQLConnectTimeoutOption = "OpenCoreDataPostgreSQLConnectTimeoutOption"

/// The seconds after which the server cancels a statement of a PostgreSQL store; the default is no limit.
public let OpenCoreDataPostgreSQLStatementTimeoutOption =
  "OpenCoreDataPostgreSQLStatementTimeoutOption"

/// The seconds to wait for any answer of a PostgreSQL server before the connection is abandoned; the default is 60.
public let OpenCoreDataPostgreSQLAnswerTimeoutOption = "OpenCoreDataPostgreSQLAnswerTimeoutOption"

/// The number of seconds for which a save to a PostgreSQL store tries to find out whether it has happened if the
/// answer to its commit was lost; the default is 30.
public let OpenCoreDataPostgreSQLSettlementTimeoutOption =
  "OpenCoreDataPostgreSQLSettlementTimeoutOption"

/// Whether a PostgreSQL store polls its history for the saves of other programs, instead of being notified.
///
/// It is for databases without `LISTEN` and `NOTIFY`, and for connection pools that do not support these, such as
/// PgBouncer's transaction mode. All programs with the store open must have the option, and keep the history
/// (`NSPersistentHistoryTrackingKey`).
public let OpenCoreDataPostgreSQLPollsHistoryOption = "OpenCoreDataPostgreSQLPollsHistoryOption"

/// The greatest number of connections of an SQLite or PostgreSQL store; the default is 8.
///
/// One of them saves, the others read meanwhile.
public let NSPersistentStoreConnectionPoolMaxSizeKey = "NSPersistentStoreConnectionPoolMaxSize"

/// Whether the store keeps a history.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"

/// Whether the coordinator posts `NSPersistentStoreRemoteChange` when the store was changed.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationPostOptionKey"
