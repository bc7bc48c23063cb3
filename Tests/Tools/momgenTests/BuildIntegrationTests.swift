import CorpusFiles
import Foundation
import Testing

@testable import momgen

/// The snippets of `BuildIntegration.md` work in a repository as the article describes.
@Suite(.enabled(if: Program.isAvailable()))
struct BuildIntegrationTests {
  private static func article() throws -> BuildArticle {
    try BuildArticle(
      at: Corpus.package.appending(
        path: "Sources/Tools/momgen/Documentation.docc/BuildIntegration.md"
      )
    )
  }

  /// A repository with a model, its generated code and `momgen.json`, all committed.
  private func repository() throws -> ProjectRepository? {
    guard let repository = try ProjectRepository() else { return nil }
    try repository.run("momgen init && momgen generate && git add -A && git commit -q -m First")
    return repository
  }

  private static let edit = "sed -i 's/\"uniformColor\"/\"colour\"/' League.xcdatamodeld/*/contents"

  @Test func theHookOfGit() throws {
    guard let repository = try repository() else { return }
    try repository.install(hook: Self.article().block("sh", below: "### Before each commit"))

    #expect(repository.outcome("\(Self.edit) && git add -A && git commit -m Stale").exitCode == 1)
    let refusal = repository.outcome("git commit -m Stale").text
    #expect(refusal.contains("Team+CoreDataProperties.swift:"))
    #expect(refusal.contains("run 'momgen generate'"))

    try repository.run("momgen generate && git add -A && git commit -q -m Current")
    #expect(try repository.run("git log --format=%s").contains("Current"))
    try repository.run("echo '// edited' >> Generated/Team+CoreDataProperties.swift")
    #expect(repository.outcome("git commit -a -m Edited").exitCode == 1)
  }

  @Test func theHookLetsOtherCommitsThrough() throws {
    guard let repository = try repository() else { return }
    try repository.install(hook: Self.article().block("sh", below: "### Before each commit"))
    try repository.run("\(Self.edit) && echo text > text && git add text && git commit -q -m Text")
  }

  @Test func theConfigurationOfPreCommit() throws {
    guard let repository = try repository() else { return }
    let article = try Self.article()
    let hook = try article.block("sh", below: "### Before each commit")
    let yaml = try article.block("yaml", below: "### Before each commit")
    let files = try #require(yaml.firstMatch(of: #/files: ('.*')/#)).1
    #expect(hook.contains("grep -qE \(files)"), "both look at the same files")
    let entry = try #require(yaml.firstMatch(of: #/entry: (.*)/#)).1
    #expect(hook.contains("exec \(entry)"))
    #expect(repository.outcome(String(entry)).exitCode == 0)
    #expect(repository.outcome("\(Self.edit) && \(entry)").exitCode == 1)
  }

  @Test func theWorkflow() throws {
    guard let repository = try repository() else { return }
    let workflow = try Self.article().block("yaml", below: "### In continuous integration")
    let models = try BuildArticle.step("Check the models", of: workflow)
    let code = try BuildArticle.step("Check the code", of: workflow)
    #expect(repository.outcome(models).exitCode == 0)
    #expect(repository.outcome(code).exitCode == 0)

    try repository.run(Self.edit)
    #expect(repository.outcome(models).exitCode == 0)
    let stale = repository.outcome(code)
    #expect(stale.exitCode == 1)
    #expect(stale.text.contains("::warning file=Generated/Team+CoreDataProperties.swift,line="))

    try repository.run(
      "sed -i 's/destinationEntity=\"Team\"/destinationEntity=\"Taem\"/' */*/contents"
    )
    let broken = repository.outcome(models)
    #expect(broken.exitCode != 0)
    #expect(broken.text.contains("::error file="))
    #expect(broken.text.contains("League.xcdatamodel/contents,line=7,col=105"))
    #expect(repository.outcome(code).exitCode == 3)
  }
}

/// Blocks of code in an article.
private struct BuildArticle {
  private let lines: [Substring]

  init(at file: URL) throws {
    lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The first block in a language below a heading.
  func block(_ language: String, below heading: String) throws -> String {
    let below = lines.drop { $0 != heading }
    let block = below.drop { $0 != "```\(language)" }.dropFirst().prefix { $0 != "```" }
    try #require(!block.isEmpty, "no block of \(language) below '\(heading)'")
    return block.map { $0 + "\n" }.joined()
  }

  /// The commands of a step in a workflow.
  static func step(_ name: String, of workflow: String) throws -> String {
    let lines = workflow.split(separator: "\n").drop { !$0.hasSuffix("- name: \(name)") }
    let run = try #require(lines.dropFirst().first?.firstMatch(of: #/run: (.*)/#)).1
    guard run == "|" else { return String(run) }
    return lines.dropFirst(2).prefix { $0.hasPrefix("          ") }.map { $0.dropFirst(10) + "\n" }
      .joined()
  }
}

/// A repository in which scripts find the program as `momgen`.
private struct ProjectRepository {
  private let git: GitRepository
  private let programs: Scratch

  /// Nil if git is not installed, which is printed.
  init?() throws {
    let git = try GitRepository()
    self.git = git
    programs = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: programs.path("momgen"),
      withDestinationPath: Program.path ?? ""
    )
    try FileManager.default.copyItem(
      at: URL(filePath: SampleModel.path("League")),
      to: git.scratch.folder.appending(path: "League.xcdatamodeld")
    )
  }

  func install(hook: String) throws {
    let path = try git.scratch.write(hook, to: ".git/hooks/pre-commit")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  /// Runs a script that must succeed.
  @discardableResult
  func run(_ script: String) throws -> String {
    let outcome = outcome(script)
    try #require(outcome.exitCode == 0, "\(script)\n\(outcome.text)")
    return outcome.text
  }

  /// The output and the status of a script, which ends with the first command that fails.
  func outcome(_ script: String) -> (text: String, exitCode: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-ec", script]
    process.currentDirectoryURL = git.scratch.folder
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    environment["PATH"] = "\(programs.folder.path):\(environment["PATH"] ?? "")"
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    guard (try? process.run()) != nil else { return ("", -1) }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }
}
