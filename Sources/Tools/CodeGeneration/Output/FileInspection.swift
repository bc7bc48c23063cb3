import Files
import TemplateEngine

/// One planned file and where it is to stand; what comes of it depends on no other, so that any thread can
/// find it out.
struct FileInspection: Sendable {
  let file: PlannedFile

  /// The file's content, if it was rendered already.
  let content: FileContent?

  /// The thing at its path, or why there can be none.
  let location: Result<OutputFolder.Location, FileProblem>

  /// The record of the existing file in the manifest.
  let record: Manifest.Record?

  enum Finding: Sendable {
    case surveyed(FolderSurvey.SurveyedFile)
    case badTemplate(TemplateError)
    case unwritable(FileProblem)

    /// The file that is there cannot be compared.
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
      // The manifest will ask for it, and here the work is spread over all processors.
      if file.mode == .always, state != .same { _ = content.fingerprint }
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
    // As memory: a run that finds everything as it has to be does little else than compare.
    let isSame = existing.count == content.count && memcmp(existing, content, content.count) == 0
    guard !isSame else { return .same }
    // Texts without a visible difference lose nothing.
    let origin =
      existing.asCompared == content.asCompared ? .generated : FileOrigin(of: existing, record)
    return .different(existing: existing, origin: origin)
  }
}
