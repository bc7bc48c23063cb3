import CommandLineParsing
import LeagueOperations

/// The arguments of a verb; missing ones are asked for.
///
/// A wrong answer is explained, and the question repeated a few times.
struct ArgumentPrompter {
  private let arguments: ParsedArguments
  private let console: Console

  /// The maximum number of times that a question is asked.
  private static let maximumAttempts = 5

  init(_ arguments: ParsedArguments, in session: Session) {
    self.arguments = arguments
    console = session.console
  }

  /// The value of an operand, or else of the answer to a question.
  func operand<Value>(
    _ name: String,
    asking question: String,
    meaning: (String) throws -> Value
  ) throws -> Value {
    try value(arguments.operand(name), asking: question, or: .missingOperand(name), meaning)
  }

  /// The value of an option, or else of the answer to a question.
  func option<Value>(
    _ name: String,
    asking question: String,
    meaning: (String) throws -> Value
  ) throws -> Value {
    try value(arguments.value(name), asking: question, or: .missingOption("--\(name)"), meaning)
  }

  private func value<Value>(
    _ given: String?,
    asking question: String,
    or problem: UsageError.Problem,
    _ meaning: (String) throws -> Value
  ) throws -> Value {
    if let given { return try meaning(given) }
    guard console.isInteractive else { throw usage(problem) }
    for _ in 1..<Self.maximumAttempts {
      do {
        return try meaning(try answer(to: question))
      } catch let error as LeagueError {
        console.complain(error)
      }
    }
    return try meaning(try answer(to: question))
  }

  /// Calls a closure with the values of a form.
  ///
  /// They come from arguments, or else from the answers to questions. For an existing object, one argument is
  /// enough: the other values stay.
  ///
  /// - Parameters:
  ///   - fields: The fields of the form.
  ///   - action: The action, called with the values in the order of the fields.
  /// - Returns: The result of the action.
  /// - Throws: A usage error if the user cannot be asked for missing values, and the error of the action.
  func fill<Result>(
    _ fields: [PromptedField],
    _ action: ([String]) throws -> Result
  ) throws -> Result {
    let given = fields.map { $0.word(in: arguments) }
    let isEdit = fields.allSatisfy { $0.old != nil }
    let isAsking = isEdit ? given.allSatisfy { $0 == nil } : given.contains(nil)
    if isAsking, !console.isInteractive {
      throw usage(PromptedField.problem(fields, given, isEdit))
    }
    var values = try zip(fields, given).map { field, word in
      try word ?? (isAsking ? answer(to: field.question, else: field.old) : field.old ?? "")
    }
    for _ in 1..<Self.maximumAttempts {
      do {
        return try action(values)
      } catch LeagueError.invalid(let problems) {
        // Arguments are not asked for again.
        let wrong = fields.indices.filter { index in
          given[index] == nil && problems.contains { $0.field == fields[index].field }
        }
        guard isAsking, !wrong.isEmpty else { throw LeagueError.invalid(problems) }
        console.complain(LeagueError.invalid(problems))
        for index in wrong {
          values[index] = try answer(to: fields[index].question, else: fields[index].old)
        }
      }
    }
    return try action(values)
  }

  /// The answer to a question; the old value if nothing is typed.
  private func answer(to question: String, else old: String? = nil) throws -> String {
    let words = old.map { "\(question) [\($0)]" } ?? question
    for _ in 0..<Self.maximumAttempts {
      if let answer = try console.answer(to: words) ?? old { return answer }
    }
    throw CanceledCommand.answer
  }

  private func usage(_ problem: UsageError.Problem) -> UsageError {
    UsageError(problem, command: [LeagueProgram.command.name] + arguments.path)
  }
}
