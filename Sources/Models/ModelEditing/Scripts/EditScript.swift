import ManagedModel
import ModelFiles

/// The edits that make one model of another.
///
/// They are made to a copy one by one, so that each one knows what those before it have done.
package struct EditScript {
  package private(set) var edits: [ElementEdit] = []

  /// The model after the edits so far.
  private(set) var model: Model
  let target: Model

  /// Finds the edits that make `target` of `old`.
  ///
  /// - Throws: Why an edit cannot be made: the models are not what an editor makes.
  package init(from old: Model, to target: Model) throws(EditProblem) {
    model = old
    self.target = target
    try header()
    try removeParts()
    try renameParts()
    try addParts()
    // Setting one field may change another one, as a new type changes a default.
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
  /// The XML attributes that differ, with their new texts; names left out.
  func differences(from old: Element, to new: Element) -> [Assignment] {
    names.filter { $0 != "name" }.compactMap { name in
      let text = self.text(of: name, in: new)
      return text == self.text(of: name, in: old) ? nil : Assignment(name, text)
    }
  }
}
