import Diagnostics
import Files
import ManagedModel
import ModelFiles

/// The number of files with each outcome.
package struct FileCounts: Sendable, Hashable {
  package var written = 0
  package var unchanged = 0

  /// Files that belong to the user.
  package var kept = 0
  package var removed = 0

  /// Files that still exist, but are no longer generated.
  package var stale = 0

  package init() {}

  package static func += (left: inout Self, right: Self) {
    left.written += right.written
    left.unchanged += right.unchanged
    left.kept += right.kept
    left.removed += right.removed
    left.stale += right.stale
  }
}

extension FileCounts: CustomStringConvertible {
  /// The counts, such as `3 written, 5 unchanged, 1 kept (yours)`.
  package var description: String { text(isTrial: false) }

  /// The counts in words.
  ///
  /// - Parameter isTrial: Whether nothing was done: `3 would be written`.
  /// - Returns: The counts, separated by commas.
  package func text(isTrial: Bool) -> String {
    let done = isTrial ? "would be " : ""
    var parts = ["\(written) \(done)written", "\(unchanged) unchanged"]
    if kept > 0 { parts.append("\(kept) kept (yours)") }
    if removed > 0 { parts.append("\(removed) \(done)removed") }
    if stale > 0 { parts.append("\(stale) stale") }
    return parts.joined(separator: ", ")
  }
}

extension FolderSurvey {
  /// Whether a commit would change nothing.
  package func isUpToDate(pruning: Bool) -> Bool {
    counts(pruning: pruning).written == 0 && manifest(pruning: pruning) == nil
      && !(pruning && stale.contains { $0.state == .unmodified })
  }

  /// The effect of a commit.
  package func counts(pruning: Bool) -> FileCounts {
    var counts = FileCounts()
    for file in files {
      switch file.state {
      case .missing, .different: counts.written += 1
      case .same: counts.unchanged += 1
      case .kept: counts.kept += 1
      }
    }
    for file in stale where file.state != .yours {
      if pruning && file.state == .unmodified { counts.removed += 1 } else { counts.stale += 1 }
    }
    return counts
  }

  /// Remarks on files that are no longer generated, or also by another model.
  package func remarks(pruning: Bool) -> [Diagnostic] {
    rivalries + staleRemarks(pruning: pruning)
  }

  private func staleRemarks(pruning: Bool) -> [Diagnostic] {
    stale.compactMap { file in
      let place = Place(path: path(of: file.path))
      switch file.state {
      case .unmodified where pruning: return nil
      case .unmodified:
        return Diagnostic(
          .warning,
          rule: PlanRule.staleFile.rawValue,
          "this generated file is no longer generated",
          at: place,
          hint: "'momgen generate --prune' removes it"
        )
      case .modified:
        return Diagnostic(
          .warning,
          rule: pruning ? PlanRule.yours.rawValue : PlanRule.staleFile.rawValue,
          "this generated file is no longer generated, but it was edited",
          at: place,
          hint: "remove it yourself if you do not need it"
        )
      case .yours:
        guard pruning else { return nil }
        return Diagnostic(
          .note,
          rule: PlanRule.yours.rawValue,
          "this file is no longer generated; it is yours and is kept",
          at: place
        )
      }
    }
  }

  /// A warning for each other model that generates files of the same names: runs for the two models would replace
  /// them in turns.
  private var rivalries: [Diagnostic] {
    var paths: [String: [String]] = [:]
    var modelsOfProducers: [Producer: [String]] = [:]
    for file in files {
      guard case .different = file.state else { continue }
      let (path, producer) = (file.file.path.text, file.file.producer)
      let models = modelsOfProducers[producer] ?? folder.key(of: producer).models
      modelsOfProducers[producer] = models
      for (key, records) in oldManifest?.files ?? [:] where records[path] != nil {
        for model in key.models where !models.contains(model) && isThere(model) {
          paths[model, default: []].append(path)
        }
      }
    }
    return paths.keys.sortedByCodePoint().map { model in
      let names = paths[model, default: []].sortedByCodePoint()
      let more = names.count > 1 ? ", as were \(names.count - 1) more" : ""
      return Diagnostic(
        .warning,
        rule: PlanRule.sharedPath.rawValue,
        "the file was generated from another model, \(model.visible)\(more): runs for the two "
          + "replace one another's "
          + "files",
        at: Place(path: path(of: names[0])),
        hint: "give each model an output folder of its own"
      )
    }
  }

  /// Whether a model still exists, by its path relative to the folder.
  private func isThere(_ model: String) -> Bool {
    guard model != "-", let root = folder.root else { return false }
    return FileReader().kind(of: model.hasPrefix("/") ? model : "\(root)/\(model)") != nil
  }

  /// An error for each file that a commit would replace although the program does not own it.
  package var refusals: [Diagnostic] {
    files.compactMap { file in
      guard case .different(_, let origin) = file.state else { return nil }
      return Self.refusal(of: origin, at: Place(path: path(of: file.file.path.text)))
    }
  }

