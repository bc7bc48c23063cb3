/// The result of parsing a command line.
package enum Invocation: Sendable, Hashable {
  /// A request to run a command.
  case run(ParsedArguments)
  /// A request for the help of the command at the end of this path of verbs.
  case help([String])
  /// A request for the version.
  case version
}

/// The verbs, options and operands of a valid command line.
///
/// Values were checked against their descriptions. Looking up a name that the command does not declare is a mistake
/// in the program; it stops a debug build and returns nothing in a release build.
package struct ParsedArguments: Sendable, Hashable {
  /// The verbs, without the program's name.
  package var path: [String]

  private let command: Command
  private let options: [Option]
  private let given: [String: [String]]
  private let operandWords: [String: [String]]

  /// - Parameters:
  ///   - path: The verbs.
  ///   - command: The command at the end of the path.
  ///   - options: The options that apply to it.
  ///   - given: The values of each given option, by name; a flag's are empty.
  ///   - operandWords: The words of each operand, by name.
  init(
    path: [String],
    command: Command,
    options: [Option],
    given: [String: [String]],
    operandWords: [String: [String]]
  ) {
    self.path = path
    self.command = command
    self.options = options
    self.given = given
    self.operandWords = operandWords
  }

  /// Whether an option or a flag was given.
  package func has(_ name: String) -> Bool { count(name) > 0 }

  /// The number of occurrences of an option or a flag.
  package func count(_ name: String) -> Int {
    assert(option(name) != nil, "'\(name)' is not an option of '\(command.name)'")
    return given[name]?.count ?? 0
  }

  /// The value of an option, or its default; the last value, if there are several.
  package func value(_ name: String) -> String? { values(name).last }

  /// All values of an option in their order, or its default.
  package func values(_ name: String) -> [String] {
    let option = option(name)
    assert(option != nil, "'\(name)' is not an option of '\(command.name)'")
    return given[name] ?? option?.defaultValue.map { [$0] } ?? []
  }

  /// The value of an option that is described as an integer.
  package func integer(_ name: String) -> Int? { value(name).flatMap { Int($0) } }

  /// The value of an option whose values are a type's raw values.
  package func choice<Choice: RawRepresentable<String>>(
    _ name: String,
    of type: Choice.Type = Choice.self
  ) -> Choice? {
    value(name).flatMap(Choice.init)
  }

  /// The values of an option whose values are a type's raw values.
  package func choices<Choice: RawRepresentable<String>>(
    _ name: String,
    of type: Choice.Type = Choice.self
  ) -> [Choice] {
    values(name).compactMap(Choice.init)
  }

  /// The word of an operand, or its default.
  package func operand(_ name: String) -> String? { operands(name).first }

  /// The words of an operand that takes several, or its default.
  package func operands(_ name: String) -> [String] {
    let operand = command.operands.first { $0.name == name }
    assert(operand != nil, "'\(name)' is not an operand of '\(command.name)'")
    if let words = operandWords[name], !words.isEmpty { return words }
    return operand?.defaultValue.map { [$0] } ?? []
  }

  private func option(_ name: String) -> Option? { options.first { $0.name == name } }
}
