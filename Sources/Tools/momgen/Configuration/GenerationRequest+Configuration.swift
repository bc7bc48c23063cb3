import CodeGeneration
import CommandLineParsing
import Diagnostics
import ModelFiles

extension GenerationRequest {
  /// Creates the request of a command line: for the models that it names, or else according to a `momgen.json`.
  init(reading arguments: ParsedArguments) {
    guard arguments.operands("MODEL").isEmpty else {
      if arguments.has("config") {
        self.init(problem: "--config and MODEL exclude each other", hint: "leave one of them out")
      } else {
        self.init(arguments)
      }
      return
    }
    let meaningless = SharedOptions.generation.map(\.name).filter {
      !Self.configurable.contains($0) && arguments.has($0)
    }
    if let option = meaningless.first {
      self.init(
        problem: "--\(option) needs a MODEL",
        hint: "without a MODEL, momgen.json has all settings"
      )
    } else {
      self.init(configuration: arguments.value("config"), seesEnvironment: arguments.has("env"))
    }
  }

  /// The options that can be combined with a configuration.
  private static let configurable = ["config", "env"]

  /// Creates the request of a configuration.
  ///
  /// - Parameters:
  ///   - path: The file; nil for the nearest one in the current folder or above.
  ///   - seesEnvironment: Whether templates can read the variables of the environment.
  init(configuration path: String?, seesEnvironment: Bool = false) {
    guard let path = path ?? ConfigurationSearch().path() else {
      self.init(
        problem: "MODEL is missing, and there is no momgen.json here or in a folder above",
        hint: "name a model, or write a momgen.json with 'momgen init'"
      )
      return
    }
    let outcome = ConfigurationReader().read(path)
    self.init(diagnostics: outcome.diagnostics)
    configurationPath = path
    guard let configuration = outcome.configuration else { return }
    jobs = configuration.jobs
    for index in jobs.indices { jobs[index].seesEnvironment = seesEnvironment }
    if jobs.isEmpty { diagnostics.append(Self.nothingToDo(configuration)) }
  }

  /// Reports a configuration without outputs, which may leave them to the build.
  private static func nothingToDo(_ configuration: ProjectConfiguration) -> Diagnostic {
    let place = Place(path: configuration.path)
    let hasOutputs =
      !configuration.outputs.isEmpty || configuration.models.contains { !$0.outputs.isEmpty }
    guard hasOutputs else {
      return Diagnostic(
        .error,
        rule: RunRule.invalidSetting.rawValue,
        "the configuration has no output",
        at: place,
        hint: #"give a model "outputs": [{ "template": "portable", "output": "Generated" }]"#
      )
    }
    return Diagnostic(
      .note,
      rule: RunRule.invalidSetting.rawValue,
      "nothing to do: no output names a folder, so only builds generate them",
      at: place
    )
  }

  private init(problem: String, hint: String) {
    self.init(diagnostics: [
      Diagnostic(.error, rule: RunRule.usage.rawValue, problem, at: Place(), hint: hint)
    ])
  }
}
