import Diagnostics
import Files
import ManagedModel
import ModelFiles

/// Generates files from models in five steps: load, name, plan, survey, commit.
///
/// Each step takes the result of the one before it and can be called by itself: `check` and `list-outputs` stop after
/// the plan. Only ``commit(_:)`` writes, and only if ``status`` is success.
package struct GenerationPipeline {
  private let jobs: [GenerationJob]
  private let library: TemplateLibrary
  private let variables: [(String, String)]
  private let time: Int?
  let options: CommitOptions

  /// The diagnostics of the steps so far.
  package private(set) var diagnostics: [Diagnostic]

  /// The models that could be read, in the order in which they were read.
  package private(set) var models: [LoadedModel] = []

  /// The texts that diagnostics point into.
  package private(set) var sources: [SourceMap] = []

  private var hasModelErrors = false

  /// The inputs, if they alone determine the files; read before the models, which may change meanwhile.
  private(set) var inputs: RunInputs?

  /// The results of the fourth step of ``run()``, kept so that the owner decides when to free them.
  private var surveyed: [SurveyedTarget] = []

  /// The outcome of the steps so far.
  package enum Status: Sendable {
    case success
    /// A model cannot be read, or has errors.
    case badModel
    /// Anything else is wrong: settings, templates, or output folders.
    case failed
  }

  /// - Parameters:
  ///   - jobs: The jobs.
  ///   - library: The template sets.
  ///   - variables: The variables of the environment, for jobs that let templates read them.
  ///   - time: The time that templates can show, in seconds since 1970.
  ///   - options: The options of the last step.
  ///   - diagnostics: The diagnostics of reading the jobs.
  package init(
    _ jobs: [GenerationJob],
    library: TemplateLibrary,
    variables: [(String, String)] = [],
    time: Int? = nil,
    options: CommitOptions = CommitOptions(),
    diagnostics: [Diagnostic] = []
  ) {
    self.jobs = jobs
    self.library = library
    self.variables = variables
    self.time = time
    self.options = options
    self.diagnostics = diagnostics
  }

  package var status: Status {
    if hasModelErrors { return .badModel }
    return diagnostics.contains { $0.severity == .error } ? .failed : .success
  }

  /// Runs all five steps, unless the folders are as the last run with the same inputs has left them.
  package mutating func run() -> GenerationResult {
    if diagnostics.isEmpty { inputs = RunInputs(jobs, library) }
    if let result = inputs?.unchangedResult { return result }
    let targets = targets()
    surveyed = survey(targets)
    var result = commit(surveyed)
    result.hasStreams = targets.contains(where: \.isStream)
    return result
  }

  /// Runs the first three steps, which write nothing, and returns the destinations of files with their plans.
  package mutating func targets() -> [GenerationTarget] {
    let models = load()
    let named = name(models)
    return plan(named)
  }

  // MARK: Load

  /// Loads the models of all jobs, each version once regardless of the number of jobs with it.
  ///
  /// - Returns: The models without errors.
  package mutating func load() -> [ModelReference: LoadedModel] {
    var loaded: [ModelReference: LoadedModel] = [:]
    var seen: Set<ModelReference> = []
    let loader = ModelLoader(alreadyRead: inputs?.modelFiles ?? [:])
    inputs?.forgetModelFiles()
    for reference in jobs.flatMap(\.models) where seen.insert(reference).inserted {
      let outcome = loader.load(reference.path, version: reference.version)
      if let model = outcome.loaded { models.append(model) }
      diagnostics += outcome.diagnostics
      sources += outcome.sources
      if outcome.diagnostics.contains(where: { $0.severity == .error }) {
        hasModelErrors = true
      } else {
        loaded[reference] = outcome.loaded
      }
    }
    return loaded
  }

  // MARK: Name

  /// A job with its models as templates see them.
  package struct NamedJob: Sendable {
    package let job: GenerationJob

    /// Nil if one of the models has errors.
    package let models: [GenerationPlanner.PlannedModel]?
  }

  /// Assigns Swift names to all parts of the models.
  package mutating func name(_ models: [ModelReference: LoadedModel]) -> [NamedJob] {
    jobs.map { job in
      // All are named, so that the problems of all of them are reported.
      let named = job.models.compactMap { reference in
        models[reference].flatMap { name($0, reference, of: job) }
      }
      return NamedJob(job: job, models: named.count == job.models.count ? named : nil)
    }
  }

  private mutating func name(
    _ loaded: LoadedModel,
    _ reference: ModelReference,
    of job: GenerationJob
  ) -> GenerationPlanner.PlannedModel? {
    if let name = job.configuration, !knows(name, loaded, job) { return nil }
    let context = ContextModel(loaded, configuration: job.configuration)
    let issues = loaded.source.diagnostics(for: context.naming.issues)
    diagnostics += issues
    guard !issues.contains(where: { $0.severity == .error }) else {
      hasModelErrors = true
      return nil
    }
    return GenerationPlanner.PlannedModel(path: reference.path, context: context)
  }

  /// Whether a model has a configuration of a name; reports it otherwise.
  private mutating func knows(_ name: String, _ loaded: LoadedModel, _ job: GenerationJob) -> Bool {
    let names = loaded.model.configurations.map(\.name) + ["Default"]
    if names.contains(name) { return true }
    report(
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

  // MARK: Plan

  /// Finds the template sets and computes which files go where.
  ///
  /// - Returns: The destinations, each once, in the order in which jobs first name them.
  package mutating func plan(_ jobs: [NamedJob]) -> [GenerationTarget] {
    var targets: [GenerationTarget] = []
    var positions: [String: Int] = [:]
    // Each plan has reported the conflicts among its own files.
    var shared: Set<Int> = []
    for job in jobs {
      let place = OutputPlace.find(job.job, isFile: library.isSingleTemplate(job.job.template))
      guard let plan = plan(job, making: place.fileName) else { continue }
      let position = positions[place.key] ?? targets.count
      if position == targets.count {
        positions[place.key] = position
        targets.append(GenerationTarget(folder: place.folder, device: place.device))
      } else {
        shared.insert(position)
      }
      targets[position].plan.add(plan)
    }
    for position in shared.sorted() { diagnostics += targets[position].plan.conflicts }
    return targets
  }

  private mutating func plan(_ named: NamedJob, making fileName: String) -> GenerationPlan? {
    let job = named.job
    let finding = library.set(job.template, making: fileName)
    diagnostics += finding.diagnostics
    guard let set = finding.set, takesTrim(set, job) else { return nil }
    let parameters = ParameterResolution(job.parameters, for: set)
    diagnostics += parameters.diagnostics
    guard let models = named.models, parameters.diagnostics.isEmpty else { return nil }
    let outcome = GenerationPlanner(
      set,
      models: models,
      parameters: parameters.value,
      fileNames: job.fileNames,
      configuration: job.configuration,
      environment: job.seesEnvironment ? variables : [],
      trim: job.trim,
      time: time
    ).outcome()
    diagnostics += outcome.diagnostics
    return outcome.plan
  }

  /// Whether a set can be rendered with a job's treatment of white space; reports it otherwise.
  private mutating func takesTrim(_ set: TemplateSet, _ job: GenerationJob) -> Bool {
    guard job.trim != nil, set.origin == .bundled else { return true }
    report(
      Diagnostic(
        .error,
        rule: PlanRule.parameterValue.rawValue,
        "'trim' applies to your own templates, not to the set '\(set.name)'",
        at: job.place,
        hint: "leave out 'trim'"
      )
    )
    return false
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  mutating func report(contentsOf found: [Diagnostic]) { diagnostics += found }
}
