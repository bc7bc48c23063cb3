import Diagnostics

/// Assigns the words that are not options to the operands of a command.
enum OperandAssignment {
  /// Returns the words of each operand, by its name.
  ///
  /// Each gets the words that it requires, and the rest goes to the first that takes more.
  static func words(
    _ words: [String],
    to operands: [Operand]
  ) throws(UsageError.Problem) -> [String: [String]] {
    var rest = words[...]
    var spare = words.count - operands.reduce(0) { $0 + $1.minimum }
    var assigned: [String: [String]] = [:]
    for operand in operands {
      let extra = max(0, min(spare, operand.maximum.map { $0 - operand.minimum } ?? spare))
      spare -= extra
      let own = Array(rest.prefix(operand.minimum + extra))
      rest = rest.dropFirst(own.count)
      guard own.count >= operand.minimum else {
        throw own.isEmpty
          ? .missingOperand(operand.name)
          : .tooFewOperands(operand.name, needed: operand.minimum, given: own.count)
      }
      for word in own {
        if let problem = operand.value.problem(with: word, of: operand.name) { throw problem }
      }
      assigned[operand.name] = own
    }
    if let word = rest.first { throw .unexpectedOperand(word) }
    return assigned
  }
}

extension ValueDescription {
  /// Returns the reason why a word is not a valid value; nil if it is.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - subject: The option or operand, for messages.
  /// - Returns: The problem.
  func problem(with word: String, of subject: String) -> UsageError.Problem? {
    expectation(unmetBy: word).map { expected in
      let suggestion = Suggestion.nearest(to: word, among: choices)
      return .invalidValue(word, of: subject, expected: expected, suggestion: suggestion)
    }
  }
}
