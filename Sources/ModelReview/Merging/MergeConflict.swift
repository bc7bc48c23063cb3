import ManagedModel

/// Two edits of one element that contradict each other.
package struct MergeConflict: Sendable, Hashable {
  /// What the element is called, such as `attribute Player.number`.
  package var element: String

  /// What the two sides did, in one sentence without a final full stop.
  package var explanation: String

  /// Where the element stands on each side; nil where it is gone.
  package var ours: SourceOffset?
  package var theirs: SourceOffset?
}
