import Files
import TemplateEngine

/// Compares one planned file with its place on disk; inspections are independent, so that any thread can
/// run them.
struct FileInspection: Sendable {
  let file: PlannedFile

  /// The file's content, if it has been rendered already.
  let content: FileContent?

  /// The file at its path, or the reason why there can be none.
  let location: Result<OutputFolder.Location, FileProblem>

  /// The record of the existing file in the manifest.
  let record: Manifest.Record?

  enum Finding: Sendable {
    case surveyed(FolderSurvey.SurveyedFile)
    case badTemplate(TemplateError)
    case unwritable(FileProblem)

    /// The existing file cannot be compared.
    case unreadable(FileProblem)
  }

  /// The result for the file, determined in a lane of its own.
  func finding(lane: Int) -> Finding {
    do {
      let location = try location.get()
      if file.mode == .once, location != .missing {
        return .surveyed(.init(file: file, state: .kept, content: nil))
      }
      let content = try content ?? FileContent(file.bytes(lane: lane))
      let state: FolderSurvey.State
      do throws(FileProblem) {
        state = try self.state(of: location, content.bytes)
      } catch {
        return .unreadable(error)
      }
      // The manifest will need them, and here the work is distributed over all processors.
      if file.mode == .always {
        _ = content.digest
        if state != .same { _ = content.fingerprint }
      }
      return .surveyed(.init(file: file, state: state, content: content))
    } catch let error as TemplateError {
      return .badTemplate(error)
    } catch {
      return .unwritable(error as? FileProblem ?? FileProblem("\(error)"))
    }
  }

  private func state(
    of location: OutputFolder.Location,
    _ content: [UInt8]
  ) throws(FileProblem) -> FolderSurvey.State {
    guard case .file(let path) = location else { return .missing }
    let existing = try FileReader().bytes(of: path)
    // As memory: a run without changes does little else than compare.
    let isSame = existing.count == content.count && memcmp(existing, content, content.count) == 0
    guard !isSame else { return .same }
    // Replacing a text without a visible difference loses nothing.
    let origin =
      existing.asCompared == content.asCompared ? .generated : FileOrigin(of: existing, record)
    return .different(existing: existing, origin: origin)
  }
}
