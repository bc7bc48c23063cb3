import CodeGeneration
import CommandLineParsing
import Diagnostics
import Files
import ModelFiles

/// The work of `momgen watch`: generates files whose inputs have changed.
struct WatchedGeneration: WatchedWork {
  private let environment: VerbEnvironment
  private let isPruning: Bool

  /// Creates the request again, since a configuration may have changed.
  private let makeRequest: () -> GenerationRequest

  /// Shows the outcome of a run.
  private let show: (VerbOutcome) throws(FileProblem) -> Void

  private var request = GenerationRequest(diagnostics: [])
  private var configurationList = WatchList()
  private var groups: [Group] = []

  /// Jobs for the same models, which are reported in one line.
  private struct Group {
    var models: [String]
    var jobs: [GenerationJob]
    var list: WatchList
    var isDue: Bool
  }

  init(
    in environment: VerbEnvironment,
    isPruning: Bool = false,
    request: @escaping () -> GenerationRequest,
    show: @escaping (VerbOutcome) throws(FileProblem) -> Void
  ) {
    self.environment = environment
    self.isPruning = isPruning
    makeRequest = request
    self.show = show
  }

  mutating func prepare(after changes: Changes) -> WatchList {
    let before = groups
    let isNew = changes.concern(configurationList)
    if isNew { readRequest() }
    var all = configurationList
    for index in groups.indices {
      let list = Self.list(for: groups[index].jobs)
      // A former input may have been removed from the list.
      groups[index].isDue =
        isNew || changes.concern(list) || changes.concern(before[index].list)
      groups[index].list = list
      all.formUnion(list)
    }
    return all
  }

  mutating func perform() throws(FileProblem) {
    if !request.diagnostics.isEmpty {
      try show(VerbOutcome(diagnostics: request.diagnostics, environment: environment))
      request.diagnostics = []
    }
    for index in groups.indices where groups[index].isDue {
      groups[index].isDue = false
      try show(outcome(of: groups[index]))
    }
  }

  private mutating func readRequest() {
    request = makeRequest()
    configurationList = WatchList()
    if let path = request.configurationPath { configurationList.add(file: path) }
    groups = []
    for job in request.jobs {
      let models = job.models.map(\.path)
      if let index = groups.firstIndex(where: { $0.models == models }) {
        groups[index].jobs.append(job)
      } else {
        groups.append(Group(models: models, jobs: [job], list: WatchList(), isDue: true))
      }
    }
  }

  /// Generates, and reports the outcome in one line.
  private func outcome(of group: Group) -> VerbOutcome {
    var pipeline = GenerationPipeline(
      GenerationRequest(jobs: group.jobs),
      options: CommitOptions(isPruning: isPruning),
      in: environment
    )
    let result = pipeline.run()
    let isWritten = pipeline.status == .success
    let names = group.models.map(\.visible).joined(separator: ", ")
    let line = "\(names): \(isWritten ? "\(result.counts)" : "errors, nothing written")\n"
    return pipeline.outcome(line.utf8, in: environment)
  }

  // MARK: What to watch

  private static func list(for jobs: [GenerationJob]) -> WatchList {
    var list = WatchList()
    for job in jobs {
      for model in job.models { add(model.path, to: &list) }
      add(job.template, to: &list)
    }
    return list
  }

  private static func add(_ model: String, to list: inout WatchList) {
    if FileReader().kind(of: model) == .file {
      list.add(file: model)
    } else {
      list.add(folder: model, hidden: [".xccurrentversion"])
    }
  }

  private static func add(_ template: TemplateReference, to list: inout WatchList) {
    let bundled = TemplateLibrary(programVersion: Momgen.version).bundledNames
    guard template.isPath || !bundled.contains(template.text) else { return }
    let path = template.path
    guard FileReader().kind(of: path) == .file else {
      list.add(folder: path)
      return
    }
    list.add(file: path)
    // A template may include its siblings.
    let paths = RelativePath(toFile: path)
    for name in (try? FileReader().names(in: paths.resolved("."))) ?? []
    where name.hasSuffix(".stencil") {
      list.add(file: paths.resolved(name))
    }
  }
}
