/// The steps in which a bundle was edited, in order, of all versions together.
struct BundleSteps: Sendable {
  enum Step: Sendable {
    /// A step of the history of a version.
    case model(version: String)

    /// A version that was added, with the names of the edited and the current one before.
    case added(EditedVersion, editedBefore: String, currentBefore: String?, isCurrent: Bool)
    case removed(EditedVersion, at: Int)
    case madeCurrent(String, before: String?)
  }

  private(set) var past: [Step] = []
  private(set) var future: [Step] = []

  /// Records a new step.
  mutating func add(_ step: Step) {
    past.append(step)
    if past.count > EditHistory.limit { past.removeFirst() }
    future = []
  }

  /// Removes and returns the last step, to undo it.
  mutating func takeBack() -> Step? { past.popLast() }

  /// Removes and returns the step that was undone last, to redo it.
  mutating func takeAgain() -> Step? { future.popLast() }

  /// Records a step that was undone.
  mutating func noteUndone(_ step: Step) { future.append(step) }

  /// Records a step that was redone.
  mutating func noteRedone(_ step: Step) { past.append(step) }
}

extension EditedBundle {
  /// The title of the step that ``undo()`` would undo; nil if there is none.
  package var undoTitle: String? {
    steps.past.last.map { step in title(of: step) { $0.undoTitle } }
  }

  /// The title of the step that ``redo()`` would redo; nil if there is none.
  package var redoTitle: String? {
    steps.future.last.map { step in title(of: step) { $0.redoTitle } }
  }

  private func title(
    of step: BundleSteps.Step,
    _ titleInHistory: (EditHistory) -> String?
  ) -> String {
    switch step {
    case .model(let name):
      let history = versions.first { $0.name == name }?.history
      let title = history.flatMap(titleInHistory) ?? "edit"
      return name == editedName ? title : "\(title) in '\(name)'"
    case .added(let version, _, _, _): return "add version '\(version.name)'"
    case .removed(let version, _): return "remove version '\(version.name)'"
    case .madeCurrent(let name, _): return "make '\(name)' current"
    }
  }

  /// Undoes the last step; one of another version makes that the edited one.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package mutating func undo() -> Bool {
    guard let step = steps.takeBack() else { return false }
    var undone = step
    switch step {
    case .model(let name): changeHistory(of: name) { $0.undo() }
    case .added(let version, let edited, let current, let isCurrent):
      editedName = edited
      currentName = current
      if let (version, _) = take(version.name) {
        undone = .added(version, editedBefore: edited, currentBefore: current, isCurrent: isCurrent)
      }
    case .removed(let version, let position): put(version, at: position)
    case .madeCurrent(_, let before): currentName = before
    }
    steps.noteUndone(undone)
    return true
  }

  /// Redoes the step that was undone last.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  package mutating func redo() -> Bool {
    guard let step = steps.takeAgain() else { return false }
    switch step {
    case .model(let name): changeHistory(of: name) { $0.redo() }
    case .added(let version, _, _, let isCurrent):
      put(version, at: versions.count)
      editedName = version.name
      if isCurrent { currentName = version.name }
    case .removed(let version, _):
      _ = take(version.name)
    case .madeCurrent(let name, _): currentName = name
    }
    steps.noteRedone(step)
    return true
  }

  private mutating func changeHistory(of name: String, _ change: (inout EditHistory) -> Void) {
    guard let position = versions.firstIndex(where: { $0.name == name }),
      var history = versions[position].history
    else { return }
    editedName = name
    change(&history)
    versions[position].history = history
  }

  /// Removes a version from the bundle; its file is removed when the bundle is saved.
  ///
  /// - Returns: The version and its place; nil if there is none of that name.
  mutating func take(_ name: String) -> (EditedVersion, Int)? {
    guard let position = versions.firstIndex(where: { $0.name == name }) else { return nil }
    let version = versions.remove(at: position)
    // A version that was neither read nor created here exists in its file.
    if version.original != nil || version.history == nil { removed.append(version) }
    return (version, position)
  }

  /// Puts a version back into the bundle; it is written again if its file is gone.
  private mutating func put(_ version: EditedVersion, at position: Int) {
    var version = version
    if let place = removed.firstIndex(where: { $0.path == version.path }) {
      version = removed.remove(at: place)
    } else {
      guard version.history != nil else { return }
      version.original = nil
    }
    versions.insert(version, at: min(position, versions.count))
  }
}
