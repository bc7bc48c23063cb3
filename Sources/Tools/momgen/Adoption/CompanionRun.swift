import CommandLineWords
import Diagnostics
import Files
import ManagedModel
import ModelAdoption
import ModelFiles
import SwiftSource

/// The companion of some sources being written.
struct CompanionRun {
  private let arguments: ParsedArguments
  private var diagnostics: [Diagnostic] = []
  private var sources: [SourceMap] = []
  private var status = ExitStatus.success

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
  }

  /// The options that have no meaning for a companion.
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
    guard let models = loadedModels() else { return nil }
    let paths = arguments.values("companions")
    let reading = SourceReading(paths, without: arguments.value("output"))
    diagnostics += reading.diagnostics
    sources += reading.sources
    if reading.hasFailed { status = .badModel }
    guard status == .success, let name = module(paths) else { return nil }
    let module = SourceModule(name: name, files: reading.files, models: models.map(\.resolved))
    report(sharedClassesOf: module, models)
    guard status == .success else { return nil }
    let companion = Companion(of: module, sourceNames: "the module \(name)")
    report(companion.unsupplied, of: module)
    return companion.text
  }

  /// The models that the command line names; nil if they cannot be read together.
  private mutating func loadedModels() -> [LoadedModel]? {
    let paths = arguments.operands("MODEL")
    let version = arguments.value("model-version")
    if version != nil, paths.count > 1 {
      refuse(
        "--model-version is for one model, but there are \(paths.count)",
        hint: "name the version by its path, such as 'Club.xcdatamodeld/Club 2.xcdatamodel'"
      )
      return nil
    }
    var models: [LoadedModel] = []
    for path in paths {
      let outcome = ModelLoader().load(path, version: version)
      diagnostics += outcome.diagnostics
      sources += outcome.sources
      if let loaded = outcome.loaded { models.append(loaded) }
      if outcome.diagnostics.contains(where: { $0.severity == .error }) { status = .badModel }
    }
    return models
  }

  /// The accessors of a class know the properties of one entity.
  private mutating func report(sharedClassesOf module: SourceModule, _ models: [LoadedModel]) {
    for shared in module.sharedClasses {
      guard let place = module.nameToken(ofClass: shared.name) else { continue }
      status = .badModel
      let names = shared.models.map { models[$0].version.path.visible }
      diagnostics.append(
        Diagnostic(
          .error,
          rule: AdoptionRule.accessors.id,
          "the class '\(shared.name)' is that of entities of two models: \(names.joined(separator: " and "))",
          at: FilePlaces(place.file)
            .place(of: place.file.source.tokens[place.token].range.lowerBound),
          hint: "give one of the entities a class of its own, or name one of the models"
        )
      )
    }
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
    // As the package manager makes names of modules.
    return String(name.unicodeScalars.map { $0.properties.isXIDContinue ? Character($0) : "_" })
  }

  /// A declaration without an accessor would be an undefined symbol when the program is linked.
  private mutating func report(_ members: [UnsuppliedMember], of module: SourceModule) {
    for member in members {
      status = .badModel
      let file = module.file(of: member)
      diagnostics.append(
        Diagnostic(
          .error,
          rule: AdoptionRule.accessors.id,
          "no companion can supply '\(member.name)': \(member.reason)",
          at: FilePlaces(file).place(of: file.source.tokens[member.token].range.lowerBound),
          hint: "'momgen adopt' gives it an accessor of its own"
        )
      )
    }
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
          "\(destination.visible) is not a file that momgen made",
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

  /// Whether a path is free, or has a file that was generated.
  private func isReplaceable(_ path: String) -> Bool {
    guard !arguments.has("force"), FileReader().kind(of: path) == .file else { return true }
    guard let bytes = try? FileReader().bytes(of: path), !bytes.isEmpty else { return true }
    return String(decoding: bytes.prefix(200), as: UTF8.self).contains("Generated by momgen")
  }
}
