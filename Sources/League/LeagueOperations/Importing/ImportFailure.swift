import Diagnostics

/// The errors of an imported file.
///
/// A file with an error in each line would fill the screen with repetitions. So only the first ones are
/// listed in full, and all of them counted.
package struct ImportFailure: Error, Sendable, Hashable {
  /// The first errors, in the order of the file.
  package let problems: [Diagnostic]

  /// The number of all errors.
  package let count: Int

  /// The messages with their counts, the most frequent first.
  package let messages: [Message]

  /// A message and its count.
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
