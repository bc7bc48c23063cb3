import Diagnostics
import Files
import ManagedModel
import ModelEditing
import ModelFiles
import StoreMigration
import Synchronization

/// An edited model, and its files.
final class StudioSession: Sendable {
  struct State: Sendable {
    var bundle: EditedBundle

    /// Whether other programs have changed files while there are unsaved edits.
    var hasConflict = false

    /// The last action, for the next page.
    var note: String?
    fileprivate(set) var files: FileTimestamps

    /// The parts of pages that depend only on the model, cached until it changes.
    fileprivate(set) var analysis: ModelAnalysis

    fileprivate init(_ bundle: EditedBundle) {
      self.bundle = bundle
      files = FileTimestamps(of: bundle)
      analysis = ModelAnalysis(bundle)
    }

    /// Resets the cache after a change of the model or its file.
    fileprivate mutating func analyze() { analysis = ModelAnalysis(bundle) }
  }

  let path: String
  private let state: Mutex<State>
  private let live: LiveStreams

  init(_ path: String, _ live: LiveStreams) throws(EditProblem) {
    self.live = live
    self.path = path
    let bundle = try Self.read(path)
    state = Mutex(State(bundle))
  }

  /// Reads the model at a path; if there is none, creates one that is not written before it is saved.
  private static func read(_ path: String) throws(EditProblem) -> EditedBundle {
    if FileReader().kind(of: path) == nil { return try EditedBundle(newAt: path) }
    let outcome = ModelLoader().load(path)
    guard let loaded = outcome.loaded else {
      let first = outcome.diagnostics.first { $0.severity == .error }
      throw EditProblem(first?.message ?? "the model cannot be read", hint: first?.hint)
    }
    return try EditedBundle(loaded)
  }

  /// The current state.
  var current: State { state.withLock { $0 } }

  /// Returns and clears the message for the page that is being rendered.
  func takeNote() -> String? {
    state.withLock { state in
      defer { state.note = nil }
      return state.note
    }
  }

  /// Changes the bundle, and notifies open pages.
  func change(
    _ note: String,
    _ body: (inout EditedBundle) throws(EditProblem) -> Void
  ) throws(EditProblem) {
    let problem = state.withLock { state -> EditProblem? in
      do throws(EditProblem) {
        try body(&state.bundle)
        state.analyze()
        state.note = note
        return nil
      } catch {
        return error
      }
    }
    if let problem { throw problem }
    live.announce("changed")
  }

  /// Writes the edits to the files.
  func save() throws(SaveProblem) {
    let problem = state.withLock { state -> SaveProblem? in
      do throws(SaveProblem) {
        try state.bundle.save()
        state.analyze()
        state.files = FileTimestamps(of: state.bundle)
        state.hasConflict = false
        state.note = "Saved."
        return nil
      } catch {
        if case .changedMeanwhile = error { state.hasConflict = true }
        return error
      }
    }
    if let problem { throw problem }
    live.announce("changed")
  }

  /// Discards all edits, and reads the files again.
  func reload(_ note: String) throws(EditProblem) {
    let bundle = try Self.read(path)
    state.withLock { state in
      let edited = state.bundle.editedName
      state.bundle = bundle
      try? state.bundle.edit(version: edited)
      state.analyze()
      state.files = FileTimestamps(of: state.bundle)
      state.hasConflict = false
      state.note = note
    }
    live.announce("changed")
  }

  // MARK: Following

  /// Reads the files again if they have changed, and notifies open pages.
  func look() {
    let hasEdits = state.withLock { state -> Bool? in
      let now = state.files.again
      guard now != state.files else { return nil }
      state.files = now
      if state.bundle.isChanged { state.hasConflict = true }
      return state.bundle.isChanged
    }
    guard let hasEdits else { return }
    if hasEdits {
      live.announce("conflict")
    } else {
      // A file may be half written; the next look finds it complete.
      do {
        try reload("The files have changed; the page shows the new content.")
      } catch {
        live.announce("conflict")
      }
    }
  }

  // MARK: Stores

  /// The saved versions of the model as candidates for the version of a store.
  func candidates() -> [ModelCandidate] {
    guard let bundle = try? BundleReader().read(path) else { return [] }
    return bundle.versions.compactMap { version in
      ModelLoader().load(version, of: bundle).loaded.map {
        ModelCandidate(title: version.name, model: $0.model)
      }
    }
  }
}
