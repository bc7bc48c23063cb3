import CommandLineParsing
import Diagnostics
import Files
import ModelFiles
import ProgramVersion

/// `momgen manual`: writes the manual pages of the program.
enum ManualVerb: Verb {
  static let command = Command(
    "manual",
    "Print a manual page, or write all of them for man.",
    discussion: """
      There is a page for the program and one for each verb, with the text of the help. Without VERB, the page
      of the program is printed.
      """,
    group: "Other",
    operands: [
      Operand(.text("VERB"), count: .many(atLeast: 0), "The verb, and the verb below it.")
    ],
    options: [
      .value(
        "output",
        short: "o",
        .directory("FOLDER"),
        "Write all pages into a folder, which is created if it is missing."
      )
    ],
    examples: [
      Example("momgen manual generate | man -l -", "Read a page."),
      Example("momgen manual --output ~/.local/share/man/man1", "Install all pages for one user."),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let pages = ManualPages(Momgen.command, version: "momgen \(ProgramVersion.number)")
    do throws(DiagnosticError) {
      let output = try output(arguments, pages)
      return VerbOutcome(output: output, environment: environment)
    } catch {
      return VerbOutcome(
        diagnostics: [error.diagnostic],
        exitCode: .usage,
        environment: environment
      )
    }
  }

  private static func output(
    _ arguments: ParsedArguments,
    _ pages: ManualPages
  ) throws(DiagnosticError) -> String {
    let verbs = arguments.operands("VERB")
    let folder = arguments.value("output")
    do throws(UsageError) {
      if folder == nil { return try pages.page(for: verbs).text }
      if let verb = verbs.first {
        throw UsageError(.unexpectedOperand(verb), command: ["momgen", "manual"])
      }
    } catch {
      throw DiagnosticError(error.diagnostic)
    }
    return try write(pages, to: folder ?? ".")
  }

  private static func write(
    _ pages: ManualPages,
    to folder: String
  ) throws(DiagnosticError) -> String {
    let folder = folder.trimmingSlashes
    do {
      try FileWriter().makeFolder(folder)
    } catch {
      throw DiagnosticError(.cannotWrite(folder, error))
    }
    var count = 0
    for page in pages.all {
      let path = "\(folder)/\(page.fileName)"
      do {
        if try FileWriter().write(Array(page.text.utf8), to: path) == .written { count += 1 }
      } catch {
        throw DiagnosticError(.cannotWrite(path, error))
      }
    }
    return "\(folder): \(count) written, \(pages.all.count - count) unchanged\n"
  }
}
