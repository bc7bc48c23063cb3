import CommandLineParsing
import Diagnostics

/// The options that several verbs share.
enum SharedOptions {
  /// The options of every verb.
  static let all = [
    Option.value(
      "diagnostics",
      .choice("FORMAT", of: DiagnosticFormat.self),
      default: "text",
      "The format of problems. Formats for programs go to standard output, unless the result of the verb does."
    ),
    Option.value(
      "color",
      .choice("WHEN", of: ColorMode.self),
      default: "auto",
      "Whether problems are colored; NO_COLOR is respected."
    ),
  ]

  static let model = Operand(
    .path("MODEL", extensions: "xcdatamodeld", "xcdatamodel", "momd", "mom"),
    "The model, or '-' for standard input."
  )

  static let models = Operand(
    .path("MODEL", extensions: "xcdatamodeld", "xcdatamodel", "momd", "mom"),
    count: .many(atLeast: 1),
    "The models, or '-' for standard input."
  )

  /// The name of a version in the given bundle.
  static let version = ValueDescription.member(
    "NAME",
    extension: "xcdatamodel",
    of: "xcdatamodeld"
  )

  static let modelVersion = Option.value(
    "model-version",
    version,
    "The version to read instead of the current one."
  )

  static let importedSources = Option.value(
    "imported",
    .path("[MODULE=]SOURCES", extensions: "swift"),
    isRepeatable: true,
    "Sources of an imported module: read but not edited."
  )

  static let allVersions = Option.flag(
    "all-versions",
    "Process every version in the bundle."
  )

  static let output = Option.value(
    "output",
    short: "o",
    .path("FILE"),
    default: "-",
    "Where the result goes; '-' is standard output."
  )
}
