import CodeGeneration
import Diagnostics
import Files
import ManagedModel
import ModelFiles

/// Jobs that were looked into.
///
/// The models are read, the templates found, and it is clear which files go where. Nothing has been
/// written.
struct Generation {
  /// A place where files go, with all jobs that write there.
  struct Target {
    /// The folder as the user wrote it, or `-` for standard output.
    var folder: String

    /// The pipe or device that the user named as the file; what is for it is in the folder `-`.
    var device: String?
    var plan = GenerationPlan()
  }

  private(set) var targets: [Target] = []
  private(set) var reading = ModelReading()

  private var models: [ModelReference: LoadedModel?] = [:]
  private var positions: [String: Int] = [:]
  private var hasModelErrors = false
  private let environment: VerbEnvironment
  private let time: Int?
  private let library: TemplateLibrary

  init(
    _ request: GenerationRequest,
    in environment: VerbEnvironment,
    library: TemplateLibrary = TemplateLibrary(programVersion: Momgen.version)
  ) {
    self.environment = environment
    self.library = library
    let time = SourceTime(environment.variables())
    self.time = time.seconds
    reading.diagnostics = request.diagnostics + time.diagnostics
    for job in request.jobs { add(job) }
    for target in targets { reading.diagnostics += target.plan.conflicts }
  }

  /// How the process ends when nothing else goes wrong.
  var exitCode: ExitStatus {
    let hasErrors = reading.diagnostics.contains { $0.severity == .error }
    return hasModelErrors ? .badModel : hasErrors ? .usage : .success
  }

  /// The outcome of a verb.
  ///
  /// - Parameters:
  ///   - output: What it prints.
  ///   - diagnostics: What it found beyond what is known already.
  ///   - status: How the process ends.
  ///   - diagnosticsAreTheProduct: Whether formats for machines go to standard output.
  /// - Returns: The outcome.
  func outcome(
    _ output: [UInt8] = [],
    _ diagnostics: [Diagnostic] = [],
    _ status: ExitStatus? = nil,
    diagnosticsAreTheProduct: Bool = false
  ) -> VerbOutcome {
    var outcome = VerbOutcome(
      output: output,
      diagnostics: reading.diagnostics + diagnostics,
      sources: reading.sources,
      diagnosticsAreTheProduct: diagnosticsAreTheProduct,
      exitCode: status ?? exitCode,
      environment: environment
    )
    outcome.kept = reading.models
    return outcome
  }

  // MARK: Jobs

  private mutating func add(_ job: GenerationJob) {
    let models = job.models.compactMap { model($0, of: job) }
    let destination = Destination(job, isFile: library.isSingleTemplate(job.template))
    let finding = library.set(job.template, making: destination.fileName)
    reading.diagnostics += finding.diagnostics
    guard let set = finding.set, takesTrim(set, job) else { return }
    let parameters = ParameterResolution(job.parameters, for: set)
    reading.diagnostics += parameters.diagnostics
    guard models.count == job.models.count, parameters.diagnostics.isEmpty else { return }
    let planner = GenerationPlanner(
      set,
      models: models,
      parameters: parameters.value,
      fileNames: job.fileNames,
      configuration: job.configuration,
      environment: job.seesEnvironment ? environment.variables() : [],
      trim: job.trim,
      time: time
    )
    let outcome = planner.outcome()
    reading.diagnostics += outcome.diagnostics
    add(outcome.plan, to: destination)
  }

  /// Whether a set can be rendered as a job wants white space to be treated.
  private mutating func takesTrim(_ set: TemplateSet, _ job: GenerationJob) -> Bool {
    guard job.trim != nil, set.origin == .bundled else { return true }
    reading.report(
      Diagnostic(
        .error,
        rule: PlanRule.parameterValue.rawValue,
        "how white space is trimmed is for templates of your own, not for the set '\(set.name)'",
        at: job.place,
        hint: "leave out 'trim'"
      )
    )
    return false
  }

  private mutating func add(_ plan: GenerationPlan, to destination: Destination) {
    let key =
      destination.device
      ?? (destination.folder == "-" ? "-" : RealPath.ofMissing(destination.folder))
    let position = positions[key] ?? targets.count
    if position == targets.count {
      positions[key] = position
      targets.append(Target(folder: destination.folder, device: destination.device))
    }
    targets[position].plan.add(plan)
  }

  // MARK: Models

  /// The model of a job as templates see it, or nil when it cannot be relied on.
  private mutating func model(
    _ reference: ModelReference,
    of job: GenerationJob
  ) -> GenerationPlanner.PlannedModel? {
    guard let loaded = load(reference) else { return nil }
    if let name = job.configuration, !knows(name, loaded, job) { return nil }
    let context = ContextModel(loaded, configuration: job.configuration)
    let issues = loaded.source.diagnostics(for: context.naming.issues)
    reading.diagnostics += issues
    guard !issues.contains(where: { $0.severity == .error }) else {
      hasModelErrors = true
      return nil
    }
    return GenerationPlanner.PlannedModel(path: reference.path, context: context)
  }

  /// A model, read once however many jobs name it; nil when it has errors.
  private mutating func load(_ reference: ModelReference) -> LoadedModel? {
    if let known = models[reference] { return known }
    let outcome = ModelLoader().load(reference.path, version: reference.version)
    reading.add(outcome)
    let isGood = !outcome.diagnostics.contains { $0.severity == .error }
    if !isGood { hasModelErrors = true }
    models[reference] = .some(isGood ? outcome.loaded : nil)
    return isGood ? outcome.loaded : nil
  }

  /// Whether a model has a configuration of a name.
  private mutating func knows(_ name: String, _ loaded: LoadedModel, _ job: GenerationJob) -> Bool {
    let names = loaded.model.configurations.map(\.name) + ["Default"]
    if names.contains(name) { return true }
    reading.report(
      Diagnostic(
        .error,
        rule: PlanRule.unknownConfiguration.rawValue,
        "the model '\(loaded.bundle.name.visible)' has no configuration '\(name.visible)'",
        at: job.place,
        hint: Suggestion.didYouMean(name, among: names)
          ?? "its configurations are " + names.map { "'\($0.visible)'" }.joined(separator: ", ")
      )
    )
    return false
  }
}

/// Where the files of a job go.
private struct Destination {
  /// The folder, or `-` for standard output and devices.
  let folder: String

  /// The pipe or device that takes the file.
  let device: String?

  /// The name of the file that a template of its own makes.
  let fileName: String

  /// - Parameters:
  ///   - job: What is made.
  ///   - isFile: Whether the user names a file and no folder.
  init(_ job: GenerationJob, isFile: Bool) {
    let output = job.output ?? (isFile ? "-" : ".")
    let place = isFile && output != "-" ? try? WrittenPlace(output) : nil
    switch place {
    case .stream, .descriptor: device = output
    case .file, .folder, nil: device = nil
    }
    guard isFile, output != "-", device == nil else {
      folder = device == nil ? output : "-"
      fileName = "output"
      return
    }
    // A file that is a link is written where it leads, even if nothing is there yet: the user named it.
    var path = output
    if RealPath.isLink(output), case .file(let target, _)? = place { path = target }
    let slash = path.lastIndex(of: "/")
    fileName = slash.map { String(path[path.index(after: $0)...]) } ?? path
    folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }
}
