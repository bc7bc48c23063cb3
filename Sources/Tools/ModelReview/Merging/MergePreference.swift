/// The side that wins where two edits conflict.
///
/// Merging once with each gives two texts that differ only in the conflicts.
enum MergePreference: Sendable, CaseIterable {
  case ours
  case theirs

  func choice<Value>(_ ours: Value, _ theirs: Value) -> Value {
    self == .ours ? ours : theirs
  }
}

/// The result of merging three versions of one value.
enum ThreeWay<Value: Equatable> {
  case merged(Value)
  case conflict

  /// Compares both sides with the base; equal edits count as an edit of either side.
  init(_ base: Value?, _ ours: Value, _ theirs: Value) {
    if ours == theirs {
      self = .merged(ours)
    } else if ours == base {
      self = .merged(theirs)
    } else if theirs == base {
      self = .merged(ours)
    } else {
      self = .conflict
    }
  }
}
