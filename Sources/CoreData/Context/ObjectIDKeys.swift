// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The IDs of the objects that were inserted; a key of the notifications of contexts.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
/// The IDs of the objects that were changed.
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
/// The IDs of the objects that were deleted.
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
/// The IDs of the objects that were refreshed.
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
/// The IDs of the objects that are not valid any more.
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"
/// The generation of the stores that a context sees.
public let NSManagedObjectContextQueryGenerationKey = "newQueryGeneration"
