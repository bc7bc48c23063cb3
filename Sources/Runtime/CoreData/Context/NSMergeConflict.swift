import Foundation
import ObjectRows

/// An object that was changed in memory and by another context or program at the same time.
open class NSMergeConflict: NSObject {
  /// The object in memory.
  public final let sourceObject: NSManagedObject

  /// The values that the object had when it was last fetched or saved; nil for one that was never saved.
  public final let objectSnapshot: [String: Any]?

  /// The values in the coordinator's row cache.
  public final let cachedSnapshot: [String: Any]?

  /// The values in the store, if the row cache did not have them.
  public final let persistedSnapshot: [String: Any]?

  /// The version of the object in the store; 0 if it was deleted there.
  public final let newVersionNumber: Int

  /// The version on which the changes in memory are based.
  public final let oldVersionNumber: Int

  /// The row behind the snapshots; nil if the object was deleted in the store.
  final let storedRow: Row?

  /// Creates a description of a conflict.
  public init(
    source srcObject: NSManagedObject,
    newVersion newvers: Int,
    oldVersion oldvers: Int,
    cachedSnapshot cachesnap: [String: Any]?,
    persistedSnapshot persnap: [String: Any]?
  ) {
    sourceObject = srcObject
    objectSnapshot = srcObject.baseSnapshot
    cachedSnapshot = cachesnap
    persistedSnapshot = persnap
    newVersionNumber = newvers
    oldVersionNumber = oldvers
    if newvers != 0, let values = persnap ?? cachesnap {
      let row = RowSnapshot.row(of: values, over: srcObject.baseRow, for: srcObject)
      row.version = Int64(newvers)
      storedRow = row
    } else {
      storedRow = nil
    }
  }

  /// Creates a conflict with a row; nil if the object was deleted in the store.
  ///
  /// The row is `persisted` if only the store has it, and `cached` if the coordinator does.
  init(
    of object: NSManagedObject,
    cached: Row?,
    persisted: Row? = nil,
    in coordinator: NSPersistentStoreCoordinator
  ) {
    sourceObject = object
    objectSnapshot = object.baseSnapshot
    cachedSnapshot = cached.map { RowSnapshot.values(of: $0, object.shape, in: coordinator) }
    persistedSnapshot = persisted.map { RowSnapshot.values(of: $0, object.shape, in: coordinator) }
    storedRow = persisted ?? cached
    newVersionNumber = storedRow.map { Int(clamping: $0.version) } ?? 0
    oldVersionNumber = object.baseRow.map { Int(clamping: $0.version) } ?? 0
  }

  open override var description: String {
    let new = newVersionNumber == 0 ? "<deleted>" : "\(newVersionNumber)"
    return "NSMergeConflict for NSManagedObject with objectID '\(sourceObject.objectID.uriText)' "
      + "with oldVersion = \(oldVersionNumber) and newVersion = \(new)"
  }
}
