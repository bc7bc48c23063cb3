import Diagnostics
import Files
import JSON5
import ManagedModel
import ModelFiles

/// Reads a `momgen.json`.
struct ConfigurationReader: Sendable {
  var files = FileReader(maximumBytes: 4 << 20)

  /// A configuration, and the problems of the file.
  struct Outcome: Sendable {
    /// Nil when the file has errors.
    var configuration: ProjectConfiguration?
    var diagnostics: [Diagnostic] = []
  }

  /// Reads the file at a path.
  func read(_ path: String) -> Outcome {
    do {
      return read(try files.bytes(of: path), path: path)
    } catch {
      return Outcome(diagnostics: [
        Diagnostic(
          .error,
          rule: ModelRule.unreadableFile.rawValue,
          "cannot read the configuration: \(error.reason)",
          at: Place(path: path),
          hint: NearPath().hint(for: path)
        )
      ])
    }
  }

  /// Reads the text of a file.
  func read(_ bytes: [UInt8], path: String) -> Outcome {
    let value: JSON5Value
    do {
      value = try JSON5Reader.read(bytes, path: path)
    } catch {
      return Outcome(diagnostics: [error.diagnostic])
    }
    var collector = DiagnosticCollector()
    let shapes = ConfigurationSchemas(paths: RelativePath(toFile: path))
    var configuration = shapes.project(path: path).read(value, into: &collector)
    if collector.hasErrors { configuration = nil }
    return Outcome(configuration: configuration, diagnostics: collector.diagnostics)
  }
}
