import CommandLineParsing
import LeagueOperations

/// `league undo`: undoes the last change.
enum UndoVerb: Verb {
  static let noun: Noun? = nil

  static let command = Command(
    "undo",
    "Take back the last change.",
    discussion: """
      Every change leaves beside the store a file of what there was before, made by this program or by the
      web page of 'league serve'. To undo twice is to do the change again. Nothing is done if what was changed
      has been changed once more by another program.
      """,
    group: "Everything",
    examples: [Example("league undo", "Bring back what was deleted by mistake.")]
  )

  static func run(_ arguments: ParsedArguments, in session: Session) throws {
    let undone = try session.store().undo()
    try session.say("\(undone.isRedone ? "Did again" : "Undid"): \(undone.title).")
  }
}
