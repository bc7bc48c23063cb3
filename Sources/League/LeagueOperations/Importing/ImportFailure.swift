import Diagnostics

/// The errors of a file that was to be imported.
///
/// A file with an error in each of its lines would fill the screen with the same words. So only the first ones are
/// here in full, and all of them as numbers.
package struct ImportFailure: Error, Sendable, Hashable {
  /// The first errors, in the order of the file.
  package let problems: [Diagnostic]

  /// The number of all errors.
  package let count: Int

  /// The number of times that each message came, the most frequent first.
  package let messages: [Message]

  /// A message and how often it came.
  package struct Message: Sendable, Hashable {
    package let text: String
    package let count: Int
  }

  /// The number of errors that are listed in full.
  package static let limit = 20

  init(_ problems: [CSVProblem], in bytes: [UInt8], _ path: String) {
    let lines = TextLines(bytes)
    let sorted = problems.sorted { $0.offset < $1.offset }
    self.problems = sorted.prefix(Self.limit).map { problem in
      Diagnostic(
        .error,
        rule: "",
        problem.message,
        at: lines.place(of: problem.offset, in: path),
        hint: problem.hint
      )
    }
    count = problems.count
    messages = Dictionary(grouping: problems, by: \.message)
      .map { Message(text: $0.key, count: $0.value.count) }
      .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
  }
}
