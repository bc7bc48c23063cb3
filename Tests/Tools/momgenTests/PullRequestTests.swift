import CorpusFiles
import Foundation
import Testing

@testable import momgen

/// The workflow and the hooks of the documentation: their commands, run in a repository.
@Suite(.enabled(if: Program.isAvailable()))
struct PullRequestTests {
  /// The blocks of YAML in the article.
  private static func blocks() throws -> [String] {
    let article = try String(
      contentsOf: Corpus.package
        .appending(path: "Sources/Tools/momgen/Documentation.docc/PullRequests.md"),
      encoding: .utf8
    )
    return article.components(separatedBy: "```yaml\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  /// The scripts of the steps of a workflow, by the names of the steps.
  private static func scripts(of workflow: String) -> [String: String] {
    var scripts: [String: String] = [:]
    var name = ""
    var isScript = false
    for line in workflow.components(separatedBy: "\n") {
      let indent = line.prefix { $0 == " " }.count
      if line.hasPrefix("      - ") || (indent <= 8 && !line.isEmpty) { isScript = false }
      if let range = line.range(of: "- name: ") { name = String(line[range.upperBound...]) }
      if isScript { scripts[name, default: ""] += line.dropFirst(10) + "\n" }
      if line == "        run: |" { isScript = true }
    }
    return scripts
  }

  /// The repository of an app with a model, on a branch beside `origin/main`.
  private struct App {
    let repository: GitRepository
    var scratch: Scratch { repository.scratch }
    static let file = "Models/My League.xcdatamodeld/L.xcdatamodel/contents"

    init?() throws {
      let repository = try GitRepository()
      self.repository = repository
      try write("name", "city")
      let folder = scratch.path("bin")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/momgen",
        withDestinationPath: Program.path ?? ""
      )
      // The requests to GitHub are written to a file.
      let gh = try scratch.write(
        "#!/bin/sh\nwhile [ $# -gt 1 ]; do shift; done\ncp \"$1\" comment.md\n",
        to: "bin/gh"
      )
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: gh)
      try scratch.write("bin\n*.md\n", to: ".gitignore")
      try repository.commit("main")
      try repository.git("update-ref", "refs/remotes/origin/main", "HEAD")
      try repository.git("checkout", "-q", "-b", "topic")
    }

    func write(_ names: String..., file: String = Self.file) throws {
      let lines = names.map {
        "        <attribute name=\"\($0)\" optional=\"YES\" attributeType=\"String\"/>\n"
      }
      try scratch.write(
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Team" syncable="YES">
        \(lines.joined())    </entity>
        </model>

        """,
        to: file
      )
    }

    /// Runs a script like a CI runner, and returns its output and exit code.
    func run(_ script: String) throws -> (output: String, code: Int32) {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = ["-e", "-o", "pipefail", "-c", script]
      process.currentDirectoryURL = scratch.folder
      var environment = ProcessInfo.processInfo.environment
      environment["PATH"] = scratch.path("bin") + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
      environment["BASE"] = "origin/main"
      environment["PULL_REQUEST"] = "7"
      process.environment = environment
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let data = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }
  }

  @Test func theWorkflow() throws {
    guard let app = try App() else { return }
    let scripts = Self.scripts(of: try #require(try Self.blocks().first))
    #expect(scripts.keys.sorted() == ["Comment", "Gate", "Install momgen", "Lint"])
    func run(_ step: String) throws -> (output: String, code: Int32) {
      try app.run(try #require(scripts[step]))
    }
    for step in ["Install momgen", "Lint", "Comment", "Gate"] {
      let run = try run(step)
      #expect(run.code == 0, "\(step): \(run.output)")
    }
    #expect(try app.scratch.read("comment.md").contains("No changes."))

    // A shipped version is edited, and a rename is not declared.
    try app.write("name", "city_")
    let lint = try run("Lint")
    #expect(lint.code != 0)
    #expect(lint.output.contains("title=edited-shipped-version::"), "\(lint.output)")
    #expect(lint.output.contains("::warning file=\(App.file),line=5"), "\(lint.output)")
    #expect(try run("Comment").code == 0)
    let comment = try app.scratch.read("comment.md")
    #expect(comment.hasPrefix("<!-- momgen diff -->\n### ⛔ L (origin/main) → L\n"), "\(comment)")
    #expect(comment.contains("set elementID=\"city\" on Team.city\\_"), "\(comment)")
    for dialect in ["sqlite", "postgresql"] {
      #expect(comment.contains("<summary>Migration SQL (\(dialect))</summary>"))
    }
    let gate = try run("Gate")
    #expect(gate.code != 0)
    #expect(gate.output.contains("::error file=\(App.file)"), "\(gate.output)")
    #expect(try app.repository.git("status", "--short") == " M \"\(App.file)\"\n")
  }

  @Test func theHooks() throws {
    guard let app = try App() else { return }
    let hooks = try #require(try Self.blocks().last).components(separatedBy: "      - id: ")
      .dropFirst()
    #expect(hooks.count == 3)
    func value(_ key: String, of hook: String) throws -> String {
      let lines = hook.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      let line = try #require(lines.first { $0.hasPrefix(key + ": ") })
      return String(line.dropFirst(key.count + 2))
    }
    /// Runs the hooks for a file, and returns the names of those that fail.
    func failures() throws -> [String] {
      try hooks.filter { hook in
        let pattern = try Regex(try value("files", of: hook))
        #expect(App.file.contains(pattern))
        var script = try value("entry", of: hook)
          .replacing("Models/League.xcdatamodeld", with: "'Models/My League.xcdatamodeld'")
        if !hook.contains("pass_filenames: false") { script += " '\(App.file)'" }
        return try app.run(script).code != 0
      }.map { String($0.prefix { $0 != "\n" }) }
    }
    #expect(try failures().isEmpty)
    try app.write("name", "city", "new")
    #expect(try failures() == ["momgen-shipped"])
    // The hook requires a new version.
    try app.repository.git("checkout", "-q", App.file)
    try app.write(
      "name",
      "city",
      "new",
      file: "Models/My League.xcdatamodeld/L 2.xcdatamodel/contents"
    )
    try app.scratch.write(
      "<plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key>"
        + "<string>L 2.xcdatamodel</string></dict></plist>\n",
      to: "Models/My League.xcdatamodeld/.xccurrentversion"
    )
    #expect(try failures().isEmpty)
    try app.scratch.write("<model>\n<<<<<<< ours\n", to: App.file)
    #expect(try failures().count == 3)
  }
}
