import Diagnostics
import StoreBrowsing
import StoreMigration
import Synchronization

/// A store that pages show, with a cache that is valid as long as its files do not change.
final class StoreSession: Sendable {
  /// The versions of a model that the store may have, and the timestamps of their files.
  struct Versions: Sendable {
    var candidates: @Sendable () -> [ModelCandidate] = { [] }
    var timestamps: @Sendable () -> FileTimestamps? = { nil }
  }

  /// The timestamps of the files of a store.
  private struct Timestamps: Sendable, Equatable {
    let database: FileTimestamp?
    let log: FileTimestamp?
    var versions: FileTimestamps?

    init(_ path: String) {
      database = FileTimestamp(path)
      log = FileTimestamp(SideFiles.log(ofDatabaseAt: path))
    }
  }

  private struct Known: Sendable {
    var timestamps: Timestamps?
    var model: BrowsedModel?
    var inspection: StoreInspection?
  }

  let store: BrowsedStore

  /// The edits of the store; nil for a read-only one.
  let editor: StoreEditor?
  private let note = Mutex<String?>(nil)
  private let versions: Versions
  private let live: LiveStreams
  private let known = Mutex(Known())
  private let seen: Mutex<Timestamps?>

  /// The watch for changes on a server, and the number of looks since a page was open.
  private let watch: ServerWatch?
  private let idleLooks = Mutex(0)

  init(
    _ word: String,
    _ live: LiveStreams,
    editing: StoreEditing = .never,
    versions: Versions
  ) {
    store = BrowsedStore(word)
    editor =
      editing == .never
      ? nil : StoreEditor(store, makesBackup: editing == .afterBackup)
    self.live = live
    self.versions = versions
    seen = Mutex(store.file.map { Timestamps($0) })
    watch = store.watch
  }

  var isOnServer: Bool { watch != nil }

  /// The displayed name of the store.
  var title: String { store.path.visible }

  /// The model of the store.
  func model() throws(BrowsingError) -> BrowsedModel {
    let timestamps = self.timestamps
    if let model = kept(at: timestamps)?.model { return model }
    let model = try store.model(candidates: versions.candidates())
    keep(at: timestamps) { $0.model = model }
    return model
  }

  /// The contents of the store, and the problems that are found as fast as counting is.
  func inspection() throws(BrowsingError) -> StoreInspection {
    watch?.begin()
    let timestamps = self.timestamps
    if let inspection = kept(at: timestamps)?.inspection { return inspection }
    let inspection = try store.inspection(.survey, candidates: versions.candidates())
    keep(at: timestamps) { $0.inspection = inspection }
    return inspection
  }

  /// The contents of the store, and all its problems.
  func verification() throws(BrowsingError) -> StoreInspection {
    try store.inspection(.everything, candidates: versions.candidates())
  }

  func reading<Answer: Sendable>(
    _ body: @Sendable (StoreReader) throws -> Answer
  ) throws(BrowsingError) -> Answer {
    // The page must be notified of a save that happens while it is rendered.
    watch?.begin()
    let model = try model()
    if let editor, let answer = try editor.reading(body) { return answer }
    return try store.reading(model, body)
  }

  // MARK: Editing

  /// Records an action for the next page, and notifies open pages of a change.
  func announce(_ text: String) {
    note.withLock { $0 = text }
    // The first edit creates a log beside the store, of which open pages need not be notified.
    seen.withLock { $0 = store.file.map { Timestamps($0) } }
    // The same applies to the studio's own saves on a server.
    _ = watch?.hasChanged()
    live.announce("changed")
  }

  /// Returns and clears the message for the page that is being rendered.
  func takeNote() -> String? {
    note.withLock { note in
      defer { note = nil }
      return note
    }
  }

  private var timestamps: Timestamps? {
    var timestamps = store.file.map { Timestamps($0) }
    timestamps?.versions = versions.timestamps()
    return timestamps
  }

  /// The cached state for timestamps; nil for a server, where other programs make unnoticed changes.
  private func kept(at timestamps: Timestamps?) -> Known? {
    known.withLock { known in
      guard let timestamps, known.timestamps == timestamps else { return nil }
      return known
    }
  }

  private func keep(at timestamps: Timestamps?, _ change: (inout Known) -> Void) {
    guard let timestamps else { return }
    known.withLock { known in
      if known.timestamps != timestamps { known = Known(timestamps: timestamps) }
      change(&known)
    }
  }

  /// Notifies open pages if the files have changed.
  func look() {
    guard let file = store.file else { return }
    let now = Timestamps(file)
    let hasChanged = seen.withLock { seen in
      defer { seen = now }
      return seen != now
    }
    if hasChanged { live.announce("changed") }
  }

  /// The number of looks without an open page after which the connection to a server is closed: a page that is
  /// reloaded is away only for a moment.
  private static let mostIdleLooks = 10

  /// Notifies open pages if other programs have saved to the store on a server.
  func lookAtServer() {
    guard let watch else { return }
    let idle = idleLooks.withLock { count in
      count = live.isEmpty ? count + 1 : 0
      return count
    }
    guard idle == 0 else {
      if idle == Self.mostIdleLooks { watch.end() }
      return
    }
    if watch.hasChanged() { live.announce("changed") }
  }
}

/// The editing mode of a store.
package enum StoreEditing: Sendable, Hashable {
  case never

  /// The store is copied before the first save.
  case afterBackup
  case withoutBackup
}
