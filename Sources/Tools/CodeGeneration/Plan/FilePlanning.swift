import Diagnostics
import TemplateEngine

/// The templates of one output, for one worker.
struct OutputTemplates: Sendable {
  let output: TemplateOutput
  let condition: SmallTemplate?
  let file: SmallTemplate?
  let mode: SmallTemplate

  /// Reads the templates.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - fileName: The pattern of its file names, if not that of the set.
  ///   - environment: The worker's environment.
  /// - Throws: The error of the first template that cannot be read.
  init(
    _ output: TemplateOutput,
    _ fileName: PlacedText?,
    _ environment: TemplateEnvironment
  ) throws(TemplateError) {
    self.output = output
    if case .pattern(let pattern) = output.file {
      file = try SmallTemplate(fileName ?? pattern, environment)
    } else {
      file = nil
    }
    if let condition = output.condition {
      self.condition = try SmallTemplate(condition: condition, environment)
    } else {
      condition = nil
    }
    mode = try SmallTemplate(output.mode, environment)
  }
}

/// Computes the file that an output generates from a context; contexts are independent, so that any worker can do it.
struct FilePlanning {
  private let producer: Producer
  private let templates: OutputTemplates
  private let environments: PerWorker<TemplateEnvironment>

  /// A file, if there is one, or the reason why there is none.
  struct Result: Sendable {
    var file: PlannedFile?
    var diagnostics: [Diagnostic] = []

    /// Whether the next contexts can have files; otherwise they would fail for the same reason.
    var continues = true
  }

  init(
    _ producer: Producer,
    _ templates: OutputTemplates,
    _ environments: PerWorker<TemplateEnvironment>
  ) {
    self.producer = producer
    self.templates = templates
    self.environments = environments
  }

  /// Plans the file of a context.
  func plan(_ makeContext: @escaping @Sendable (_ lane: Int) -> TemplateValue, _ lane: Int)
    -> Result
  {
    let context = makeContext(lane)
    do throws(TemplateError) {
      if let condition = templates.condition, try condition.text(context).isEmpty {
        return Result()
      }
      let mode = try templates.mode.text(context)
      guard let mode = WriteMode(rawValue: mode) else { return unknownMode(mode) }
      let text = try pathText(context)
      do throws(OutputPathError) {
        return Result(file: file(try OutputPath(text), mode, makeContext))
      } catch {
        return badPath(text, error)
      }
    } catch {
      return Result(diagnostics: error.diagnostics, continues: false)
    }
  }

  private func pathText(_ context: TemplateValue) throws(TemplateError) -> String {
    if case .fixed(let path) = templates.output.file { return path }
    return try templates.file?.text(context) ?? ""
  }

  private func file(
    _ path: OutputPath,
    _ mode: WriteMode,
    _ makeContext: @escaping @Sendable (_ lane: Int) -> TemplateValue
  ) -> PlannedFile {
    PlannedFile(
      path: path,
      mode: mode,
      producer: producer,
      output: templates.output.name,
      place: templates.file?.origin.place ?? templates.output.place,
      template: templates.output.template,
      environments: environments,
      context: makeContext,
      finish: templates.output.finish
    )
  }

  // MARK: Diagnostics

  private func unknownMode(_ mode: String) -> Result {
    let diagnostic = Diagnostic(
      .error,
      rule: PlanRule.badSet.rawValue,
      "the mode of the output '\(templates.output.name.visible)' is '\(mode.visible)'",
      at: templates.mode.origin.place,
      hint: "known modes are 'once' and 'always'"
    )
    return Result(diagnostics: [diagnostic], continues: false)
  }

  private func badPath(_ text: String, _ error: OutputPathError) -> Result {
    let origin = templates.file?.origin ?? PlacedText(text, at: templates.output.place)
    let diagnostic = Diagnostic(
      .error,
      rule: PlanRule.outputPath.rawValue,
      origin.message("the path '\(text.visible)' \(error.reason)"),
      at: origin.place,
      hint: "paths are relative to the output folder and stay in it"
    )
    return Result(diagnostics: [diagnostic])
  }
}
