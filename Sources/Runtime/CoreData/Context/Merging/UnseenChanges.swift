import ObjectRows

/// Changed objects that the notifications of a merge leave out.
///
/// They are not in memory, or only as faults. Nevertheless they may match the predicate of a fetched results
/// controller now, or no longer match it.
struct UnseenChanges {
  var references: [Reference] = []

  /// The other changed objects, retained.
  ///
  /// Another owner may release one of them during the merge, which would not be noticed either.
  var others: [NSManagedObject] = []
}
