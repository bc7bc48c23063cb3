import Foundation

/// A policy by which a context resolves conflicts between its objects and the store.
///
/// A subclass that overrides the methods may resolve conflicts itself, by setting the values to save in the objects,
/// and call `super` for the others.
///
/// ```swift
/// context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
/// ```
open class NSMergePolicy: NSObject, @unchecked Sendable {
  /// The kind of policy.
  public final let mergeType: NSMergePolicyType

  /// Creates a policy of a type.
  public init(merge ty: NSMergePolicyType) {
    mergeType = ty
  }

  /// Resolves conflicts of both kinds: first those with changes by others, then those of constraints.
  open func resolve(mergeConflicts list: [Any]) throws {
    let changes = list.compactMap { $0 as? NSMergeConflict }
    if !changes.isEmpty { try resolve(optimisticLockingConflicts: changes) }
    let constraints = list.compactMap { $0 as? NSConstraintConflict }
    if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
  }

  /// Resolves conflicts between changes in memory and changes that others have saved.
  open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    guard mergeType != .errorMergePolicyType else {
      throw NSError.coreData(
        NSManagedObjectMergeError,
        [NSPersistentStoreSaveConflictsErrorKey: list]
      )
    }
    for conflict in list { conflict.merge(by: mergeType) }
  }

  /// Resolves conflicts between objects that violate a uniqueness constraint.
  open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    guard mergeType != .errorMergePolicyType else {
      throw NSError.coreData(
        NSManagedObjectConstraintMergeError,
        [NSPersistentStoreSaveConflictsErrorKey: list]
      )
    }
    for conflict in list { conflict.merge(by: mergeType) }
  }

  // MARK: Policies

  private static let errorPolicy = NSMergePolicy(merge: .errorMergePolicyType)
  private static let storeTrumpPolicy =
    NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
  private static let objectTrumpPolicy =
    NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
  private static let overwritePolicy = NSMergePolicy(merge: .overwriteMergePolicyType)
  private static let rollbackPolicy = NSMergePolicy(merge: .rollbackMergePolicyType)

  /// The policy by which saving fails if there are conflicts.
  public class var error: NSMergePolicy { errorPolicy }
  /// The policy that resolves conflicts property by property; the value in the store wins.
  public class var mergeByPropertyStoreTrump: NSMergePolicy { storeTrumpPolicy }
  /// The policy that resolves conflicts property by property; the value in memory wins.
  public class var mergeByPropertyObjectTrump: NSMergePolicy { objectTrumpPolicy }
  /// The policy that overwrites whole objects in the store.
  public class var overwrite: NSMergePolicy { overwritePolicy }
  /// The policy that discards the changes in memory.
  public class var rollback: NSMergePolicy { rollbackPolicy }
}
