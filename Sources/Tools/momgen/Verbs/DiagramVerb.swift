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
      An SVG picture stands for itself: it follows the reader's light or dark scheme, needs no fonts,
      and carries a text that says in words what it shows. Boxes stand where they stand in Xcode's own
      diagram, if they were arranged there, and otherwise where lines cross least.

      Graphviz (dot) and Mermaid texts are for tools that draw by themselves.
      """,
    group: "Writing",
    operands: [SharedOptions.model],
    options: [
      SharedOptions.modelVersion,
      .value(
        "format",
        .choice("FORMAT", of: DiagramFormat.self),
        "The form of the picture; without it, the ending of --output decides, else svg."
      ),
      .value(
        "layout",
        .choice("LAYOUT", of: DiagramPlacement.self),
        default: "automatic",
        "Where boxes stand: as in Xcode's diagram if there is one, or computed in any case."
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
          "the ending '.\(ending)' is of no format that is drawn here",
          at: Place(path: path),
          hint: "the endings are "
            + DiagramFormat.allCases.map { ".\($0.fileExtension)" }.joined(separator: ", ")
            + ", or --format says it; for pictures made of points let a converter read the SVG: "
            + "'momgen diagram MODEL | rsvg-convert -o FILE.png'"
        )
      ],
      exitCode: .usage,
      environment: environment
    )
  }
}
