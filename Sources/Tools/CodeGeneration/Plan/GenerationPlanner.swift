import Diagnostics
import Parallelism
import TemplateEngine

/// Computes which files a template set generates from models.
///
/// Only the names of the files are rendered.
package struct GenerationPlanner {
  private let set: TemplateSet
  private let models: [PlannedModel]
  private let configuration: String?
  private let context: GenerationContext
  private let environments: PerWorker<TemplateEnvironment>
  private let unknownNames: UnknownNames
  private var fileNames: [String: PlacedText] = [:]
  private var collector = DiagnosticCollector()
  private var files: [PlannedFile] = []

  /// A model, and its path as the user wrote it.
  package struct PlannedModel: Sendable {
    package var path: String
    package var context: ContextModel

    package init(path: String, context: ContextModel) {
      self.path = path
      self.context = context
    }
  }

  /// The result of planning: a plan without impossible files, and all diagnostics.
  package struct Outcome: Sendable {
    package var plan: GenerationPlan
    package var diagnostics: [Diagnostic]
  }

  /// - Parameters:
  ///   - set: The template set.
  ///   - models: The models.
  ///   - parameters: The parameters as templates see them.
  ///   - fileNames: File names that override the set's.
  ///   - configuration: The configuration to which the models are restricted.
  ///   - environment: The variables of the environment that templates see.
  ///   - trim: The treatment of white space beside tags, overriding that of the set.
  ///   - time: The time that templates can show, in seconds since 1970.
  package init(
    _ set: TemplateSet,
    models: [PlannedModel],
    parameters: TemplateValue,
    fileNames: [GivenFileName] = [],
    configuration: String? = nil,
    environment: [(String, String)] = [],
    trim: TrimBehaviour? = nil,
    time: Int? = nil
  ) {
    self.set = set
    self.models = models
    self.configuration = configuration
    context = GenerationContext(
      models.map(\.context),
      parameters: parameters,
      environment: environment
    )
    let unknownNames = UnknownNames()
    self.unknownNames = unknownNames
    let trim = trim ?? set.trim
    environments = PerWorker {
      TemplateEnvironment(loader: set.loader, trim: trim, time: time, unknownNames: unknownNames)
    }
    for given in fileNames { use(given) }
  }

  private mutating func use(_ given: GivenFileName) {
    let names = set.outputs.map(\.name)
    if names.contains(given.output) {
      fileNames[given.output] = given.pattern
      return
    }
    collector.report(
      Diagnostic(
        .error,
        rule: PlanRule.unknownOutput.rawValue,
        "the template set '\(set.name.visible)' has no output '\(given.output.visible)'",
        at: given.pattern.place,
        hint: Suggestion.didYouMean(given.output, among: names)
          ?? "its outputs are " + names.map { "'\($0.visible)'" }.joined(separator: ", ")
      )
    )
  }

  /// Computes the plan.
  package consuming func outcome() -> Outcome {
    for output in set.outputs { add(output) }
    var producers = models.map { producer(of: [$0]) }
    if models.count != 1 { producers.append(producer(of: models)) }
    let plan = GenerationPlan(
      files: files,
      producers: producers,
      unknownNames: [unknownNames]
    )
    collector.report(contentsOf: plan.conflicts)
    explainModelsWithoutFiles()
    return Outcome(plan: plan, diagnostics: collector.diagnostics)
  }

  private func producer(of models: [PlannedModel]) -> Producer {
    Producer(
      models: models.map(\.path),
      template: set.name,
      templateIsPath: set.origin != .bundled,
      isSingleTemplate: set.isSingleTemplate,
      configuration: configuration
    )
  }

  /// Explains why there is no file for a model, unless there are errors anyway.
  private mutating func explainModelsWithoutFiles() {
    guard collector.diagnostics.isEmpty, !files.contains(where: { $0.producer.models.count > 1 })
    else { return }
    let models = models.filter { model in
      !files.contains { $0.producer == producer(of: [model]) }
    }
    collector.report(
      contentsOf: models.map { ModelWithoutFiles($0, set, configuration).diagnostic }
    )
  }

  // MARK: Outputs

  /// Creates the context of a file for a lane.
  private typealias ContextMaker = @Sendable (_ lane: Int) -> TemplateValue

  private mutating func add(_ output: TemplateOutput) {
    guard let templates = templates(of: output) else { return }
    switch output.each {
    case .all:
      let value = context.value
      add([{ _ in value }], producer(of: models), templates)
    case .model:
      for model in models {
        let objects = PerWorker { TemplateValue.object(ModelObject(model.context)) }
        let scope: ContextMaker = { [context] lane in
          .object(ScopedContext(context, [(ScopedContext.model, objects[lane])]))
        }
        guard add([scope], producer(of: [model]), templates) else { return }
      }
    case .entity:
      for model in models {
        guard add(entityContexts(of: model), producer(of: [model]), templates) else { return }
      }
    }
  }

  /// The contexts of the entities of a model that have files.
  private func entityContexts(of model: PlannedModel) -> [ContextMaker] {
    let objects = PerWorker { TemplateValue.object(ModelObject(model.context)) }
    return model.context.entitiesWithFiles.map { index in
      { [context] lane in
        let entity = TemplateValue.object(EntityObject(model.context, index))
        return .object(
          ScopedContext(
            context,
            [(ScopedContext.entity, entity), (ScopedContext.model, objects[lane])]
          )
        )
      }
    }
  }

  /// The templates of an output, or nil when one of them cannot be read.
  private mutating func templates(of output: TemplateOutput) -> OutputTemplates? {
    do {
      let environment = environments[0]
      _ = try environment.template(named: output.template)
      return try OutputTemplates(output, fileNames[output.name], environment)
    } catch let error as TemplateError {
      collector.report(contentsOf: error.diagnostics)
    } catch let error as TemplateLoadingError {
      collector.report(
        Diagnostic(
          .error,
          rule: TemplateError.Rule.loading.rawValue,
          error.message,
          at: output.place,
          hint: error.hint
        )
      )
    } catch {
      // There is no other kind of error.
      collector.report(
        Diagnostic(.error, rule: PlanRule.badSet.rawValue, "\(error)", at: output.place)
      )
    }
    return nil
  }

  /// Adds the files that an output generates from contexts; the first bad one is the last that is reported.
  ///
  /// - Returns: Whether the caller should continue with more contexts.
  @discardableResult
  private mutating func add(
    _ contexts: [ContextMaker],
    _ producer: Producer,
    _ templates: OutputTemplates
  ) -> Bool {
    let fileName = fileNames[templates.output.name]
    // Those of the first worker are known to be readable, and so are the others.
    let ownTemplates = environments.map { environment in
      (try? OutputTemplates(templates.output, fileName, environment)) ?? templates
    }
    let environments = environments
    let planned = contexts.concurrentMap { makeContext, lane in
      FilePlanning(producer, ownTemplates[lane], environments).plan(makeContext, lane)
    }
    for result in planned {
      collector.report(contentsOf: result.diagnostics)
      if let file = result.file { files.append(file) }
      if !result.continues { return false }
    }
    return true
  }
}
