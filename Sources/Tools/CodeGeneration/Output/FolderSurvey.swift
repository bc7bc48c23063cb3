import Diagnostics
import Files
import ManagedModel
import ModelFiles
import Parallelism
import TemplateEngine

/// The comparison of a plan with its folder: files that would be written, files that stay, and
/// stale files, which are no longer generated.
///
/// A survey changes nothing on disk.
package struct FolderSurvey: Sendable {
  /// The planned files in the order of the plan, without those that cannot be written.
  package private(set) var files: [SurveyedFile] = []

  /// Files that the same producers generated earlier and no longer do, by path.
  package private(set) var stale: [StaleFile] = []

  /// The problems that prevent writing.
  package private(set) var diagnostics: [Diagnostic] = []

  var folder: OutputFolder

  /// The existing manifest; nil for a folder without one.
  private(set) var oldManifest: Manifest?

  /// The new manifest, without stale files.
  private(set) var newManifest = Manifest()

  /// A planned file and its present state.
  package struct SurveyedFile: Sendable {
    package let file: PlannedFile
    package let state: State

    /// The new content; nil for a file that belongs to the user, which is not rendered.
    package let content: FileContent?
  }

  /// The present state of a file.
  package enum State: Sendable, Hashable {
    case missing
    /// It is up to date.
    case same
    case different(existing: [UInt8], origin: FileOrigin)
    /// It belongs to the user.
    case kept
  }

  /// A file that was generated earlier and no longer is.
  package struct StaleFile: Sendable, Hashable {
    package let path: String
    package let state: State
    let key: Manifest.Key
    let record: Manifest.Record

    package enum State: Sendable {
      /// It is unchanged since it was generated.
      case unmodified
      /// It was edited.
      case modified
      /// It belongs to the user.
      case yours
    }
  }

  private init(_ folder: OutputFolder) { self.folder = folder }

  /// Renders the files of a plan and compares them with a folder.
  ///
  /// - Parameters:
  ///   - path: The path of the folder, as the user wrote it.
  ///   - plan: The complete plan for the folder.
  ///   - inputs: The digest of the inputs of the plan, if they determine its files and nothing was reported so far.
  ///   - earlier: An earlier survey of the same folder for the same plan, whose rendered texts are reused.
  /// - Returns: The comparison.
  /// - Throws: The reason why the folder cannot exist.
  package static func of(
    _ path: String,
    for plan: GenerationPlan,
    from inputs: String? = nil,
    after earlier: FolderSurvey? = nil
  ) throws(FileProblem) -> Self {
    var survey = Self(try OutputFolder.at(path))
    survey.compare(with: plan, after: earlier)
    survey.recordRun(inputs, of: plan)
    return survey
  }

  private mutating func compare(with plan: GenerationPlan, after earlier: FolderSurvey?) {
    readManifest()
    let inspections = plan.files.enumerated().map { index, file in
      inspection(of: file, earlier.flatMap { $0.content(of: file, at: index) })
    }
    for (file, finding) in zip(plan.files, inspections.concurrentMap { $0.finding(lane: $1) }) {
      note(finding, of: file)
    }
    diagnostics += plan.unknownNameWarnings
    findStaleFiles(plan)
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  // MARK: Manifest

  private var manifestPath: String { path(of: Manifest.fileName) }

  private mutating func readManifest() {
    do {
      guard case .file(let path) = try folder.location(of: Manifest.fileName) else { return }
      oldManifest = try Manifest(FileReader().bytes(of: path), path: manifestPath)
      newManifest = oldManifest ?? Manifest()
    } catch Manifest.Unreadable.tooNew(let place) {
      report(.error, .manifest, "the manifest was written by a later momgen", at: place)
    } catch Manifest.Unreadable.broken(let problem) {
      report(
        .warning,
        .manifest,
        "the manifest is invalid: \(problem.message)",
        at: problem.place,
        hint:
          "restore it from version control; otherwise it is recreated once no generated file "
          + "differs or 'momgen generate --force' is given"
      )
    } catch {
      let reason = (error as? FileProblem)?.reason ?? "\(error)"
      report(
        .error,
        .manifest,
        "cannot read the manifest: \(reason)",
        at: Place(path: manifestPath)
      )
    }
  }

  private func record(of path: String) -> Manifest.Record? {
    guard let oldManifest else { return nil }
    for files in oldManifest.files.values {
      if let record = files[path] { return record }
    }
    return nil
  }

  // MARK: Planned files

  /// The content of a file that has been rendered already.
  private func content(of file: PlannedFile, at index: Int) -> FileContent? {
    guard files.indices.contains(index), files[index].file.path == file.path else { return nil }
    return files[index].content
  }

  private mutating func inspection(
    of file: PlannedFile,
    _ content: FileContent?
  ) -> FileInspection {
    do throws(FileProblem) {
      return FileInspection(
        file: file,
        content: content,
        location: .success(try folder.location(of: file.path.text)),
        record: record(of: file.path.text)
      )
    } catch {
      return FileInspection(
        file: file,
        content: content,
        location: .failure(error),
        record: nil
      )
    }
  }

  private mutating func note(_ finding: FileInspection.Finding, of file: PlannedFile) {
    switch finding {
    case .surveyed(let surveyed):
      files.append(surveyed)
    case .badTemplate(let error):
      reportTemplate(error, file)
    case .unwritable(let problem):
      report(
        .error,
        .outputFolder,
        "the file cannot be written: \(problem.reason)",
        at: Place(path: path(of: file.path.text))
      )
    case .unreadable(let problem):
      report(
        .error,
        .outputFolder,
        "the file that is there cannot be read: \(problem.reason)",
        at: Place(path: path(of: file.path.text)),
        hint: "it must be compared with the output; make it readable, or remove it"
      )
    }
  }

  private mutating func reportTemplate(_ error: TemplateError, _ file: PlannedFile) {
    for var diagnostic in error.diagnostics {
      // Every entity causes the same mistake, which is reported once.
      let isKnown = diagnostics.contains {
        $0.place == diagnostic.place && $0.message == diagnostic.message
      }
      guard !isKnown else { continue }
      diagnostic.notes.append(
        Diagnostic.Note("while making this file", at: Place(path: file.path.text))
      )
      diagnostics.append(diagnostic)
    }
  }

  private mutating func report(
    _ severity: Severity,
    _ rule: PlanRule,
    _ message: String,
    at place: Place,
    hint: String? = nil
  ) {
    diagnostics.append(
      Diagnostic(severity, rule: rule.rawValue, message, at: place, hint: hint)
    )
  }

  // MARK: Stale files

  private func keys(of plan: GenerationPlan) -> [Producer: Manifest.Key] {
    Dictionary(
      plan.producers.map { ($0, folder.key(of: $0)) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Compares the files that the producers generated earlier with the planned ones.
  private mutating func findStaleFiles(_ plan: GenerationPlan) {
    let keys = keys(of: plan)
    let paths = newManifest.files.isEmpty ? [] : Set(plan.files.map(\.path.text))
    // Needed only for files that are no longer generated.
    lazy var planned = Dictionary(
      plan.files.map { ($0.path.collisionKey, $0.path.text) },
      uniquingKeysWith: { first, _ in first }
    )
    let singleTemplates = Set(keys.filter { $0.key.isSingleTemplate }.values)
    for key in Set(keys.values) {
      let earlier = oldManifest?.files[key] ?? [:]
      guard !singleTemplates.contains(key) else {
        // The user names each file of a single template, so that none replaces another.
        newManifest.files[key] = earlier.filter { exists($0.key) }
        continue
      }
      for (path, record) in earlier {
        // Other texts that are equal to Swift may be different files.
        if paths.contains(path), path.utf8.allSatisfy({ $0 < 0x80 }) { continue }
        guard !isPlanned(path, planned), let state = staleState(of: path, record) else { continue }
        stale.append(StaleFile(path: path, state: state, key: key, record: record))
      }
      newManifest.files[key] = nil
    }
    stale.sort { $0.path.precedesByCodePoint($1.path) }
    for key in newManifest.files.keys {
      newManifest.files[key] = newManifest.files[key]?.filter { !paths.contains($0.key) }
    }
    for (key, files) in files(by: keys) {
      var records = newManifest.files.removeValue(forKey: key) ?? [:]
      records.reserveCapacity(records.count + files.count)
      for file in files { records[file.file.path.text] = newRecord(of: file) }
      newManifest.files[key] = records
    }
    newManifest.files = newManifest.files.filter { !$0.value.isEmpty }
  }

  /// Records the run in the manifest, so that the next one with the same inputs need not repeat it.
  ///
  /// It must repeat it if something was reported. Other producers whose files now belong to this run have to as well.
  private mutating func recordRun(_ inputs: String?, of plan: GenerationPlan) {
    let keys = keys(of: plan)
    newManifest.runs = newManifest.runs.filter { key, _ in
      !keys.values.contains(key) && newManifest.files[key] == oldManifest?.files[key]
    }
    guard let inputs, diagnostics.isEmpty, stale.isEmpty else { return }
    var outputs: [Manifest.Key: [(path: String, digest: String)]] = [:]
    for (key, files) in files(by: keys) {
      outputs[key, default: []] += files.compactMap { file in
        guard file.file.mode == .always, let content = file.content else { return nil }
        return (file.file.path.text, content.digest)
      }
    }
    for key in keys.values where newManifest.files[key] != nil {
      newManifest.runs[key] = Manifest.Run(
        inputs: inputs,
        outputs: Manifest.Run.outputs(of: outputs[key] ?? [])
      )
    }
  }

  /// The files in runs with the same producer, by their keys in the manifest.
  private func files(
    by keys: [Producer: Manifest.Key]
  ) -> [(key: Manifest.Key, files: ArraySlice<SurveyedFile>)] {
    var runs: [(key: Manifest.Key, files: ArraySlice<SurveyedFile>)] = []
    var start = 0
    while start < files.count {
      let producer = files[start].file.producer
      let end = files[start...].firstIndex { $0.file.producer != producer } ?? files.count
      if let key = keys[producer] { runs.append((key, files[start..<end])) }
      start = end
    }
    return runs
  }

  /// Whether a path is that of a planned file, on this file system.
  private mutating func isPlanned(_ path: String, _ planned: [String: String]) -> Bool {
    guard let other = planned[path.lowercased()] else { return false }
    if Array(other.utf8) == Array(path.utf8) { return true }
    guard case .file(let left)? = try? folder.location(of: path),
      case .file(let right)? = try? folder.location(of: other)
    else { return false }
    return FileIdentity(left) == FileIdentity(right)
  }

  private mutating func exists(_ path: String) -> Bool {
    guard case .file? = try? folder.location(of: path) else { return false }
    return true
  }

  private mutating func staleState(
    of path: String,
    _ record: Manifest.Record
  ) -> StaleFile.State? {
    guard case .file(let file)? = try? folder.location(of: path) else { return nil }
    guard record != .once else { return .yours }
    // The target of the link is not the generated file.
    guard file.hasSuffix("/\(path)"), let content = try? FileReader().bytes(of: file),
      record.matches(content)
    else { return .modified }
    return .unmodified
  }

  /// The record of a file that is up to date.
  private func newRecord(of file: SurveyedFile) -> Manifest.Record {
    guard let content = file.content, file.file.mode == .always else { return .once }
    if file.state == .same, case .always(let known)? = record(of: file.file.path.text),
      known.bytes == content.bytes.count
    {
      return .always(known)
    }
    return .always(content.fingerprint)
  }
}
