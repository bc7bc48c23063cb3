import CommandLineParsing
import Diagnostics
import Files
import ManagedModel
import ModelFiles

/// `momgen compile`: compiles a model as Xcode's model compiler does.
enum CompileVerb: Verb {
  static let command = Command(
    "compile",
    "Compile a model into the .momd or .mom that apps load.",
    discussion: """
      A .xcdatamodeld bundle becomes a .momd with every version, the version hashes and the checksums;
      a bare .xcdatamodel becomes a .mom. Without --output the result is put into the current folder,
      under the name of the model.

      A version that cannot be read is left out with a note. If the current version has errors, nothing
      is written. Files that are up to date are not touched.
      """,
    group: "Writing",
    operands: [SharedOptions.model],
    options: [
      .value(
        "model-version",
        SharedOptions.version,
        "The version to mark as current, instead of that of the bundle."
      ),
      .value(
        "output",
        short: "o",
        .path("PATH", extensions: "momd", "mom"),
        "The output: a .momd folder, or for a bare model a .mom file or '-', standard output."
      ),
      .flag("quiet", short: "q", "Report only errors."),
    ],
    examples: [
      Example("momgen compile Models/League.xcdatamodeld", "Create League.momd here."),
      Example(
        "momgen compile League.xcdatamodeld -o Resources/League.momd",
        "Create it somewhere else."
      ),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    var compilation = Compilation(output: arguments.value("output"))
    compilation.compile(
      arguments.operand("MODEL") ?? "-",
      current: arguments.value("model-version")
    )
    let isQuiet = arguments.has("quiet")
    return VerbOutcome(
      output: compilation.product,
      diagnostics: compilation.reading.diagnostics.filter { !isQuiet || $0.severity == .error },
      sources: compilation.reading.sources,
      diagnosticsAreTheProduct: true,
      exitCode: compilation.status,
      environment: environment
    )
  }
}

/// The compilation of one model.
private struct Compilation {
  let output: String?

  /// The bytes for standard output.
  var product: [UInt8] = []
  var reading = ModelReading()
  var status = ExitStatus.success

  mutating func compile(_ path: String, current name: String?) {
    let outcome = ModelLoader().load(path, version: name)
    reading.add(outcome)
    guard let current = outcome.loaded, !current.hasErrors else {
      status = .badModel
      return
    }
    do {
      switch current.bundle.form {
      case .versioned, .compiledVersions: try writeBundle(current)
      case .single, .compiled, .standardInput: try writeModel(current)
      }
    } catch let error as CompiledModelError {
      fail(
        Diagnostic(
          .error,
          rule: RunRule.uncompilableModel.rawValue,
          error.message,
          at: Place(path: current.version.path)
        ),
        .badModel
      )
    } catch {
      fail(
        Diagnostic(
          .error,
          rule: RunRule.unwritableFile.rawValue,
          "\(error)",
          at: Place(path: output),
          hint: "name another place with --output"
        ),
        .usage
      )
    }
  }

  private mutating func writeModel(_ loaded: LoadedModel) throws {
    let bytes = try CompiledModelWriter.bytes(of: loaded.model)
    let path = output ?? "\(loaded.bundle.name).mom"
    if path == "-" {
      product = bytes
      return
    }
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      // As for a .momd, which is a folder itself.
      let folder = String(path[..<slash])
      do {
        try FileWriter().makeFolder(folder)
      } catch {
        fail(.cannotWrite(folder, error), .usage)
        return
      }
    }
    write(bytes, to: path)
  }

  private mutating func writeBundle(_ current: LoadedModel) throws {
    var versions = [version(current)]
    for other in current.bundle.versions where other != current.version {
      // Loading the current version has reported the others already.
      guard other.storage == .contents || other.storage == .compiled else { continue }
      let outcome = ModelLoader().load(other, of: current.bundle)
      guard let loaded = outcome.loaded, !loaded.hasErrors else {
        leaveOut(other, outcome)
        continue
      }
      versions.append(version(loaded))
    }
    let bundle = CompiledBundle(versions: versions, currentVersionName: current.version.name)
    let files = try bundle.files()
    let folder = output?.trimmingSlashes ?? "\(current.bundle.name).momd"
    if folder == "-" {
      let message = "a .momd is a folder, which cannot be written to standard output"
      return fail(
        Diagnostic(
          .error,
          rule: RunRule.usage.rawValue,
          message,
          at: Place(),
          hint: "name a folder, or one version of the model, whose .mom is a file"
        ),
        .usage
      )
    }
    do {
      try FileWriter().makeFolder(folder)
    } catch {
      fail(.cannotWrite(folder, error), .usage)
      return
    }
    for file in files { write(file.bytes, to: "\(folder)/\(file.name)") }
  }

  private func version(_ loaded: LoadedModel) -> CompiledBundle.Version {
    let hashes = VersionHashes(loaded.resolved)
    return CompiledBundle.Version(
      name: loaded.version.name,
      model: loaded.model,
      hashes: Dictionary(
        hashes.entities.map { ($0.name, $0.bytes) },
        uniquingKeysWith: { first, _ in first }
      ),
      checksum: hashes.checksum
    )
  }

  private mutating func leaveOut(_ version: ModelVersion, _ outcome: ModelLoader.Outcome) {
    let reason = outcome.diagnostics.first { $0.severity == .error }?.message ?? "it has errors"
    reading.report(
      Diagnostic(
        .note,
        rule: ModelRule.unreadableVersion.rawValue,
        "the version '\(version.name)' is left out: \(reason)",
        at: Place(path: version.path)
      )
    )
  }

  private mutating func write(_ bytes: [UInt8], to path: String) {
    do {
      try FileWriter().write(bytes, to: path)
    } catch {
      fail(.cannotWrite(path, error), .usage)
    }
  }

  private mutating func fail(_ diagnostic: Diagnostic, _ status: ExitStatus) {
    reading.report(diagnostic)
    self.status = status
  }
}
