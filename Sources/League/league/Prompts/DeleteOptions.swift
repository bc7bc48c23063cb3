import CommandLineParsing

/// The options of verbs that delete something.
enum DeleteOptions {
  static let yes = Option.flag("yes", short: "y", "Delete without confirmation, for scripts.")
}
