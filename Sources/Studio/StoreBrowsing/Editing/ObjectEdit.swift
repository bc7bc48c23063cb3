/// A change of objects of a store, as a form asks for it.
package enum ObjectEdit: Sendable, Hashable {
  /// Inserts an object of an entity, with the defaults of the model.
  case add(entity: String)

  /// Deletes an object, and what the delete rules delete with it.
  case delete(ObjectName)

  /// Sets attributes of an object.
  case set(ObjectName, [FieldText])

  /// Relates an object to another one, which is named as pages name it; to none if the name is empty.
  case link(ObjectName, relationship: String, to: String)

  /// Ends the relation of an object to another one.
  case unlink(ObjectName, relationship: String, from: String)

  /// Moves an object of an ordered relationship by some places.
  case move(ObjectName, relationship: String, String, by: Int)
}

/// The text that a form has for an attribute.
package struct FieldText: Sendable, Hashable {
  /// The attribute, and the elements of composites that lead to the value.
  package var path: [String]

  /// The text; nil for no value.
  package var text: String?

  package init(_ path: [String], _ text: String?) {
    self.path = path
    self.text = text
  }

  /// The path with points, as forms name it.
  package var name: String { path.joined(separator: ".") }
}

/// The reason why an edit was not made.
package struct EditingProblem: Error, Sendable, Hashable {
  package var message: String

  /// The problems of single fields, by their paths with points.
  package var fields: [String: String] = [:]

  package init(_ message: String, fields: [String: String] = [:]) {
    self.message = message
    self.fields = fields
  }
}

/// The state of a store that is edited.
package struct EditingState: Sendable, Hashable {
  /// Whether there are edits that are not saved.
  package var isChanged = false
  package var undoTitle: String?
  package var redoTitle: String?

  /// The path of the copy that was made before the first save.
  package var backup: String?
}

/// The treatment of objects that another program has changed since they were read.
package enum ConflictChoice: String, Sendable, Hashable {
  /// Saves nothing, and reports the conflicts.
  case refuse

  /// Saves the edited values over those of the other program.
  case mine

  /// Gives up the edits of values that the other program has changed too.
  case theirs
}

/// The result of saving.
package enum SaveOutcome: Sendable, Hashable {
  case saved

  /// Nothing was saved, because values break rules of the model.
  case invalid([ObjectProblem])

  /// Nothing was saved, because another program has changed the same objects.
  case conflict([ObjectConflict])
}

/// A rule of the model that an object breaks.
package struct ObjectProblem: Sendable, Hashable {
  package var object: ObjectName
  package var property: String?
  package var message: String
}

/// An object that was edited here and changed by another program.
package struct ObjectConflict: Sendable, Hashable {
  package var object: ObjectName

  /// Whether the other program has deleted it.
  package var isDeleted: Bool
  package var values: [Value]

  /// The three values of a property: as read, as edited here, as another program has saved it.
  package struct Value: Sendable, Hashable {
    package var property: String
    package var old: ShownValue
    package var mine: ShownValue
    package var theirs: ShownValue
  }
}

/// The edits of a store that are not saved.
package struct PendingEdits: Sendable, Hashable {
  package var inserted: [ObjectName] = []
  package var updated: [Update] = []
  package var deleted: [ObjectName] = []

  /// The rules that keep them from being saved.
  package var problems: [ObjectProblem] = []

  /// An object with the properties that were edited.
  package struct Update: Sendable, Hashable {
    package var object: ObjectName
    package var values: [Value]
  }

  /// A value before and after; relationships to many have the number of their objects.
  package struct Value: Sendable, Hashable {
    package var property: String
    package var old: ShownValue
    package var new: ShownValue
  }

  package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
