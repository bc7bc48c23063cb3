// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The policy by which saving fails if there are conflicts.
public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }
/// The policy that resolves conflicts property by property; the value in the store wins.
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject {
  NSMergePolicy.mergeByPropertyStoreTrump
}
/// The policy that resolves conflicts property by property; the value in memory wins.
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject {
  NSMergePolicy.mergeByPropertyObjectTrump
}
/// The policy that overwrites whole objects in the store.
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
/// The policy that discards the changes in memory.
public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }
