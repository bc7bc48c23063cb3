import Diagnostics
import Files
import ManagedModel
import ModelFiles

/// A model in its files, with one version that is edited.
///
/// Nothing is written before ``save()``, which overwrites a file only if it is unchanged since it was read.
package struct EditedBundle: Sendable {
  package let path: String
  package let form: ModelBundle.Form

  /// The versions by name, in the order of the bundle.
  package internal(set) var versions: [EditedVersion]

  /// The name of the version that element edits concern.
  package internal(set) var editedName: String

  /// The name of the current version; nil where the bundle does not say.
  package internal(set) var currentName: String?

  private var savedCurrentName: String?
  private var currentBytes: [UInt8]?
  var removed: [EditedVersion] = []

  /// The steps that can be undone and redone.
  var steps = BundleSteps()

  /// A bundle that was read.
  ///
  /// - Parameter loaded: The version to edit.
  /// - Throws: The reason why it cannot be edited.
  package init(_ loaded: LoadedModel) throws(EditProblem) {
    switch loaded.bundle.form {
    case .compiled, .compiledVersions:
      throw EditProblem(
        "a compiled model cannot be edited",
        hint: "edit the model from which it was compiled"
      )
    case .standardInput:
      throw EditProblem("a model from standard input cannot be edited in place")
    case .versioned, .single: break
    }
    path = loaded.bundle.path
    form = loaded.bundle.form
    editedName = loaded.version.name
    if case .named(let name) = loaded.bundle.current { savedCurrentName = name }
    currentName = savedCurrentName
    let files = FileReader()
    if case .versioned = form { currentBytes = try? files.bytes(of: path + "/.xccurrentversion") }
    versions = loaded.bundle.versions.map { version in
      EditedVersion(
        name: version.name,
        path: version.path,
        original: version.name == loaded.version.name ? loaded.source.bytes : nil,
        history: version.name == loaded.version.name ? EditHistory(loaded.model) : nil
      )
    }
  }

  /// A bundle that does not exist yet, with one version of the same name.
  package init(newAt path: String) throws(EditProblem) {
    let path = path.trimmingSlashes
    let name = PathName(path)
    guard name.fileExtension == "xcdatamodeld", !name.stem.isEmpty else {
      throw EditProblem("a new model is named like 'Model.xcdatamodeld'")
    }
    guard FileReader().kind(of: path) == nil || FileReader().hasOnlyLeftOvers(path) else {
      throw EditProblem("'\(path)' already exists", hint: "leave out --create")
    }
    self.path = path
    form = .versioned
    editedName = name.stem
    currentName = name.stem
    versions = [
      EditedVersion(
        name: name.stem,
        path: "\(path)/\(name.stem).xcdatamodel/contents",
        original: nil,
        history: EditHistory(.new)
      )
    ]
  }

  /// The version that is edited.
  package var edited: EditedVersion? { versions.first { $0.name == editedName } }

  /// The model that is edited, with its history.
  package var history: EditHistory {
    get { edited?.history ?? EditHistory(Model()) }
    set {
      guard let position = versions.firstIndex(where: { $0.name == editedName }) else { return }
      versions[position].history = newValue
    }
  }

  // MARK: Editing

  /// Applies edits in turn, all of them or none.
  package mutating func apply(_ edits: [BundleEdit]) throws(EditProblem) {
    var changed = self
    for edit in edits {
      switch edit {
      case .element(let edit): try changed.applyTogether([edit])
      case .version(let edit): try changed.apply(edit)
      }
    }
    self = changed
  }

  /// Applies edits to the edited version as one step: all of them or none.
  package mutating func applyTogether(_ edits: [ElementEdit]) throws(EditProblem) {
    if try history.apply(edits) { steps.add(.model(version: editedName)) }
  }

  private mutating func apply(_ edit: VersionEdit) throws(EditProblem) {
    guard case .versioned = form else {
      throw EditProblem(
        "a single model has no versions",
        hint: "versions are in a .xcdatamodeld folder"
      )
    }
    switch edit {
    case .add(let name, let source, let isCurrent):
      let (edited, current) = (editedName, currentName)
      try add(name, from: source)
      if isCurrent { currentName = name }
      if let version = versions.last {
        steps.add(
          .added(version, editedBefore: edited, currentBefore: current, isCurrent: isCurrent)
        )
      }
    case .setCurrent(let name):
      _ = try version(name)
      if currentName != name { steps.add(.madeCurrent(name, before: currentName)) }
      currentName = name
    case .remove(let name):
      _ = try version(name)
      guard name != currentName else {
        throw EditProblem(
          "'\(name)' is the current version",
          hint: "make another one current first"
        )
      }
      guard name != editedName else { throw EditProblem("'\(name)' is the version being edited") }
      readForUndo(name)
      if let (version, position) = take(name) { steps.add(.removed(version, at: position)) }
    }
  }

  /// Reads as much as possible of a version that is about to be removed, so that it can be written again.
  private mutating func readForUndo(_ name: String) {
    var copy = self
    guard (try? copy.edit(version: name)) != nil else { return }
    versions = copy.versions
  }

  /// Makes another version the edited one; edits of the others are kept.
  package mutating func edit(version name: String) throws(EditProblem) {
    guard let position = versions.firstIndex(where: { $0.name == name }) else {
      _ = try version(name)
      return
    }
    if versions[position].history == nil {
      guard let bytes = try? FileReader().bytes(of: versions[position].path),
        let model = ContentsReader.read(bytes).model
      else { throw EditProblem("the version '\(name)' cannot be read") }
      versions[position].original = bytes
      versions[position].history = EditHistory(model)
    }
    editedName = name
  }

  /// Whether any file would be written or removed; it is computed without writing the models.
  package var isChanged: Bool {
    !removed.isEmpty || namesOtherVersion || versions.contains(where: \.isChanged)
  }

  /// Whether the current version is another than in the files.
  private var namesOtherVersion: Bool { currentName != nil && currentName != savedCurrentName }

  /// The paths of the files that would be written or removed.
  package var changedPaths: [(path: String, isRemoved: Bool)] {
    versions.filter(\.isChanged).map { ($0.path, false) }
      + (namesOtherVersion ? [(currentPath, false)] : []) + removed.map { ($0.path, true) }
  }

  private var currentPath: String { path + "/.xccurrentversion" }

  private func version(_ name: String) throws(EditProblem) -> EditedVersion {
    guard let version = versions.first(where: { $0.name == name }) else {
      throw EditProblem(
        "there is no version '\(name)'",
        hint: Suggestion.didYouMean(name, among: versions.map(\.name))
      )
    }
    return version
  }

  private mutating func add(_ name: String, from source: String?) throws(EditProblem) {
    let isFolder = !name.contains("/") && !name.contains("\0") && !name.hasPrefix(".")
    guard !name.isEmpty, isFolder, name.utf8.count <= 200 else {
      throw EditProblem("'\(name)' cannot be the name of a version")
    }
    guard !versions.contains(where: { $0.name.lowercased() == name.lowercased() }) else {
      throw EditProblem("there is already a version '\(name)'")
    }
    let model: Model
    if let source, source != editedName {
      model = try read(try version(source))
    } else {
      model = history.model
    }
    // The copied version keeps its contents, with the edits made before.
    versions.append(
      EditedVersion(
        name: name,
        path: "\(path)/\(name).xcdatamodel/contents",
        original: nil,
        history: EditHistory(model)
      )
    )
    editedName = name
  }

  private func read(_ version: EditedVersion) throws(EditProblem) -> Model {
    if let history = version.history { return history.model }
    guard let bytes = try? FileReader().bytes(of: version.path),
      let model = ContentsReader.read(bytes).model
    else { throw EditProblem("the version '\(version.name)' cannot be read") }
    return model
  }
}

