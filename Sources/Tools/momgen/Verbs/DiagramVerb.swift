import CommandLineParsing
import Diagnostics
import Files
import ModelDiagram
import ModelFiles

/// `momgen diagram`: draws a model.
enum DiagramVerb: Verb {
  static let command = Command(
    "diagram",
    "Draw the entities of a model and how they relate.",
    discussion: """
      An SVG picture is self-contained: it follows the reader's light or dark scheme, needs no fonts, and
      contains a description. Boxes have their positions of Xcode's diagram, if they were arranged there;
      otherwise the positions minimize crossings of lines.

      Graphviz (dot) and Mermaid texts are for other drawing tools.
      """,
    group: "Writing",
    operands: [SharedOptions.model],
    options: [
      SharedOptions.modelVersion,
      .value(
        "format",
        .choice("FORMAT", of: DiagramFormat.self),
        "The format of the picture; by default that of the extension of --output, else svg."
      ),
      .value(
        "layout",
        .choice("LAYOUT", of: DiagramPlacement.self),
        default: "automatic",
        "The positions of boxes: those of Xcode's diagram if there is one, or always computed."
      ),
      .value(
        "appearance",
        .choice("SCHEME", of: SVGAppearance.self),
        default: "automatic",
        "The colors of an SVG picture."
      ),
      SharedOptions.output,
    ],
    examples: [
      Example(
        "momgen diagram League.xcdatamodeld -o League.svg",
        "Draw a picture for a web page."
      ),
      Example(
        "momgen diagram --format dot League.xcdatamodeld | dot -Tpng > League.png",
        "Let Graphviz draw it."
      ),
      Example(
        "momgen diagram --format mermaid League.xcdatamodeld",
        "Draw it in a Markdown file."
      ),
    ],
    exitCodes: ExitStatus.documentation
  )

  static func run(_ arguments: ParsedArguments, in environment: VerbEnvironment) -> VerbOutcome {
    let reading = ModelReading.one(arguments)
    let destination = arguments.value("output") ?? "-"
    guard let loaded = reading.models.first else {
      return reading.outcome(leavingOut: destination, in: environment)
    }
    guard
      let format = arguments.choice("format", of: DiagramFormat.self) ?? format(of: destination)
    else { return refusal(of: destination, in: environment) }
    let writer = DiagramWriter(
      format: format,
      placement: arguments.choice("layout", of: DiagramPlacement.self) ?? .automatic,
      appearance: arguments.choice("appearance", of: SVGAppearance.self) ?? .automatic
    )
    let text = writer.text(of: loaded.resolved, title: loaded.bundle.name)
    return reading.outcome(writing: Array(text.utf8), to: destination, in: environment)
  }

  /// The format for the extension of a file; SVG without an extension, nil for an unknown one.
  private static func format(of path: String) -> DiagramFormat? {
    let ending = PathName(path).fileExtension
    if ending.isEmpty { return .svg }
    return DiagramFormat.allCases.first { $0.fileExtension == ending }
  }

  private static func refusal(
    of path: String,
    in environment: VerbEnvironment
  ) -> VerbOutcome {
    let ending = PathName(path).fileExtension.visible
    return VerbOutcome(
      diagnostics: [
        Diagnostic(
          .error,
          rule: RunRule.usage.rawValue,
          "the extension '.\(ending)' does not belong to a supported format",
          at: Place(path: path),
          hint: "the extensions are "
            + DiagramFormat.allCases.map { ".\($0.fileExtension)" }.joined(separator: ", ")
            + ", or --format sets it; for bitmaps convert the SVG: "
            + "'momgen diagram MODEL | rsvg-convert -o FILE.png'"
        )
      ],
      exitCode: .usage,
      environment: environment
    )
  }
}
