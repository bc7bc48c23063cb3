import ManagedModel

/// One change of a model, as a person makes it in an editor.
package enum ElementEdit: Sendable, Hashable {
  /// Adds a part; unassigned fields are as in a new part that Xcode makes.
  case add(ElementPath, [Assignment], Placement)

  /// Changes fields of a part.
  case set(ElementPath, [Assignment])

  /// Renames a part, and updates all references to it in the model.
  case rename(ElementPath, to: String, keepsData: Bool)

  /// Removes a part.
  ///
  /// With references, everything that requires the part is removed too: relationships that lead to an entity, requests
  /// for it, and the uses of a property in indexes and constraints.
  case remove(ElementPath, withReferences: Bool)

  /// Moves a part among its siblings.
  case move(ElementPath, Placement)

  /// The part that is edited.
  package var path: ElementPath {
    switch self {
    case .add(let path, _, _), .set(let path, _), .rename(let path, _, _), .remove(let path, _),
      .move(let path, _):
      path
    }
  }

  /// The edit in a few words, such as `rename attribute 'Player.email' to 'mail'`.
  package var title: String {
    switch self {
    case .add(let path, _, _): return "add \(path.title)"
    case .set(let path, let assignments):
      let names = assignments.compactMap(\.name)
      return "set \(names.isEmpty ? "members" : names.joined(separator: ", ")) of \(path.title)"
    case .rename(let path, let name, _): return "rename \(path.title) to '\(name)'"
    case .remove(let path, _): return "remove \(path.title)"
    case .move(let path, _): return "move \(path.title)"
    }
  }
}

extension ElementEdit {
  /// The edits that give boxes of a diagram other positions.
  package static func placing(_ boxes: [DiagramBox], in model: Model) -> [ElementEdit] {
    boxes.compactMap { box in
      let path = ElementPath(.diagramBox, box.name)
      let place = [Assignment("x", box.positionX), Assignment("y", box.positionY)]
      guard let old = model.diagram?.first(where: { $0.name == box.name }) else {
        let size = [Assignment("width", box.width), Assignment("height", box.height)]
        return .add(path, place + size, .automatic)
      }
      let isSame = old.positionX == box.positionX && old.positionY == box.positionY
      return isSame ? nil : .set(path, place)
    }
  }
}

/// A field and its new text.
package struct Assignment: Sendable, Hashable {
  /// The name of the field: one of our own, which keeps the model consistent, or an XML attribute of the format.
  ///
  /// It is nil for a member of a constraint, an index or a configuration.
  package var name: String?

  /// The text; nil to clear the field.
  package var text: String?

  package init(_ name: String?, _ text: String?) {
    self.name = name
    self.text = text
  }
}

/// The place of a part among its siblings.
package enum Placement: Sendable, Hashable {
  /// The position that Xcode chooses: by name if the siblings are sorted by name, else at the end.
  case automatic
  case first
  case last
  case before(String)
  case after(String)
}

/// The reason why an edit cannot be made.
///
/// The model is unchanged.
package struct EditProblem: Error, Sendable, Hashable {
  package var message: String
  package var hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
