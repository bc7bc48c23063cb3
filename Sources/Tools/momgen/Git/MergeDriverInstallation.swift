import Diagnostics
import Files
import ModelFiles

/// Configures momgen as the merge driver for models in a repository; existing settings are kept.
struct MergeDriverInstallation {
  let folder: String

  /// The settings of git.
  private static let settings = [
    (key: "merge.momgen.name", value: "Core Data models, merged by their elements"),
    (key: "merge.momgen.driver", value: "momgen merge --path %P %O %A %B"),
  ]

  /// The lines of `.gitattributes`.
  private static let attributes = [
    (pattern: "**/*.xcdatamodel/contents", value: "merge=momgen"),
    (pattern: ".xccurrentversion", value: "merge=momgen"),
  ]

  func run(isDryRun: Bool, in environment: VerbEnvironment) -> VerbOutcome {
    var output = ""
    do {
      let git = GitProcess(folder: folder)
      let top = try git.line(["rev-parse", "--show-toplevel"])
      let missing = try missingSettings(git)
      let path = top + "/.gitattributes"
      let existing = try text(of: path)
      let lines = try missingLines(existing, path)
      for setting in missing {
        output += "git config \(setting.key) '\(setting.value)'\n"
        if !isDryRun { _ = try git.run(["config", "--local", setting.key, setting.value]) }
      }
      for line in lines { output += "\(path): \(line)\n" }
      if !isDryRun, !lines.isEmpty {
        let start = existing.isEmpty || existing.hasSuffix("\n") ? existing : existing + "\n"
        let text = start + lines.map { $0 + "\n" }.joined()
        do {
          try FileWriter().write(Array(text.utf8), to: path)
        } catch {
          throw GitError("cannot write '\(path)': \(error.reason)")
        }
      }
      if output.isEmpty { output = "momgen is already the merge driver for models\n" }
      if isDryRun { output += "This was a dry run: nothing was changed.\n" }
      return VerbOutcome(output: output, environment: environment)
    } catch let error as GitError {
      return VerbOutcome(
        diagnostics: [error.diagnostic(at: folder)],
        exitCode: .usage,
        environment: environment
      )
    } catch {
      return VerbOutcome(exitCode: .usage, environment: environment)
    }
  }

  private func missingSettings(
    _ git: GitProcess
  ) throws(GitError) -> [(key: String, value: String)] {
    var missing: [(key: String, value: String)] = []
    for setting in Self.settings {
      var existing: String?
      do {
        existing = try git.line(["config", "--get", setting.key])
      } catch  where error.exitCode == 1 {
        existing = nil
      }
      guard let existing else {
        missing.append(setting)
        continue
      }
      if setting.key.hasSuffix(".driver"), existing != setting.value {
        throw GitError(
          "\(setting.key) is '\(existing)' already; 'git config --unset \(setting.key)' removes it"
        )
      }
    }
    return missing
  }

  private func text(of path: String) throws(GitError) -> String {
    guard FileReader().kind(of: path) != nil else { return "" }
    do {
      return String(decoding: try FileReader().bytes(of: path), as: UTF8.self)
    } catch {
      throw GitError("cannot read '\(path)': \(error.reason)")
    }
  }

  private func missingLines(_ text: String, _ path: String) throws(GitError) -> [String] {
    var lines: [String] = []
    for attribute in Self.attributes {
      let same = text.split(whereSeparator: \.isNewline)
        .map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        .filter { $0.first == attribute.pattern }
      if same.contains(where: { $0.contains(attribute.value) }) { continue }
      if let other = same.first(where: { $0.contains { $0.hasPrefix("merge") || $0 == "-merge" } })
      {
        throw GitError("'\(path)' already has '\(other.joined(separator: " "))'")
      }
      lines.append("\(attribute.pattern) \(attribute.value)")
    }
    return lines
  }
}
