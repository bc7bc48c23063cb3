import Foundation

/// A change that was saved, as the values that are needed to take it back.
struct UndoRecord: Sendable, Hashable, Codable {
  /// The name of the change in the journal.
  let id: UUID

  /// The UUID of the store: a record must not be applied to another one that was put in its place.
  let store: String

  /// The change in words: `add the team Crew`.
  let title: String

  /// Whether the change was itself the undoing of the change in the title.
  let isUndoing: Bool

  /// The name of the change that this one has taken back.
  var undone: UUID?

  /// The teams and the players that were made.
  var made: [MadeObjects] = []

  /// The objects that were edited or deleted.
  var changes: [Change] = []

  /// The objects that came back, if the change has taken back a deletion.
  var revived: [Revival]?

  /// Whether the change was too large for the journal, so that the objects are missing here.
  var isTooLarge = false

  /// An object that was edited or deleted.
  struct Change: Sendable, Hashable, Codable {
    /// The id of the object in the store; of a deleted one, the id that it had.
    let id: String

    /// The values before the change.
    let before: ObjectSnapshot

    /// The values after the change; nil if the object was deleted.
    let after: ObjectSnapshot?
  }

  /// The number of objects that the change has made, edited or deleted.
  var count: Int { made.reduce(changes.count) { $0 + $1.ids.count } }

  /// The record without its objects, for a change that is too large.
  var withoutObjects: UndoRecord {
    var record = UndoRecord(id: id, store: store, title: title, isUndoing: isUndoing)
    record.undone = undone
    record.revived = revived
    record.isTooLarge = true
    return record
  }
}
