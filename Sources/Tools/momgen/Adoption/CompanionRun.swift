import CommandLineParsing
import Diagnostics
import Files
import ModelAdoption
import ModelFiles
import SwiftSource

/// The writing of the companion of some sources.
struct CompanionRun {
  private let arguments: ParsedArguments
  private var diagnostics: [Diagnostic] = []
  private var sources: [SourceMap] = []
  private var status = ExitStatus.success

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
  }

  /// The options that do not apply to a companion.
  private static let meaningless = [
    "template", "param", "all", "file-name", "configuration", "trim", "config", "env", "prune",
  ]

  func outcome(in environment: VerbEnvironment) -> VerbOutcome {
    var run = self
    let text = run.text()
    let destination = arguments.value("output") ?? "-"
    var output: [UInt8] = []
    if run.status == .success, let text {
      output = run.write(Array(text.utf8), to: destination, in: environment)
    }
    return VerbOutcome(
      output: output,
      diagnostics: run.diagnostics,
      sources: run.sources,
      rules: AdoptVerb.rules,
      diagnosticsAreTheProduct: destination != "-",
      exitCode: run.status,
      environment: environment
    )
  }

  private mutating func refuse(_ message: String, hint: String? = nil) {
    diagnostics.append(
      Diagnostic(.error, rule: RunRule.usage.rawValue, message, at: Place(), hint: hint)
    )
    status = .usage
  }

  /// The text of the companion; nil if there is none.
  private mutating func text() -> String? {
    if let option = Self.meaningless.first(where: { arguments.has($0) }) {
      refuse("--\(option) has no meaning with --companions", hint: "leave one of them out")
      return nil
    }
    let models = ClassModels(
      arguments.operands("MODEL"),
      version: arguments.value("model-version")
    )
    let paths = arguments.values("companions")
    let reading = SourceReading(
      paths,
      without: arguments.value("output"),
      imported: arguments.values("imported")
    )
    diagnostics += models.diagnostics + reading.diagnostics
    sources += models.sources + reading.sources
    status = models.status
    if reading.hasFailed { status = .badModel }
    guard status == .success, let name = module(paths) else { return nil }
    let module = SourceModule(
      name: name,
      files: reading.files,
      models: models.loaded.map(\.resolved)
    )
    let shared = models.diagnostics(ofSharedClassesIn: module)
    diagnostics += shared
    if !shared.isEmpty { status = .badModel }
    guard status == .success else { return nil }
    let companion = Companion(of: module, sourceNames: "the module \(name)")
    report(companion.unsupplied, of: module)
    reportHidden(companion.hidden, of: module)
    return companion.text
  }

  /// The module of the sources.
  private mutating func module(_ paths: [String]) -> String? {
    let named =
      arguments.value("module")
      ?? paths.last.map { FileReader().namedPath(of: $0) }
      .map { PathName($0).fileExtension == "swift" ? "" : PathName($0).last }
    guard let name = named, !name.isEmpty else {
      refuse("the module of the sources is not known", hint: "name it with --module")
      return nil
    }
    // Like the package manager derives names of modules.
    return String(name.unicodeScalars.map { $0.properties.isXIDContinue ? Character($0) : "_" })
  }

  /// Reports declarations without an accessor, which would be undefined symbols when the program is linked.
  private mutating func report(_ members: [UnsuppliedMember], of module: SourceModule) {
    var places: [String: FilePlaces] = [:]
    for member in members {
      status = .badModel
      let file = module.file(of: member)
      let lines = places[file.path] ?? FilePlaces(file)
      places[file.path] = lines
      diagnostics.append(
        Diagnostic(
          .error,
          rule: AdoptionRule.accessors.id,
          "no companion can supply '\(member.name)': \(member.reason)",
          at: lines.place(of: file.source.tokens[member.token].range.lowerBound),
          hint: "'momgen adopt' gives it an explicit accessor or a hint"
        )
      )
    }
  }

  /// Accessors of private classes are refused by the compiler in a build for a release.
  private mutating func reportHidden(_ members: [UnsuppliedMember], of module: SourceModule) {
    guard let first = members.first else { return }
    let file = module.file(of: first)
    diagnostics.append(
      Diagnostic(
        .warning,
        rule: AdoptionRule.accessors.id,
        "the accessor of '\(first.name)' compiles only without optimization: \(first.reason)",
        at: FilePlaces(file).place(of: file.source.tokens[first.token].range.lowerBound),
        hint: "'momgen adopt' gives it an explicit accessor"
      )
    )
  }

  private mutating func write(
    _ text: [UInt8],
    to destination: String,
    in environment: VerbEnvironment
  ) -> [UInt8] {
    if arguments.has("dry-run") {
      return Array(
        "\(destination.visible): would be written\nThis was a dry run: nothing was changed.\n".utf8
      )
    }
    guard destination != "-" else { return text }
    do {
      guard isReplaceable(destination) else {
        refuse(
          "\(destination.visible) is not a file that momgen created",
          hint: "name another file, or replace it with --force"
        )
        return []
      }
      if (try? FileReader().bytes(of: destination)) == text { return [] }
      try FileWriter().write(text, to: destination)
      let isReporting = environment.diagnosticFormat == .text && !arguments.has("quiet")
      return isReporting ? Array("\(destination.visible): written\n".utf8) : []
    } catch {
      diagnostics.append(.cannotWrite(destination, error))
      status = .usage
      return []
    }
  }

  /// Whether a path is free, or that of a generated file.
  private func isReplaceable(_ path: String) -> Bool {
    guard !arguments.has("force"), FileReader().kind(of: path) == .file else { return true }
    guard let bytes = try? FileReader().bytes(of: path), !bytes.isEmpty else { return true }
    return String(decoding: bytes.prefix(200), as: UTF8.self).contains("Generated by momgen")
  }
}
