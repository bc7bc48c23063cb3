import Diagnostics

/// The reason why a command line is invalid.
package struct UsageError: Error, Sendable, Hashable {
  package var problem: Problem

  /// The program's name and the valid verbs.
  package var command: [String]

  /// A mistake in a command line; options are named as they were written.
  package enum Problem: Error, Hashable {
    case missingVerb(known: [String])
    case unknownVerb(String, suggestion: String?)
    case unknownOption(String, suggestion: String?)
    /// One letter of several after a hyphen.
    case unknownFlag(String, in: String)
    /// An option that only applies to verbs that were not given.
    case misplacedOption(String, verbs: [String])
    case missingValue(option: String, name: String)
    /// The word after an option looks like another option.
    case optionAsValue(option: String, name: String, word: String)
    case unexpectedValue(option: String, value: String)
    case repeatedOption(String, first: String, second: String)
    case repeatedFlag(String)
    case invalidValue(String, of: String, expected: String, suggestion: String?)
    case missingOperand(String)
    case tooFewOperands(String, needed: Int, given: Int)
    case unexpectedOperand(String)
    case missingOption(String)
    case missingOneOf([String])
    case exclusiveOptions(String, String)
  }

  /// - Parameters:
  ///   - problem: The problem, found by the parser or by the program.
  ///   - command: The program's name and the verbs.
  package init(_ problem: Problem, command: [String]) {
    self.problem = problem
    self.command = command
  }

  /// The problem, in one sentence without a period.
  package var message: String { problem.message.visible.withoutPasswords }

  /// A hint that refers to the help.
  package var hint: String { "see '\((command + ["--help"]).joined(separator: " "))'" }

  /// The error as a diagnostic, for formats for programs.
  package var diagnostic: Diagnostic {
    Diagnostic(.error, rule: RunRule.usage.rawValue, message, at: Place(), hint: hint)
  }
}

extension UsageError: CustomStringConvertible {
  /// The lines for people.
  package var description: String { "error: \(message)\n  hint: \(hint)" }
}

extension UsageError.Problem {
  fileprivate var message: String {
    switch self {
    case .missingVerb(let known):
      "a command is missing: \(known.map { "'\($0)'" }.listed(with: "or"))"
    case .unknownVerb(let word, let suggestion):
      "unknown command '\(word)'" + Self.didYouMean(suggestion)
    case .unknownOption(let word, let suggestion):
      "unknown option '\(word)'" + Self.didYouMean(suggestion)
    case .unknownFlag(let flag, let word):
      "unknown option '\(flag)' in '\(word)'"
    case .misplacedOption(let word, let verbs):
      "option '\(word)' must follow \(verbs.map { "'\($0)'" }.listed(with: "or"))"
    case .missingValue(let option, let name):
      "option '\(option)' needs a value: \(name)"
    case .optionAsValue(let option, let name, let word):
      "option '\(option)' needs a value: \(name); '\(word)' looks like an option"
        + " (if it is meant, write '\(option)=\(word)')"
    case .unexpectedValue(let option, let value):
      "option '\(option)' takes no value, but was given '\(value)'"
    case .repeatedOption(let option, let first, let second):
      "option '\(option)' takes one value, but was given '\(first)' and '\(second)'"
    case .repeatedFlag(let option):
      "option '\(option)' was given more than once"
    case .invalidValue(let word, let subject, let expected, let suggestion):
      "invalid value '\(word)' for \(subject)"
        + (suggestion == nil ? ": expected \(expected)" : Self.didYouMean(suggestion))
    case .missingOperand(let name):
      "\(name) is missing"
    case .tooFewOperands(let name, let needed, let given):
      "\(name) is needed at least \(needed) times, but was given \(given == 1 ? "once" : "\(given) times")"
    case .unexpectedOperand(let word):
      "unexpected argument '\(word)'"
    case .missingOption(let option):
      "option '\(option)' is missing"
    case .missingOneOf(let options):
      "one of these options is needed: \(options.map { "'\($0)'" }.listed(with: "or"))"
    case .exclusiveOptions(let first, let second):
      "options '\(first)' and '\(second)' cannot be used together"
    }
  }

  private static func didYouMean(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }
}
