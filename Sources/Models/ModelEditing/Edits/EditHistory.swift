import ManagedModel

/// A model with the edits that were made to it, which can be undone and made again.
package struct EditHistory: Sendable {
  /// The model as it is.
  package private(set) var model: Model

  /// The model as its file has it.
  package private(set) var saved: Model

  private var past: [Step] = []
  private var future: [Step] = []

  /// A group of edits and the model before or after it.
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

  /// Makes edits as one step: all of them or none.
  ///
  /// - Returns: Whether there is a step: edits that change nothing are none.
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

  /// The step that ``undo()`` would take back; nil if there is none.
  package var undoTitle: String? { past.last?.title }

  /// The step that ``redo()`` would make again; nil if there is none.
  package var redoTitle: String? { future.last?.title }

  /// Takes back the last step.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package mutating func undo() -> Bool {
    guard let step = past.popLast() else { return false }
    future.append(Step(title: step.title, model: model))
    model = step.model
    return true
  }

  /// Makes the step again that was taken back last.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package mutating func redo() -> Bool {
    guard let step = future.popLast() else { return false }
    past.append(Step(title: step.title, model: model))
    model = step.model
    return true
  }

  /// Whether the file has not got the model as it is.
  package var isChanged: Bool { model != saved }

  /// Notes that the file has the model as it is now.
  package mutating func markSaved() { saved = model }
}
