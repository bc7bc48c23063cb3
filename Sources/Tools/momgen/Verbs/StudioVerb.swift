import CommandLineWords
import Diagnostics
import Files
import ModelFiles

/// `momgen studio`: a model in the browser.
///
/// The server is the program `momgen-studio`, which takes the place of this process: momgen itself starts without the
/// libraries of a web server.
enum StudioVerb: Verb {
  static let command = Command(
    "studio",
    "Look at a model and edit it in a browser.",
    discussion: """
      Prints the address to open, which ends in a secret; only programs of this machine that know it are \
      answered. The pages show the versions of the model, its entities with their tables in each database, \
      its diagram, and reviews of versions; forms change it, and 'Save' writes the files as Xcode does. \
      Pages follow the files when another program changes them.

      Edits that are not saved are lost when the program ends. SIGINT (Ctrl-C) and SIGTERM end it.

      The program momgen-studio must be in the folder of momgen or in PATH; it is for Linux.
      """,
    group: "Writing",
    operands: [
      Operand(
        .path("MODEL", extensions: "xcdatamodeld", "xcdatamodel"),
        count: .optional,
        "The model, or a folder with one; without it, the current folder."
      )
    ],
    options: [
      .value(
        "port",
        .integer("PORT", in: 0...65_535),
        default: "0",
        "Where it listens; 0 for a port that is free."
      ),
      .flag("no-open", "Open no browser."),
    ],
    examples: [
      Example("momgen studio League.xcdatamodeld", "Edit a model."),
      Example(
        "momgen studio --no-open --port 8081",
        "Edit the model of this folder from a known port."
      ),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    do throws(DiagnosticError) {
      let model = try StudioSubject.model(at: arguments.operand("MODEL") ?? ".")
      let programs = try StudioPrograms()
      let words = [
        programs.server, model, String(arguments.integer("port") ?? 0), programs.generator,
        arguments.has("no-open") ? "closed" : "open",
      ]
      var list: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
      // Returns only if it fails.
      execv(programs.server, &list)
      throw DiagnosticError(
        Diagnostic(
          .error,
          rule: RunRule.studio.rawValue,
          "cannot start momgen-studio: \(String(cString: strerror(errno)))",
          at: Place(path: programs.server)
        )
      )
    } catch {
      return VerbOutcome(
        diagnostics: [error.diagnostic],
        exitCode: error.diagnostic.rule == "studio" ? .usage : .badModel,
        environment: environment
      )
    }
  }
}

/// What the studio shows.
enum StudioSubject {
  /// The model that a path names, or the one in the folder there.
  static func model(at path: String) throws(DiagnosticError) -> String {
    let path = path.trimmingSlashes
    let isPlainFolder =
      FileReader().kind(of: path) == .folder
      && !["xcdatamodeld", "xcdatamodel"].contains(
        PathName(FileReader().namedPath(of: path)).fileExtension
      )
    guard isPlainFolder else {
      _ = try BundleReader().read(path)
      return path
    }
    let names = ((try? FileReader().names(in: path)) ?? []).filter {
      ["xcdatamodeld", "xcdatamodel"].contains(PathName($0).fileExtension)
    }
    guard let name = names.first, names.count == 1 else {
      throw failure(
        names.isEmpty ? "there is no model in the folder" : "the folder has \(names.count) models",
        at: path,
        hint: names.isEmpty
          ? "make one with 'momgen edit --create Model.xcdatamodeld'"
          : "name one of them: " + names.map(\.visible).joined(separator: ", ")
      )
    }
    return path == "." ? name : "\(path)/\(name)"
  }

  private static func failure(_ message: String, at path: String, hint: String) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(.error, rule: RunRule.studio.rawValue, message, at: Place(path: path), hint: hint)
    )
  }
}

/// The programs that the studio consists of.
struct StudioPrograms {
  let server: String

  /// This program, which writes reviews; empty if its path is not known.
  let generator: String

  init() throws(DiagnosticError) {
    let generator = Self.ownPath ?? ""
    self.generator = generator
    let folder = generator.lastIndex(of: "/").map { String(generator[..<$0]) }
    let folders = (folder.map { [$0] } ?? []) + Self.searched
    guard
      let server = folders.lazy.map({ $0 + "/momgen-studio" }).first(where: {
        access($0, X_OK) == 0
      })
    else {
      throw DiagnosticError(
        Diagnostic(
          .error,
          rule: RunRule.studio.rawValue,
          "the program momgen-studio is not installed",
          at: Place(),
          hint: "build it with 'swift build --product momgen-studio', and put it beside momgen"
        )
      )
    }
    self.server = server
  }

  private static var searched: [String] {
    guard let path = getenv("PATH") else { return [] }
    return String(cString: path).split(separator: ":").map(String.init)
  }

  private static var ownPath: String? {
    guard let real = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
