/// One kind of problem, explained: its name, its cause and its remedy.
package struct Explanation: Sendable {
  package let group: Group

  /// The name in diagnostics, or that of the constant of an error code.
  package let name: String

  /// Other names: the short name of a lint rule, the number of a code.
  package let otherNames: [String]

  /// The severity, unless configured otherwise; nil for codes, and where it varies.
  package let level: String?

  /// The requirement of the rule, or the meaning of the error, in one sentence.
  package let summary: String

  /// The tools that check it, and when; nil if that is the same for the whole group.
  package let circumstances: String?

  /// The cause of the report.
  package let cause: String

  /// The remedy.
  package let remedy: String

  /// An example with the problem or its solution.
  package let example: String?

  /// The way to configure exceptions, line by line; nil if there is none.
  package let exceptions: String?

  init(
    _ group: Group,
    _ name: String,
    otherNames: [String] = [],
    level: String? = nil,
    _ summary: String,
    circumstances: String? = nil,
    _ advice: Advice,
    exceptions: String? = nil
  ) {
    self.group = group
    self.name = name
    self.otherNames = otherNames
    self.level = level
    self.summary = summary
    self.circumstances = circumstances
    cause = advice.cause
    remedy = advice.remedy
    example = advice.example
    self.exceptions = exceptions
  }

  /// The name, with the other names in parentheses.
  package var title: String {
    otherNames.isEmpty ? name : "\(name) (\(otherNames.joined(separator: ", ")))"
  }
}

extension Explanation {
  /// A set of problems that are found on the same occasion, and share a page of the documentation.
  package enum Group: String, Sendable, CaseIterable {
    case model
    case lint
    case generation
    case output
    case template
    case sql
    case adoption
    case store
    case run
    case error

    package var title: String {
      switch self {
      case .model: "Rules for models"
      case .lint: "Rules of lint"
      case .generation: "Rules for names in generated code"
      case .output: "Rules for generated files"
      case .template: "Rules for templates"
      case .sql: "Rules for database schemas"
      case .adoption: "Rules for adopted sources"
      case .store: "Rules for stores"
      case .run: "Rules for commands, settings and files"
      case .error: "Error codes"
      }
    }

    /// When problems of the group are reported, in one sentence.
    package var occasion: String {
      switch self {
      case .model: "Every verb that reads a model reports them."
      case .lint: "'momgen lint' reports them."
      case .generation: "'momgen generate' and 'momgen check' report them."
      case .output: "'momgen generate' and 'momgen check' report them."
      case .template: "'momgen generate' and 'momgen check' report them."
      case .sql: "'momgen sql' and 'momgen lint' report them."
      case .adoption: "'momgen adopt' reports them."
      case .store:
        "'momgen verify' reports them, and so does 'momgen migrate' if they prevent a migration."
      case .run: "Any verb may report them."
      case .error: "The module CoreData throws them as errors of the domain NSCocoaErrorDomain."
      }
    }
  }
}
