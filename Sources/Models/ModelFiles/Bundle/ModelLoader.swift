import Diagnostics
import Files
import ManagedModel

/// A model that was read, with everything that later stages need.
package struct LoadedModel: Sendable {
  package let bundle: ModelBundle
  package let version: ModelVersion
  package let resolved: ResolvedModel

  /// All diagnostics, including those that do not prevent the use of the model.
  package let diagnostics: [Diagnostic]

  /// The positions of the parts of the model.
  package let source: SourceMap

  package var model: Model { resolved.model }

  /// Whether the model has errors, so that it must not be used.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// Loads models: a path and the name of a version in, a ``LoadedModel`` and diagnostics out.
package struct ModelLoader: Sendable {
  private let files: FileReader
  private let alreadyRead: [String: [UInt8]]

  /// A loader of models from files.
  ///
  /// - Parameters:
  ///   - files: The reader of the files.
  ///   - alreadyRead: The bytes of files that need not be read again, by their paths.
  package init(files: FileReader = FileReader(), alreadyRead: [String: [UInt8]] = [:]) {
    self.files = files
    self.alreadyRead = alreadyRead
  }

  /// The result of loading: a model if one could be read at all, and all diagnostics.
  package struct Outcome: Sendable {
    package var loaded: LoadedModel?
    package var diagnostics: [Diagnostic]

    /// The sources of lines of text, for showing diagnostics.
    package var sources: [SourceMap]
  }

  /// Loads one version of the model at a path: the given one, or the current one.
  package func load(_ path: String, version name: String? = nil) -> Outcome {
    do {
      let bundle = try BundleReader(files: files).read(path)
      let version = try VersionChoice.version(of: bundle, named: name)
      var outcome = load(version, of: bundle)
      outcome.diagnostics += VersionChoice.notes(about: bundle, reading: version)
      return outcome
    } catch {
      return Outcome(loaded: nil, diagnostics: [error.diagnostic], sources: [])
    }
  }

  /// Loads a version that is already known.
  package func load(_ version: ModelVersion, of bundle: ModelBundle) -> Outcome {
    do {
      let bytes = try self.bytes(of: version)
      let source = SourceMap(path: version.path, bytes: bytes)
      var collector = DiagnosticCollector()
      guard let model = model(in: bytes, of: version, source, reportingTo: &collector) else {
        return Outcome(loaded: nil, diagnostics: collector.diagnostics, sources: [source])
      }
      let resolved = ResolvedModel(model)
      collector.report(
        contentsOf: source.diagnostics(for: ModelValidator.problems(in: resolved))
      )
      collector.report(
        contentsOf: BundleReader(files: files).differencesFromRecord(
          of: version,
          in: bundle,
          resolved
        )
      )
      let loaded = LoadedModel(
        bundle: bundle,
        version: version,
        resolved: resolved,
        diagnostics: collector.diagnostics,
        source: source
      )
      return Outcome(loaded: loaded, diagnostics: collector.diagnostics, sources: [source])
    } catch {
      return Outcome(loaded: nil, diagnostics: [error.diagnostic], sources: [])
    }
  }

  private func model(
    in bytes: [UInt8],
    of version: ModelVersion,
    _ source: SourceMap,
    reportingTo collector: inout DiagnosticCollector
  ) -> Model? {
    guard version.storage == .contents else {
      return CompiledVersion.read(bytes, path: version.path, reportingTo: &collector)
    }
    let reading = ContentsReader.read(bytes)
    collector.report(contentsOf: source.diagnostics(for: reading.problems))
    return reading.model
  }

  private func bytes(of version: ModelVersion) throws(DiagnosticError) -> [UInt8] {
    if let problem = VersionChoice.problem(withStorageOf: version) { throw problem }
    if let bytes = alreadyRead[version.path] { return bytes }
    do {
      return version.path == "-"
        ? try files.standardInput() : try files.bytes(of: version.path)
    } catch {
      throw DiagnosticError(
        Diagnostic(
          .error,
          rule: ModelRule.unreadableFile.rawValue,
          "cannot read the model: \(error.reason)",
          at: Place(path: version.path)
        )
      )
    }
  }
}

extension ModelLoader {
  /// Returns the version of a bundle that would be loaded, or the diagnostics that explain why there is none.
  package func choice(
    of bundle: ModelBundle
  ) -> (version: ModelVersion?, diagnostics: [Diagnostic]) {
    do {
      return (try VersionChoice.version(of: bundle, named: nil), [])
    } catch {
      return (nil, [error.diagnostic])
    }
  }
}
