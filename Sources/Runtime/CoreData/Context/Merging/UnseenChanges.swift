import ObjectRows

/// Changed objects that the notifications of a merge leave out.
///
/// They are not in memory, or only as faults. They may fulfil the condition of a fetched results controller all
/// the same, or not any more.
struct UnseenChanges {
  var references: [Reference] = []

  /// The other changed objects, retained.
  ///
  /// Another owner may release one of them during the merge, which would not be noticed either.
  var others: [NSManagedObject] = []
}
