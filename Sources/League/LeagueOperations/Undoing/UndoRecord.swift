import Foundation

/// A saved change, with the values needed to undo it.
struct UndoRecord: Sendable, Hashable, Codable {
  /// The identifier of the change in the journal.
  let id: UUID

  /// The UUID of the store: a record must not be applied to a replacement of the store.
  let store: String

  /// The title of the change: `add the team Crew`.
  let title: String

  /// Whether the change was itself the undoing of the change in the title.
  let isUndoing: Bool

  /// The identifier of the change that this one has undone.
  var undone: UUID?

  /// The inserted teams and players.
  var made: [MadeObjects] = []

  /// The objects that were edited or deleted.
  var changes: [Change] = []

  /// The restored objects, if the change has undone a deletion.
  var revived: [Revival]?

  /// Whether the change was too large for the journal, so that its objects are omitted.
  var isTooLarge = false

  /// An object that was edited or deleted.
  struct Change: Sendable, Hashable, Codable {
    /// The id of the object in the store, for a deleted one its former id.
    let id: String

    /// The values before the change.
    let before: ObjectSnapshot

    /// The values after the change; nil if the object was deleted.
    let after: ObjectSnapshot?
  }

  /// The number of objects that the change has inserted, edited or deleted.
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
