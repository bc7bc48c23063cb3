import CommandLineParsing
import Diagnostics
import Files
import ModelFiles

/// `momgen init`: writes the initial `momgen.json` of a project.
enum InitVerb: Verb {
  static let command = Command(
    "init",
    "Write a momgen.json for the models of a project.",
    discussion: """
      The file lists the models below the folder with an output each, and has comments about other settings. A
      file that already exists is never overwritten.
      """,
    group: "Generating",
    operands: [
      Operand(
        .path("FOLDER"),
        count: .optional,
        "The folder to search; by default the current one."
      )
    ],
    options: [
      .value(
        "output",
        short: "o",
        .path("FILE"),
        "The file; '-' is standard output. Without it, momgen.json in the folder."
      )
    ],
    examples: [
      Example("momgen init", "Write momgen.json for the models below the current folder."),
      Example("momgen init --output - Packages/Store", "Print the file instead of writing it."),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let folder = arguments.operand("FOLDER") ?? "."
    let path =
      arguments.value("output")
      ?? (folder == "." ? "" : folder.trimmingSlashes + "/") + ProjectConfiguration.fileName
    do {
      let models = try models(below: folder, relativeTo: path == "-" ? folder + "/-" : path)
      let text = InitialConfiguration(models: models).text
      if path == "-" { return VerbOutcome(output: text, environment: environment) }
      try write(text, to: path)
      return VerbOutcome(output: next(path, models), environment: environment)
    } catch {
      return VerbOutcome(
        diagnostics: [error.diagnostic],
        exitCode: .usage,
        environment: environment
      )
    }
  }

  private static func models(
    below folder: String,
    relativeTo file: String
  ) throws(DiagnosticError) -> [String] {
    guard FileReader().kind(of: folder) == .folder else {
      throw failure("there is no such folder", at: folder)
    }
    let models = ModelFinder().models(below: folder)
    guard !models.isEmpty else {
      throw failure(
        "there is no model below the folder",
        at: folder,
        hint: "a model is a folder whose name ends in .xcdatamodeld or .xcdatamodel"
      )
    }
    guard let home = resolved(RelativePath(toFile: file).resolved(".")) else {
      throw failure("the folder of the file does not exist", at: file)
    }
    return models.map { model in
      resolved(model).map { PathText.way(from: home, to: $0) } ?? model
    }
  }

  private static func write(_ text: String, to path: String) throws(DiagnosticError) {
    do throws(FileProblem) {
      if try isTaken(path) { throw FileProblem(errorNumber: EEXIST) }
      try FileWriter().write(Array(text.utf8), to: path)
    } catch  where error.errorNumber == EEXIST {
      throw failure(
        "the file already exists",
        at: path,
        hint: "'momgen init --output -' shows what would be written"
      )
    } catch {
      throw DiagnosticError(.cannotWrite(path, error))
    }
  }

  /// Whether there is a file, a folder or a link to one at a path; anything else can be written to.
  private static func isTaken(_ path: String) throws(FileProblem) -> Bool {
    switch try WrittenPlace(path) {
    case .file, .folder:
      var status = stat()
      return lstat(path, &status) == 0
    case .descriptor, .stream: return false
    }
  }

  private static func next(_ path: String, _ models: [String]) -> String {
    let count = models.count == 1 ? "1 model" : "\(models.count) models"
    return """
      \(path.visible): written for \(count)
      Next: look at the "output" folders in it, then run 'momgen generate' beside it.

      """
  }

  /// The absolute path without links, or nil when nothing exists there.
  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func failure(
    _ message: String,
    at path: String,
    hint: String? = nil
  ) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(.error, rule: RunRule.usage.rawValue, message, at: Place(path: path), hint: hint)
    )
  }
}
