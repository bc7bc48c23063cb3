import CodeGeneration
import CommandLineParsing
import Diagnostics
import Files
import ManagedModel
import ModelFiles

/// `momgen templates`: lists, shows and copies the bundled template sets.
enum TemplatesVerb: Verb {
  private static let bundledNames =
    TemplateLibrary(programVersion: Momgen.version).bundledNames

  private static let name = Operand(
    .nameOrPath("NAME", names: bundledNames),
    "A built-in template set, or the folder of another one."
  )

  static let command = Command(
    "templates",
    "List, show and copy template sets.",
    discussion: """
      To create a template set, copy a built-in one. Templates/README.md of the project describes the context
      of templates and the format of set.json.
      """,
    group: "Generating",
    subcommands: [
      Command("list", "List the built-in template sets."),
      Command(
        "show",
        "Show the outputs and parameters of a template set, or one of its files.",
        operands: [
          name, Operand(.text("FILE"), count: .optional, "The file to print unchanged."),
        ]
      ),
      Command(
        "copy",
        "Copy a built-in template set into a folder, to be changed.",
        discussion: "Nothing is overwritten: the files must not exist.",
        operands: [
          Operand(.usual("NAME", bundledNames), "A built-in template set."),
          Operand(.directory("FOLDER"), "The folder, which is created if it is missing."),
        ]
      ),
    ],
    examples: [
      Example("momgen templates show xcode", "Show its parameters."),
      Example("momgen templates copy xcode Templates/mine", "Start your own set."),
    ],
    exitCodes: ExitStatus.generationDocumentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let library = TemplateLibrary(programVersion: Momgen.version)
    return run(arguments, in: environment, library)
  }

  static func run(
    _ arguments: ParsedArguments,
    in environment: VerbEnvironment,
    _ library: TemplateLibrary
  ) -> VerbOutcome {
    switch arguments.path.last {
    case "show": show(arguments, in: environment, library)
    case "copy": copy(arguments, in: environment, library)
    default: list(in: environment, library)
    }
  }

  // MARK: list

  private static func list(
    in environment: VerbEnvironment,
    _ library: TemplateLibrary
  ) -> VerbOutcome {
    let names = library.bundledNames
    let width = names.map { TextWidth.of($0) }.max() ?? 0
    var diagnostics: [Diagnostic] = []
    var text = ""
    for name in names {
      let finding = library.set(TemplateReference(name))
      diagnostics += finding.diagnostics
      let padding = String(repeating: " ", count: width - TextWidth.of(name))
      text += "\(name)\(padding)  \(finding.set?.summary.visible ?? "cannot be used")\n"
    }
    return VerbOutcome(
      output: text,
      diagnostics: diagnostics,
      exitCode: diagnostics.isEmpty ? .success : .usage,
      environment: environment
    )
  }

  // MARK: show

  private static func show(
    _ arguments: ParsedArguments,
    in environment: VerbEnvironment,
    _ library: TemplateLibrary
  ) -> VerbOutcome {
    let finding = library.set(TemplateReference(arguments.operand("NAME") ?? ""))
    guard let set = finding.set else {
      return VerbOutcome(
        diagnostics: finding.diagnostics,
        exitCode: .usage,
        environment: environment
      )
    }
    guard let file = arguments.operand("FILE") else {
      return VerbOutcome(output: TemplateSetDescription(set).text, environment: environment)
    }
    do {
      return VerbOutcome(output: try library.text(of: file, in: set), environment: environment)
    } catch {
      return VerbOutcome(
        diagnostics: [error.diagnostic],
        exitCode: .usage,
        environment: environment
      )
    }
  }

  // MARK: copy

  private static func copy(
    _ arguments: ParsedArguments,
    in environment: VerbEnvironment,
    _ library: TemplateLibrary
  ) -> VerbOutcome {
    let name = arguments.operand("NAME") ?? ""
    let folder = (arguments.operand("FOLDER") ?? ".").trimmingSlashes
    do {
      let paths = try library.copy(name, to: folder)
      return VerbOutcome(
        output: paths.map { "wrote \($0.visible)\n" }.joined(),
        environment: environment
      )
    } catch {
      return VerbOutcome(
        diagnostics: [error.diagnostic],
        exitCode: .usage,
        environment: environment
      )
    }
  }
}
