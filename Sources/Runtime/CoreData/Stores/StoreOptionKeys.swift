// Keys of the options with which stores are opened.

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Whether nothing may be saved to the store.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"

/// Whether the version hashes of the model need not be those that the store was made with.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"

/// Whether a store of another version of the model is migrated when it is opened.
public let NSMigratePersistentStoresAutomaticallyOption =
  "NSMigratePersistentStoresAutomaticallyOption"

/// Whether the mapping for a migration may be inferred from the models.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"

/// Whether the migration of a store may leave behind data for which the model of the program has no place; an
/// option of OpenCoreData that Apple's Core Data does not have.
///
/// Without it a store is not migrated if its version of the model is known only from the copy that the store
/// keeps, as in a program that is older than the store, and anything in the store would be lost; nor if the model
/// has none of the store's entities. Among the options of a destination it allows a copy of a store without what cannot
/// be read of it, or without files of large values that are missing.
public let OpenCoreDataAllowsDataLossOption = "OpenCoreDataAllowsDataLossOption"

/// Whether parts of a lightweight migration may be left for later.
public let NSPersistentStoreDeferredLightweightMigrationOptionKey =
  "NSPersistentStoreDeferredLightweightMigrationOptionKey"

/// The manager of a staged migration.
public let NSPersistentStoreStagedMigrationManagerOptionKey =
  "NSPersistentStoreStagedMigrationManagerOptionKey"

/// The time in seconds to wait for a store that another program is using.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"

/// Whether a store is destroyed though it could not be opened.
public let NSPersistentStoreForceDestroyOption = "NSPersistentStoreForceDestroyOption"

/// Pragmas of SQLite by their names, and their values.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"

/// Whether the indexes of an SQLite store are analysed when it is opened.
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"

/// Whether the free space of an SQLite store is given back when it is opened.
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"

/// The classes that values of transformable attributes in a binary store may have; a set.
public let NSBinaryStoreSecureDecodingClasses = "NSBinaryStoreSecureDecodingClasses"

/// Whether values of transformable attributes in a binary store may have any class.
public let NSBinaryStoreInsecureDecodingCompatibilityOption =
  "NSBinaryStoreInsecureDecodingCompatibilityOption"

/// Whether an XML store is validated when it is read; without effect here.
public let NSValidateXMLStoreOption = "NSValidateXMLStoreOption"

/// The way in which the files of a store are protected by the system; without effect here.
public let NSPersistentStoreFileProtectionKey = "NSPersistentStoreFileProtectionKey"

/// The schema of a PostgreSQL store, instead of the one that its URL names.
public let OpenCoreDataPostgreSQLSchemaOption = "OpenCoreDataPostgreSQLSchemaOption"

/// Whether a schema that is missing is created when a PostgreSQL store is opened.
///
/// The tables of a new store are created in a schema without them in any case.
public let OpenCoreDataPostgreSQLCreatesSchemaOption = "OpenCoreDataPostgreSQLCreatesSchemaOption"

/// The name that a PostgreSQL server shows for the connections of the program; that of its process if nothing is said.
public let OpenCoreDataPostgreSQLApplicationNameOption =
  "OpenCoreDataPostgreSQLApplicationNameOption"

/// The seconds to wait for a connection to each host of a PostgreSQL store; 2 if nothing is said, and at least 2.
public let OpenCoreDataPostgreSQLConnectTimeoutOption = "OpenCoreDataPostgreSQLConnectTimeoutOption"

/// The seconds that a statement of a PostgreSQL store may take before the server ends it; any time if nothing is said.
public let OpenCoreDataPostgreSQLStatementTimeoutOption =
  "OpenCoreDataPostgreSQLStatementTimeoutOption"

/// The seconds to wait for any answer of a PostgreSQL server before the connection is given up; 60 if nothing is
/// said.
public let OpenCoreDataPostgreSQLAnswerTimeoutOption = "OpenCoreDataPostgreSQLAnswerTimeoutOption"

/// The number of seconds that a save to a PostgreSQL store asks whether it has happened when the
/// answer to its commit was lost; 30 if nothing is said.
public let OpenCoreDataPostgreSQLSettlementTimeoutOption =
  "OpenCoreDataPostgreSQLSettlementTimeoutOption"

/// Whether a PostgreSQL store looks into its history for the saves of other programs, instead of being notified.
///
/// It is for databases without `LISTEN` and `NOTIFY`, and for pools of connections that hide these, as PgBouncer's for
/// transactions does. All programs with the store open must have the option, and keep the history
/// (`NSPersistentHistoryTrackingKey`).
public let OpenCoreDataPostgreSQLPollsHistoryOption = "OpenCoreDataPostgreSQLPollsHistoryOption"

/// The number of connections that an SQLite or PostgreSQL store uses at most; 8 if nothing is said.
///
/// One of them saves, the others read meanwhile.
public let NSPersistentStoreConnectionPoolMaxSizeKey = "NSPersistentStoreConnectionPoolMaxSize"

/// Whether the store keeps its history.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"

/// Whether the coordinator posts `NSPersistentStoreRemoteChange` when the store was changed.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationPostOptionKey"
