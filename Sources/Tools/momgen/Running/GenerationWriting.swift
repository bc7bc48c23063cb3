import CodeGeneration
import Diagnostics
import Files
import ModelFiles
import TemplateEngine

/// The files of one run, being written.
struct GenerationWriting {
  let isPruning: Bool
  let isTrial: Bool

  /// Whether files are replaced that the program did not make, or that were edited.
  let isForced: Bool

  /// The files generated for standard output.
  private(set) var output: [UInt8] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var status = ExitStatus.success

  private var lines: [String] = []
  private(set) var counts = FileCounts()
  private(set) var isOnlyPrinting = true

  init(isPruning: Bool, isTrial: Bool = false, isForced: Bool = false) {
    self.isPruning = isPruning
    self.isTrial = isTrial
    self.isForced = isForced
  }

  /// The report: a line for each file, and the counts.
  var report: String {
    guard status == .success else { return "" }
    return (lines + [counts.text(isTrial: isTrial)]).map { "\($0)\n" }.joined()
  }

  mutating func write(_ targets: [Generation.Target]) {
    var surveys: [(target: Generation.Target, survey: FolderSurvey)] = []
    var devices: [(path: String, bytes: [UInt8])] = []
    for target in targets {
      if let device = target.device {
        devices.append((device, bytes(of: target.plan)))
      } else if target.folder == "-" {
        output += bytes(of: target.plan)
      } else if let survey = survey(target, after: nil) {
        isOnlyPrinting = false
        surveys.append((target, survey))
      }
    }
    // An error anywhere keeps everything as it is.
    guard status == .success else {
      output = []
      return
    }
    for (target, survey) in surveys where status == .success { write(target, survey) }
    for (path, bytes) in devices where status == .success { write(bytes, to: path) }
  }

  private mutating func write(_ target: Generation.Target, _ survey: FolderSurvey) {
    if isTrial || survey.isUpToDate(pruning: isPruning) {
      note(survey)
      return
    }
    do {
      try FileWriter().makeFolder(target.folder)
      let lock = try FolderLock(target.folder)
      // Another run may have been here before the lock was.
      guard let survey = self.survey(target, after: survey) else { return }
      try withExtendedLifetime(lock) { try survey.commit(pruning: isPruning) }
      note(survey)
    } catch let error as DiagnosticError {
      fail(error.diagnostic)
    } catch {
      let problem = error as? FileProblem ?? FileProblem("\(error)")
      fail(.cannotUse(target.folder, problem))
    }
  }

  /// Writes to a pipe or a device.
  private mutating func write(_ bytes: [UInt8], to device: String) {
    guard !isTrial else { return }
    do throws(FileProblem) {
      try FileWriter().write(bytes, to: device)
    } catch {
      fail(.cannotWrite(device, error))
    }
  }

  /// Looks at a folder; nil when something is in the way, which is reported.
  private mutating func survey(
    _ target: Generation.Target,
    after earlier: FolderSurvey?
  ) -> FolderSurvey? {
    do throws(FileProblem) {
      let survey = FolderSurvey(
        try OutputFolder(target.folder),
        for: target.plan,
        after: earlier
      )
      let refusals = isForced ? [] : survey.refusals
      if earlier == nil || survey.hasErrors { diagnostics += survey.diagnostics }
      diagnostics += refusals
      if !survey.hasErrors, refusals.isEmpty { return survey }
      status = .usage
    } catch {
      fail(.cannotUse(target.folder, error))
    }
    return nil
  }

  private mutating func note(_ survey: FolderSurvey) {
    counts += survey.counts(pruning: isPruning)
    diagnostics += survey.remarks(pruning: isPruning)
    let (written, removed) = isTrial ? ("would write", "would remove") : ("wrote", "removed")
    for file in survey.files {
      switch file.state {
      case .missing, .different:
        lines.append("\(written) \(survey.path(of: file.file.path.text).visible)")
      case .same, .kept: break
      }
    }
    for file in survey.stale where isPruning && file.state == .unmodified {
      lines.append("\(removed) \(survey.path(of: file.path).visible)")
    }
  }

  /// One file as it is; of several each after a line with its path.
  private mutating func bytes(of plan: GenerationPlan) -> [UInt8] {
    var output: [UInt8] = []
    for file in plan.files {
      do throws(TemplateError) {
        let content = try file.bytes()
        if plan.files.count > 1 {
          if let last = output.last, last != UInt8(ascii: "\n") {
            output.append(UInt8(ascii: "\n"))
          }
          output += Array("// ---- \(file.path.text)\n".utf8)
        }
        output += content
      } catch {
        diagnostics += error.diagnostics
        status = .usage
      }
    }
    diagnostics += plan.unknownNameWarnings
    return output
  }

  private mutating func fail(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    status = .usage
  }
}

extension Diagnostic {
  /// An output folder is of no use.
  static func cannotUse(_ folder: String, _ problem: FileProblem) -> Self {
    Diagnostic(
      .error,
      rule: PlanRule.outputFolder.rawValue,
      "cannot write into the folder: \(problem.reason)",
      at: Place(path: folder)
    )
  }
}
