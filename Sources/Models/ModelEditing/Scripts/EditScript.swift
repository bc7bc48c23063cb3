import ManagedModel
import ModelFiles

/// The edits that turn one model into another.
///
/// Each edit is computed from a copy to which those before it have been applied.
package struct EditScript {
  package private(set) var edits: [ElementEdit] = []

  /// The model after the edits so far.
  private(set) var model: Model
  let target: Model

  /// Computes the edits that turn `old` into `target`.
  ///
  /// - Throws: The reason why an edit cannot be made: no editor produces such models.
  package init(from old: Model, to target: Model) throws(EditProblem) {
    model = old
    self.target = target
    try header()
    try removeParts()
    try renameParts()
    try addParts()
    // Setting one field may change another: a new type changes the default.
    for _ in 0..<3 {
      let count = edits.count
      try setFields()
      if edits.count == count { break }
    }
    try order()
  }

  mutating func make(_ edit: ElementEdit) throws(EditProblem) {
    try model.apply(edit)
    edits.append(edit)
  }

  private mutating func header() throws(EditProblem) {
    try set(ElementPath(.model), .model, from: model, to: target)
  }

  /// Sets the fields in which two forms of a part differ.
  mutating func set<Element: ModelElement>(
    _ path: ElementPath,
    _ format: ElementFormat<Element>,
    from old: Element,
    to new: Element
  ) throws(EditProblem) {
    let assignments = format.differences(from: old, to: new)
    guard !assignments.isEmpty else { return }
    try make(.set(path, assignments))
  }
}

extension ElementFormat {
  /// The XML attributes that differ, with their new texts, except the name.
  func differences(from old: Element, to new: Element) -> [Assignment] {
    names.filter { $0 != "name" }.compactMap { name in
      let text = self.text(of: name, in: new)
      return text == self.text(of: name, in: old) ? nil : Assignment(name, text)
    }
  }
}
