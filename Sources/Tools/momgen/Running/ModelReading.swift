import CommandLineParsing
import Diagnostics
import Files
import ModelFiles
import StoreMigration

/// Reads the models on a command line.
struct ModelReading {
  /// The models that could be read, in the order of the command line.
  var models: [LoadedModel] = []
  var diagnostics: [Diagnostic] = []
  var sources: [SourceMap] = []

  /// Reads the model of a verb that takes one.
  ///
  /// For a store it is the model that the store contains.
  static func one(_ arguments: ParsedArguments) -> Self {
    var reading = Self()
    reading.add(arguments.operand("MODEL") ?? "-", version: arguments.value("model-version"))
    return reading
  }

  /// Reads the models of a verb that takes several, or every version, according to the options
  /// ``SharedOptions/modelVersion`` and ``SharedOptions/allVersions``.
  ///
  /// For a store it is the model that the store contains.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - passesOver: Whether a version in a format from before 2011 is only noted, if there are others.
  /// - Returns: The models and their diagnostics.
  static func each(_ arguments: ParsedArguments, passesOver: Bool = false) -> Self {
    var reading = Self()
    for path in arguments.operands("MODEL") {
      if arguments.has("all-versions"), ServerPlace(path) == nil, !DatabaseHeader.isDatabase(path) {
        reading.addAllVersions(of: path, passesOver: passesOver)
      } else {
        reading.add(path, version: arguments.value("model-version"))
      }
    }
    return reading
  }

  /// Reads the model at a path, or the one in the store at the path.
  private mutating func add(_ path: String, version: String?) {
    let server = ServerPlace(path)
    guard server != nil || DatabaseHeader.isDatabase(path) else {
      return add(ModelLoader().load(path, version: version))
    }
    let path = server?.path ?? path
    do {
      let kept =
        if let server {
          try server.reading { try PostgreSQLStoreMigration.keptModel($0) }
        } else {
          try OpenedStore.withStore(at: path) { try StoreMetadata.cachedModel($0.connection) }
        }
      guard let kept else {
        return report(
          Diagnostic(
            .error,
            rule: StoreRule.noModel.rawValue,
            "the store contains no model",
            at: Place(path: path),
            hint: server == nil
              ? "name the model itself; stores from before 2015 contain none"
              : "name the model itself"
          )
        )
      }
      add(ModelLoader().outcome(for: kept, keptIn: path))
    } catch {
      report(StoreDiagnosis(error, store: path).diagnostic)
    }
  }

  /// Reads all versions of the model at a path.
  ///
  /// - Parameters:
  ///   - path: The path of the bundle.
  ///   - passesOver: Whether a version in a format from before 2011 is only noted, if there are others.
  mutating func addAllVersions(of path: String, passesOver: Bool = false) {
    do {
      let bundle = try BundleReader().read(path)
      guard !bundle.versions.isEmpty else {
        // Loading reports why an empty bundle cannot be used.
        add(ModelLoader().load(path))
        return
      }
      let passesOver = passesOver && bundle.versions.contains { $0.storage != .legacy }
      for version in bundle.versions {
        var outcome = ModelLoader().load(version, of: bundle)
        if passesOver, version.storage == .legacy {
          outcome.diagnostics = outcome.diagnostics.map(Self.passedOver)
        }
        add(outcome)
      }
    } catch {
      diagnostics.append(error.diagnostic)
    }
  }

  private static func passedOver(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.severity = .note
    diagnostic.message += "; the version is skipped"
    return diagnostic
  }

  mutating func add(_ outcome: ModelLoader.Outcome) {
    if let loaded = outcome.loaded { models.append(loaded) }
    diagnostics += outcome.diagnostics
    sources += outcome.sources
  }

  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  /// The exit code unless something else fails.
  var exitCode: ExitStatus {
    diagnostics.contains { $0.severity == .error } ? .badModel : .success
  }

  /// The outcome of a verb that prints a text about the models.
  func outcome(printing output: String, in environment: VerbEnvironment) -> VerbOutcome {
    VerbOutcome(
      output: output,
      diagnostics: diagnostics,
      sources: sources,
      exitCode: exitCode,
      environment: environment
    )
  }

  /// The outcome of a verb without a product for the file that the user named, or for standard output.
  func outcome(leavingOut path: String, in environment: VerbEnvironment) -> VerbOutcome {
    VerbOutcome(
      diagnostics: diagnostics,
      sources: sources,
      diagnosticsAreTheProduct: path != "-",
      exitCode: exitCode,
      environment: environment
    )
  }

  /// The outcome of a verb that writes its product to the file that the user named, or prints it.
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
      diagnosticsAreTheProduct: true,
      exitCode: status,
      environment: environment
    )
  }
}
