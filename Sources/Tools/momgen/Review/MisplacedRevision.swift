import CommandLineParsing
import Diagnostics
import Files
import ModelFiles

/// A git revision in the place of a model, as in `momgen diff League.xcdatamodeld HEAD`.
enum MisplacedRevision {
  /// The problem of a command line that names a revision among its models; nil if it names none.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - hint: The correct way to name the revision.
  /// - Returns: A usage error.
  static func diagnostic(
    _ arguments: ParsedArguments,
    hint: (String) -> String
  ) -> Diagnostic? {
    let models = arguments.operands("MODEL")
    guard models.count > 1,
      let word = models.first(where: { FileReader().kind(of: $0) == nil && $0 != "-" }),
      let model = models.first(where: { FileReader().kind(of: $0) != nil }),
      PathName(word).fileExtension.isEmpty,
      (try? GitRevision(word, in: GitProcess(folder: GitSnapshot.existingFolder(above: model))))
        != nil
    else { return nil }
    return Diagnostic(
      .error,
      rule: RunRule.usage.rawValue,
      "'\(word.visible)' is a git revision, not a model",
      at: Place(),
      hint: hint(word.visible)
    )
  }
}