  private static func refusal(of origin: FileOrigin, at place: Place) -> Diagnostic? {
    func refusal(_ rule: PlanRule, _ message: String, _ hint: String) -> Diagnostic {
      Diagnostic(
        .error,
        rule: rule.rawValue,
        message,
        at: place,
        hint: "\(hint); 'momgen generate --force' replaces it"
      )
    }
    switch origin {
    case .generated: return nil
    case .edited:
      return refusal(
        .edited,
        "the generated file was edited, and the edits would be lost",
        "move them to a file of your own, such as an extension of the class"
      )
    case .uncertain:
      return refusal(
        .edited,
        "the generated file may have been edited, and edits would be lost: the manifest does not "
          + "list it",
        "put \(Manifest.fileName) back, as it was when the file was generated"
      )
    case .user:
      return refusal(
        .yours,
        "the file was created for you to edit, and would be replaced",
        "move it away, or give the generated file another name"
      )
    case .foreign:
      return refusal(
        .foreign,
        "momgen did not create this file, and would replace it",
        "move it away, or choose another output folder"
      )
    }
  }

  /// Writes all files as a new folder, if the survey has found none.
  ///
  /// - Returns: Whether this was possible. If there is a folder by now, or none can be moved to its place, nothing has
  ///   changed.
  /// - Throws: The file that cannot be written, and the reason; nothing has changed then.
  package func commitAsNewFolder() throws(DiagnosticError) -> Bool {
    guard folder.root == nil, let manifest = manifest(pruning: false),
      var newFolder = try? NewFolder.beside(folder.path)
    else { return false }
    var contents = [
      NewFolder.File(path: Manifest.fileName) { Array(manifest.text.utf8) }
    ]
    contents += files.compactMap { file in
      file.content.map { content in
        NewFolder.File(path: file.file.path.text) { content.bytes }
      }
    }
    do throws(StagedFiles.Failure) {
      try newFolder.write(contents)
    } catch {
      newFolder.discard()
      throw DiagnosticError(.cannotWrite(path(of: error.path), error.problem))
    }
    guard newFolder.moveIntoPlace() else {
      newFolder.discard()
      return false
    }
    return true
  }

  /// Writes all changes, or nothing if one of them fails.
  ///
  /// Unchanged files are not touched. All others are replaced: check ``refusals``
  /// before.
  ///
  /// - Parameter pruning: Whether unmodified stale files are removed.
  /// - Throws: The file that cannot be written, and the reason.
  package func commit(pruning: Bool) throws(DiagnosticError) {
    var staging = StagedFiles()
    var folder = self.folder
    do throws(StagedFiles.Failure) {
      let manifest = manifest(pruning: pruning)
      // Before any file: otherwise the next run after a killed one would consider files edited.
      let transition = manifest.map { self.transition(to: $0) }
      if let transition { try stage(transition, &staging) }
      for file in files { try stage(file, &folder, &staging) }
      if let manifest, manifest != transition { try stage(manifest, &staging) }
      try staging.write()
      // While the manifest still lists them.
      if pruning { removeStaleFiles() }
      try staging.commit()
    } catch {
      staging.rollBack()
      throw DiagnosticError(.cannotWrite(shown(error.path), error.problem))
    }
  }

  private func stage(
    _ file: SurveyedFile,
    _ folder: inout OutputFolder,
    _ staging: inout StagedFiles
  ) throws(StagedFiles.Failure) {
    guard let content = file.content, file.state != .same else { return }
    let target: String
    do throws(FileProblem) {
      target = try folder.destination(of: file.file.path.text)
    } catch {
      throw StagedFiles.Failure(path: path(of: file.file.path.text), problem: error)
    }
    try staging.stage(content.bytes, for: target, replaces: file.file.mode == .always)
  }

  private func stage(
    _ manifest: Manifest,
    _ staging: inout StagedFiles
  ) throws(StagedFiles.Failure) {
    try staging.stage(Array(manifest.text.utf8), for: manifestTarget, replaces: true)
  }

  /// The manifest that is valid while files are replaced.
  private func transition(to manifest: Manifest) -> Manifest {
    var replaced: [String: Manifest.Fingerprint] = [:]
    for file in files {
      guard case .different(let existing, _) = file.state else { continue }
      replaced[file.file.path.text] = Manifest.Fingerprint(of: existing)
    }
    guard !replaced.isEmpty else { return manifest }
    var manifest = manifest
    manifest.files = manifest.files.mapValues { records in
      var records = records
      for (path, record) in records {
        guard case .always(let new) = record, let old = replaced[path] else { continue }
        records[path] = .changing(from: old, to: new)
      }
      return records
    }
    return manifest
  }

  /// The manifest to write, or nil when the existing one is up to date.
  private func manifest(pruning: Bool) -> Manifest? {
    var manifest = newManifest
    for file in stale where !(pruning && file.state == .unmodified) {
      manifest.files[file.key, default: [:]][file.path] = file.record
    }
    guard manifest != oldManifest else { return nil }
    return oldManifest == nil && manifest.files.isEmpty ? nil : manifest
  }

  private func removeStaleFiles() {
    var folder = folder
    for file in stale where file.state == .unmodified {
      if case .file(let path)? = try? folder.location(of: file.path) { unlink(path) }
    }
  }

  /// The path to which the manifest is written: that of the existing file, with links resolved, or of a new one.
  private var manifestTarget: String {
    var folder = folder
    let target = try? folder.destination(of: Manifest.fileName)
    return target ?? PathText.join(folder.root ?? folder.path, Manifest.fileName)
  }

  /// The path of a file as the user would write it.
  package func path(of file: String) -> String {
    folder.path == "." ? file : PathText.join(folder.path, file)
  }

  /// A path on disk as the user would write it.
  private func shown(_ path: String) -> String {
    guard let root = folder.root, path.hasPrefix(PathText.join(root, "")) else { return path }
    return self.path(of: String(path.dropFirst(PathText.join(root, "").count)))
  }
}
