import CommandLineParsing
import LeagueOperations

/// `league undo`: undoes the last change.
enum UndoVerb: Verb {
  static let noun: Noun? = nil

  static let command = Command(
    "undo",
    "Undo the last change.",
    discussion: """
      Each change, by this program or the web page of 'league serve', is recorded in a file beside the store.
      Undoing twice repeats the change. An undo fails if another program has changed the same objects since.
      """,
    group: "Everything",
    examples: [Example("league undo", "Restore objects that were deleted by mistake.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let undone = try session.store().undo()
    try session.say("\(undone.isRedone ? "Did again" : "Undid"): \(undone.title).")
  }
}
