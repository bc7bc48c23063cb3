import CommandLineWords

/// What a verb was given, and by asking what it was not.
struct GivenWords {
  private let arguments: ParsedArguments
  private let console: Console

  init(_ arguments: ParsedArguments, in session: Session) {
    self.arguments = arguments
    console = session.console
  }

  /// The word of an operand, else the answer to a question.
  func operand(_ name: String, asking question: String) throws -> String {
    try arguments.operand(name) ?? answer(to: question, or: .missingOperand(name))
  }

  /// The value of an option, else the answer to a question.
  func option(_ name: String, asking question: String) throws -> String {
    try arguments.value(name) ?? answer(to: question, or: .missingOption("--\(name)"))
  }

  /// New values for some properties.
  ///
  /// They are those of the options that were given. If there is none, the questions are asked, with the old
  /// values as answers that need not be typed.
  ///
  /// - Parameter properties: The names of options, questions, and old values.
  /// - Returns: The values in the order of the properties.
  /// - Throws: A usage error if there is neither an option nor anybody to ask.
  func edits(_ properties: [(option: String, question: String, old: String)]) throws -> [String] {
    if properties.contains(where: { arguments.has($0.option) }) {
      return properties.map { arguments.value($0.option) ?? $0.old }
    }
    guard console.isInteractive else {
      throw usage(.missingOneOf(properties.map { "--\($0.option)" }))
    }
    return try properties.map { try console.answer(to: "\($0.question) [\($0.old)]") ?? $0.old }
  }

  private func answer(to question: String, or problem: UsageError.Problem) throws -> String {
    guard console.isInteractive else { throw usage(problem) }
    while true {
      if let answer = try console.answer(to: question) { return answer }
    }
  }

  private func usage(_ problem: UsageError.Problem) -> UsageError {
    UsageError(problem, command: [LeagueProgram.command.name] + arguments.path)
  }
}
