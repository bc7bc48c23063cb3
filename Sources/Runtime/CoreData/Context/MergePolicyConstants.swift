// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The policy that lets saving fail.
public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }
/// The policy by which, property by property, what is in the store wins.
public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject {
  NSMergePolicy.mergeByPropertyStoreTrump
}
/// The policy by which, property by property, what is in memory wins.
public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject {
  NSMergePolicy.mergeByPropertyObjectTrump
}
/// The policy that writes whole objects over what is in the store.
public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
/// The policy that drops the changes in memory.
public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }
