import ManagedModel

/// A model with the edits that were made to it, which can be undone and redone.
package struct EditHistory: Sendable {
  /// The current model.
  package private(set) var model: Model

  /// The model as saved in its file.
  package private(set) var saved: Model

  private var past: [Step] = []
  private var future: [Step] = []

  /// A group of edits, and the model on the other side of it.
  private struct Step: Sendable {
    var title: String
    var model: Model
  }

  /// The number of steps that are kept.
  ///
  /// Models share their unchanged parts.
  package static let limit = 1_000

  package init(_ model: Model) {
    self.model = model
    saved = model
  }

  /// Applies edits as one step: all of them or none.
  ///
  /// - Returns: Whether a step was recorded; edits that change nothing record none.
  @discardableResult
  package mutating func apply(_ edits: [ElementEdit]) throws(EditProblem) -> Bool {
    var changed = model
    for edit in edits { try changed.apply(edit) }
    guard changed != model, let title = edits.first?.title else { return false }
    past.append(Step(title: edits.count > 1 ? "\(title) and more" : title, model: model))
    if past.count > Self.limit { past.removeFirst() }
    future = []
    model = changed
    return true
  }

  /// The title of the step that ``undo()`` would undo; nil if there is none.
  package var undoTitle: String? { past.last?.title }

  /// The title of the step that ``redo()`` would redo; nil if there is none.
  package var redoTitle: String? { future.last?.title }

  /// Undoes the last step.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package mutating func undo() -> Bool {
    guard let step = past.popLast() else { return false }
    future.append(Step(title: step.title, model: model))
    model = step.model
    return true
  }

  /// Redoes the step that was undone last.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package mutating func redo() -> Bool {
    guard let step = future.popLast() else { return false }
    past.append(Step(title: step.title, model: model))
    model = step.model
    return true
  }

  /// Whether the model differs from the one in its file.
  package var isChanged: Bool { model != saved }

  /// Records that the file now contains the current model.
  package mutating func markSaved() { saved = model }
}
