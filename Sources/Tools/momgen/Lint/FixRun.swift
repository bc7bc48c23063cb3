import Diagnostics
import Files
import ManagedModel
import ModelFiles
import ModelReview

/// Fixes models in their files.
struct FixRun {
  /// The rule about fixing itself.
  static let rule = RunRule.changedHashes.description

  let isDryRun: Bool
  private(set) var diagnostics: [Diagnostic] = []

  /// The pending changes as a unified diff, or those that were made, in a line for each model.
  private(set) var output = ""
  private(set) var status = ExitStatus.success

  /// The last lines of a dry run: the pending fixes in each model, and that nothing was written.
  var conclusion: String {
    guard isDryRun else { return "" }
    return (intentions + ["This was a dry run: nothing was changed."]).map { "\($0)\n" }.joined()
  }

  private var intentions: [String] = []

  init(isDryRun: Bool) {
    self.isDryRun = isDryRun
  }

  /// Fixes one model.
  ///
  /// - Parameters:
  ///   - loaded: The model as it was read.
  ///   - run: The run that selects the fixes.
  /// - Returns: The fixed model, if its file was written.
  mutating func fix(_ loaded: LoadedModel, _ run: inout LintRun) -> ModelLoader.Outcome? {
    // Fixing a model with errors might make it worse.
    guard !loaded.hasErrors, isFile(loaded) else { return nil }
    let outcome = run.fix(loaded)
    guard outcome.model != loaded.model else { return nil }
    reportHashes(outcome, of: loaded)
    let text = ContentsWriter.write(outcome.model)
    guard !isDryRun else {
      show(text, insteadOf: loaded)
      intentions.append("\(loaded.version.path.visible): would fix \(Self.list(outcome.fixed))")
      return nil
    }
    do {
      try FileWriter().write(text, to: loaded.version.path)
    } catch {
      report(.cannotWrite(loaded.version.path, error), .usage)
      return nil
    }
    output += "\(loaded.version.path.visible): fixed \(Self.list(outcome.fixed))\n"
    return ModelLoader().load(loaded.version, of: loaded.bundle)
  }

  /// Adds the changes in a file to the output.
  private mutating func show(_ text: [UInt8], insteadOf loaded: LoadedModel) {
    let path = loaded.version.path
    do {
      let old = try FileReader().bytes(of: path)
      output +=
        UnifiedDiff(
          from: String(decoding: old, as: UTF8.self),
          named: path,
          to: String(decoding: text, as: UTF8.self),
          named: path
        ).text
    } catch {
      report(
        Diagnostic(
          .error,
          rule: ModelRule.unreadableFile.rawValue,
          "cannot read the model: \(error.reason)",
          at: Place(path: path)
        ),
        .badModel
      )
    }
  }

  /// The rules with their counts, such as `missing-inverse (2), legacy-index`.
  private static func list(_ findings: [LintFinding]) -> String {
    var counts: [(rule: String, count: Int)] = []
    for finding in findings {
      if let index = counts.firstIndex(where: { $0.rule == finding.rule }) {
        counts[index].count += 1
      } else {
        counts.append((finding.rule, 1))
      }
    }
    return counts.map { $0.count == 1 ? $0.rule : "\($0.rule) (\($0.count))" }
      .joined(separator: ", ")
  }

  private mutating func isFile(_ loaded: LoadedModel) -> Bool {
    let reason: String? =
      if loaded.version.storage != .contents {
        "a compiled model cannot be fixed"
      } else if loaded.version.path == "-" {
        "a model from standard input cannot be fixed in place"
      } else {
        nil
      }
    guard let reason else { return true }
    report(
      Diagnostic(
        .error,
        rule: RunRule.usage.rawValue,
        reason,
        at: Place(path: loaded.version.path),
        hint: loaded.version.path == "-"
          ? "name the file of the model"
          : "fix the model from which it was compiled, and compile that"
      ),
      .usage
    )
    return false
  }

  private mutating func reportHashes(_ outcome: ModelFixer.Outcome, of loaded: LoadedModel) {
    guard !outcome.changedHashes.isEmpty else { return }
    let names = outcome.changedHashes.map { "'\($0.visible)'" }.joined(separator: ", ")
    diagnostics.append(
      Diagnostic(
        .warning,
        rule: Self.rule.id,
        isDryRun
          ? "fixing would change the version hashes of \(names)"
          : "fixing has changed the version hashes of \(names)",
        at: Place(path: loaded.version.path),
        hint: "if this version has been released, do not change it, and fix a new version"
      )
    )
  }

  private mutating func report(_ diagnostic: Diagnostic, _ status: ExitStatus) {
    diagnostics.append(diagnostic)
    self.status = status
  }
}
