import Diagnostics
import Files
import JSON5
import ManagedModel
import ModelFiles
import ModelReview

/// The file of the accepted findings of a project.
struct BaselineFile {
  let path: String

  /// Reads the accepted findings, and reports the problems of the file.
  func read() -> (baseline: LintBaseline, diagnostics: [Diagnostic]) {
    var collector = DiagnosticCollector()
    var baseline = LintBaseline()
    do {
      let bytes = try FileReader().bytes(of: path)
      let value = try JSON5Reader.read(bytes, path: path)
      baseline = LintBaseline.shape.read(value, into: &collector) ?? baseline
    } catch let error as FileProblem {
      collector.report(
        Diagnostic(
          .error,
          rule: ModelRule.unreadableFile.rawValue,
          "cannot read the baseline: \(error.reason)",
          at: Place(path: path),
          hint: "--update-baseline writes it"
        )
      )
    } catch let error as JSON5Error {
      collector.report(error.diagnostic)
    } catch {
      collector.report(
        Diagnostic(
          .error,
          rule: ModelRule.unreadableFile.rawValue,
          "\(error)",
          at: Place(path: path),
          hint: "--update-baseline replaces it"
        )
      )
    }
    return (baseline, collector.diagnostics)
  }

  /// Writes the file; returns a diagnostic on failure.
  func write(_ baseline: LintBaseline) -> Diagnostic? {
    do {
      try FileWriter().write(Array(baseline.text.utf8), to: path)
      return nil
    } catch {
      return .cannotWrite(path, error)
    }
  }
}
