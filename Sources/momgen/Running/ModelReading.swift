import CommandLineWords
import Diagnostics
import ModelFiles

/// The models that a command line names, read.
struct ModelReading {
  /// The models that could be read, in the order of the command line.
  var models: [LoadedModel] = []
  var diagnostics: [Diagnostic] = []
  var sources: [SourceMap] = []

  /// Reads the model of a verb that takes one.
  static func one(_ arguments: ParsedArguments) -> Self {
    var reading = Self()
    reading.add(
      ModelLoader().load(
        arguments.operand("MODEL") ?? "-",
        version: arguments.value("model-version")
      )
    )
    return reading
  }

  /// Reads the models of a verb that takes several, or every version: the options
  /// ``SharedOptions/modelVersion`` and ``SharedOptions/allVersions`` say which.
  static func each(_ arguments: ParsedArguments) -> Self {
    var reading = Self()
    for path in arguments.operands("MODEL") {
      if arguments.has("all-versions") {
        reading.addAllVersions(of: path)
      } else {
        reading.add(ModelLoader().load(path, version: arguments.value("model-version")))
      }
    }
    return reading
  }

  /// Reads all versions of the model at a path.
  mutating func addAllVersions(of path: String) {
    do {
      let bundle = try BundleReader().read(path)
      guard !bundle.versions.isEmpty else {
        // Loading says why an empty bundle is of no use.
        add(ModelLoader().load(path))
        return
      }
      for version in bundle.versions { add(ModelLoader().load(version, of: bundle)) }
    } catch {
      diagnostics.append(error.diagnostic)
    }
  }

  mutating func add(_ outcome: ModelLoader.Outcome) {
    if let loaded = outcome.loaded { models.append(loaded) }
    diagnostics += outcome.diagnostics
    sources += outcome.sources
  }

  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  /// What the exit code is when nothing else goes wrong.
  var exitCode: ExitStatus {
    diagnostics.contains { $0.severity == .error } ? .badModel : .success
  }

  /// The outcome of a verb that prints a text about what was read.
  func outcome(printing output: String, in environment: VerbEnvironment) -> VerbOutcome {
    VerbOutcome(
      output: output,
      diagnostics: diagnostics,
      sources: sources,
      exitCode: exitCode,
      environment: environment
    )
  }

  /// The outcome of a verb that writes its product to the file the user named, or prints it.
  func outcome(
    writing product: [UInt8],
    to path: String,
    in environment: VerbEnvironment
  ) -> VerbOutcome {
    guard path != "-" else {
      return VerbOutcome(
        output: product,
        diagnostics: diagnostics,
        sources: sources,
        exitCode: exitCode,
        environment: environment
      )
    }
    var reading = self
    var status = exitCode
    do {
      try FileWriter().write(product, to: path)
    } catch {
      reading.report(.cannotWrite(path, error))
      status = .usage
    }
    return VerbOutcome(
      diagnostics: reading.diagnostics,
      sources: sources,
      exitCode: status,
      environment: environment
    )
  }
}

extension Diagnostic {
  /// A file could not be written.
  static func cannotWrite(_ path: String, _ problem: FileProblem) -> Self {
    Diagnostic(
      .error,
      rule: "unwritable-file",
      "cannot write the file: \(problem.reason)",
      at: Place(path: path)
    )
  }
}
