/// A change of objects of a store, as submitted by a form.
package enum ObjectEdit: Sendable, Hashable {
  /// Inserts an object of an entity, with the defaults of the model.
  case add(entity: String)

  /// Deletes an object, and objects according to the delete rules.
  case delete(ObjectName)

  /// Sets attributes of an object.
  case set(ObjectName, [FieldText])

  /// Relates an object to another one, given by its name in pages; to none if the name is empty.
  case link(ObjectName, relationship: String, to: String)

  /// Ends the relation of an object to another one.
  case unlink(ObjectName, relationship: String, from: String)

  /// Moves an object of an ordered relationship by a number of positions.
  case move(ObjectName, relationship: String, String, by: Int)
}

/// The text of an attribute in a form.
package struct FieldText: Sendable, Hashable {
  /// The attribute, followed by the elements of composites that lead to the value.
  package var path: [String]

  /// The text; nil for no value.
  package var text: String?

  package init(_ path: [String], _ text: String?) {
    self.path = path
    self.text = text
  }

  /// The path joined by periods, as in forms.
  package var name: String { path.joined(separator: ".") }
}

/// The reason why an edit failed.
package struct EditingProblem: Error, Sendable, Hashable {
  package var message: String

  /// The problems of single fields, by their paths joined by periods.
  package var fields: [String: String] = [:]

  package init(_ message: String, fields: [String: String] = [:]) {
    self.message = message
    self.fields = fields
  }
}

/// The state of an edited store.
package struct EditingState: Sendable, Hashable {
  /// Whether there are unsaved edits.
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

  /// Discards the edits of values that the other program has changed too.
  case theirs
}

/// The result of saving.
package enum SaveOutcome: Sendable, Hashable {
  case saved

  /// Nothing was saved, because values violate rules of the model.
  case invalid([ObjectProblem])

  /// Nothing was saved, because another program has changed the same objects.
  case conflict([ObjectConflict])
}

/// A rule of the model that an object violates.
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

/// The unsaved edits of a store.
package struct PendingEdits: Sendable, Hashable {
  package var inserted: [ObjectName] = []
  package var updated: [Update] = []
  package var deleted: [ObjectName] = []

  /// The rules that prevent saving.
  package var problems: [ObjectProblem] = []

  /// An object with its edited properties.
  package struct Update: Sendable, Hashable {
    package var object: ObjectName
    package var values: [Value]
  }

  /// A value before and after; for to-many relationships, the number of objects.
  package struct Value: Sendable, Hashable {
    package var property: String
    package var old: ShownValue
    package var new: ShownValue
  }

  package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
