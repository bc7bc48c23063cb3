import Diagnostics
import Files
import ModelFiles
import TemplateEngine

/// A destination of files, with the pending work.
package enum SurveyedTarget: Sendable {
  /// A folder, compared with its plan.
  case folder(GenerationTarget, FolderSurvey)

  /// The text for a pipe or device; for standard output if that is nil.
  case stream([UInt8], device: String?)
}

extension GenerationPipeline {
  // MARK: Survey

  /// Renders the files and compares them with the existing ones.
  ///
  /// Files that must not be replaced are errors, unless the options force it.
  package mutating func survey(_ targets: [GenerationTarget]) -> [SurveyedTarget] {
    guard status == .success else { return [] }
    return targets.compactMap { target in
      target.isStream
        ? .stream(bytes(of: target.plan), device: target.device)
        : survey(target, after: nil).map { .folder(target, $0) }
    }
  }

  /// Compares a folder with its plan; returns nil after reporting an obstacle.
  private mutating func survey(
    _ target: GenerationTarget,
    after earlier: FolderSurvey?
  ) -> FolderSurvey? {
    do throws(FileProblem) {
      let inputs = diagnostics.isEmpty ? inputs?.digest(for: target.folder) : nil
      let survey = try FolderSurvey.of(
        target.folder,
        for: target.plan,
        from: inputs,
        after: earlier
      )
      let refusals = options.isForced ? [] : survey.refusals
      if earlier == nil || survey.hasErrors { report(contentsOf: survey.diagnostics) }
      report(contentsOf: refusals)
      return survey.hasErrors || !refusals.isEmpty ? nil : survey
    } catch {
      report(.cannotUse(target.folder, error))
      return nil
    }
  }

  /// The bytes of one file, or of several, each after a line with its path.
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
        report(contentsOf: error.diagnostics)
      }
    }
    report(contentsOf: plan.unknownNameWarnings)
    return output
  }

  // MARK: Commit

  /// Writes all changes: folders first, then pipes and devices.
  ///
  /// Nothing is written after an error. Each folder is written as a whole or not at all.
  package mutating func commit(_ targets: [SurveyedTarget]) -> GenerationResult {
    var result = GenerationResult()
    // An error anywhere prevents all writing.
    guard status == .success else { return result }
    for case .folder(let target, let survey) in targets where status == .success {
      result.isOnlyPrinting = false
      if let written = write(target, survey) { note(written, in: &result) }
    }
    for case .stream(let bytes, let device) in targets {
      if let device {
        if status == .success { write(bytes, to: device) }
      } else {
        result.output += bytes
      }
    }
    return result
  }

  /// Writes a folder.
  ///
  /// - Returns: The survey that was carried out; nil after reporting a failure.
  private mutating func write(_ target: GenerationTarget, _ survey: FolderSurvey) -> FolderSurvey? {
    if options.isTrial || survey.isUpToDate(pruning: options.isPruning) { return survey }
    do {
      if try survey.commitAsNewFolder() { return survey }
      try FileWriter().makeFolder(target.folder)
      let lock = try FolderLock(target.folder)
      // Another run may have changed the folder before it was locked.
      guard let survey = self.survey(target, after: survey) else { return nil }
      try withExtendedLifetime(lock) { try survey.commit(pruning: options.isPruning) }
      return survey
    } catch let error as DiagnosticError {
      report(error.diagnostic)
    } catch {
      let problem = error as? FileProblem ?? FileProblem("\(error)")
      report(.cannotUse(target.folder, problem))
    }
    return nil
  }

  private mutating func write(_ bytes: [UInt8], to device: String) {
    guard !options.isTrial else { return }
    do throws(FileProblem) {
      try FileWriter().write(bytes, to: device)
    } catch {
      report(.cannotWrite(device, error))
    }
  }

  private mutating func note(_ survey: FolderSurvey, in result: inout GenerationResult) {
    result.counts += survey.counts(pruning: options.isPruning)
    report(contentsOf: survey.remarks(pruning: options.isPruning))
    for file in survey.files {
      switch file.state {
      case .missing, .different:
        result.changes.append(.written(survey.path(of: file.file.path.text)))
      case .same, .kept: break
      }
    }
    for file in survey.stale where options.isPruning && file.state == .unmodified {
      result.changes.append(.removed(survey.path(of: file.path)))
    }
  }
}

extension Diagnostic {
  /// Reports an output folder that cannot be used.
  package static func cannotUse(_ folder: String, _ problem: FileProblem) -> Self {
    Diagnostic(
      .error,
      rule: PlanRule.outputFolder.rawValue,
      "cannot write into the folder: \(problem.reason)",
      at: Place(path: folder),
      hint: "name a writable folder with --output"
    )
  }
}