/// A version of a bundle that is edited.
package struct EditedVersion: Sendable {
  package let name: String

  /// The file of the version.
  package let path: String

  /// The bytes of the file as they were read; nil for a new version, and for one that is not edited.
  package internal(set) var original: [UInt8]?

  /// The model and its edits; nil for a version that is not edited.
  package var history: EditHistory?

  /// The bytes that the file is to have; nil if it stays as it is.
  package var changedBytes: [UInt8]? {
    guard isChanged, let history else { return nil }
    return ContentsWriter.write(history.model)
  }

  /// Whether the file is to be written.
  package var isChanged: Bool { history.map { original == nil || $0.isChanged } ?? false }
}

// MARK: Saving

/// A file and its bytes, before and after edits.
package struct ChangedFile: Sendable, Hashable {
  package let path: String
  package let old: [UInt8]?

  /// The new bytes; nil for a file that is removed.
  package let new: [UInt8]?
}

/// The reason why nothing, or not everything, was saved.
package enum SaveProblem: Error, Sendable {
  /// A file has changed since it was read. Nothing was written.
  case changedMeanwhile(path: String)
  case file(path: String, FileProblem)
}

extension EditedBundle {
  /// The files that saving would change.
  package var changedFiles: [ChangedFile] {
    var files = versions.compactMap { version in
      version.changedBytes.map { ChangedFile(path: version.path, old: version.original, new: $0) }
    }
    if let currentName, namesOtherVersion {
      files.append(
        ChangedFile(
          path: currentPath,
          old: currentBytes,
          new: CurrentVersionFile.bytes(naming: currentName)
        )
      )
    }
    return files + removed.map { ChangedFile(path: $0.path, old: $0.original, new: nil) }
  }

