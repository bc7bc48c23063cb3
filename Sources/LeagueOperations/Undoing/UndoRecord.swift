/// A change that was saved, as what is needed to take it back.
struct UndoRecord: Sendable, Hashable, Codable {
  /// The UUID of the store: a record must not be applied to another one that was put in its place.
  let store: String

  /// What was done: `add the team Crew`.
  let title: String

  /// Whether the change was itself the undoing of what the title says.
  let isUndoing: Bool

  /// What happened to each object.
  let changes: [Change]

  struct Change: Sendable, Hashable, Codable {
    /// What the store knows the object by, or knew it by before it was deleted.
    let id: String

    /// What it was before; nil if it was made.
    let before: ObjectState?

    /// What it was afterwards; nil if it was deleted.
    let after: ObjectState?
  }
}
