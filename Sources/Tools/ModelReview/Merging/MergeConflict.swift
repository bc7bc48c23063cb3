import ManagedModel

/// Two edits of one element that contradict each other.
package struct MergeConflict: Sendable, Hashable {
  /// The name of the element, such as `attribute Player.number`.
  package var element: String

  /// The edits of the two sides, in one sentence without a final period.
  package var explanation: String

  /// The position of the element on each side; nil if it was removed there.
  package var ours: SourceOffset?
  package var theirs: SourceOffset?
}