  /// Writes the changes: the models first, then the name of the current version.
  package mutating func save() throws(SaveProblem) {
    let files = changedFiles
    guard !files.isEmpty else { return }
    let writer = FileWriter()
    if case .versioned = form { try folder(path, writer) }
    let lock = try lock(lockedFolder)
    if case .versioned = form { VersionFolder.removeLeftOvers(in: path) }
    for file in files where file.new != nil {
      let now = FileReader().kind(of: file.path) == nil ? nil : try read(file.path)
      guard now == file.old else { throw .changedMeanwhile(path: file.path) }
    }
    for file in files {
      guard let bytes = file.new else {
        try removeVersion(file.path)
        continue
      }
      do {
        let folder = file.path.folder
        if file.old == nil, FileReader().kind(of: folder) == nil {
          try VersionFolder.make(PathName(folder).last, in: path, bytes)
        } else {
          try writer.write(bytes, to: file.path)
        }
      } catch {
        throw .file(path: file.path, error)
      }
      noteSaved(file.path, bytes)
    }
    removed = []
    withExtendedLifetime(lock) {}
  }

  private var lockedFolder: String {
    if case .versioned = form { return path }
    return FileReader().kind(of: path) == .folder ? path : path.folder
  }

  private func lock(_ path: String) throws(SaveProblem) -> FolderLock {
    do {
      return try FolderLock(path)
    } catch {
      throw .file(path: path, error)
    }
  }

  private func folder(_ path: String, _ writer: FileWriter) throws(SaveProblem) {
    do {
      try writer.makeFolder(path)
    } catch {
      throw .file(path: path, error)
    }
  }

  private func read(_ path: String) throws(SaveProblem) -> [UInt8] {
    do {
      return try FileReader().bytes(of: path)
    } catch {
      throw .file(path: path, error)
    }
  }

  private func removeVersion(_ path: String) throws(SaveProblem) {
    let folder = PathName(path).last == "contents" ? path.folder : path
    if let problem = VersionFolder.remove(folder) {
      throw .file(path: folder, FileProblem(errorNumber: problem))
    }
  }

  private mutating func noteSaved(_ path: String, _ bytes: [UInt8]) {
    if let position = versions.firstIndex(where: { $0.path == path }) {
      versions[position].original = bytes
      versions[position].history?.markSaved()
    } else {
      currentBytes = bytes
      savedCurrentName = currentName
    }
  }
}

extension String {
  /// The path of the folder that a file is in.
  fileprivate var folder: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
