import Diagnostics

/// Parses the words of one command line.
struct CommandLineParser {
  private let root: Command
  private var path: [String] = []
  /// The command at the end of the path, and all options that apply to it.
  private var command: Command
  private var options: [Option]
  private var exclusives: [ExclusiveOptions]
  private var given: [String: [String]] = [:]
  /// The options in their order, and as they were written.
  private var spellings: [(name: String, spelling: String)] = []
  private var operands: [String] = []
  private var wantsHelp = false
  private var wantsVersion = false

  init(_ root: Command) {
    self.root = root
    command = root
    options = root.options
    exclusives = root.exclusives
  }

  func parse(_ words: [String]) throws(UsageError) -> Invocation {
    var parser = self
    do {
      return try parser.understand(words)
    } catch {
      // A request for help may contain other mistakes; only help for an unknown verb does not exist.
      if case .unknownVerb = error.problem { throw error }
      let options = words.prefix { $0 != "--" }
      guard parser.wantsHelp || options.contains("--help") || options.contains("-h") else {
        throw error
      }
      return .help(parser.path)
    }
  }

  private mutating func understand(_ words: [String]) throws(UsageError) -> Invocation {
    // A command line without words shows the help.
    if words.isEmpty, !root.subcommands.isEmpty { return .help([]) }
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        for word in rest { try understandOperand(word) }
        break
      }
      if word == "help", !command.subcommands.isEmpty { return try understandHelp(rest) }
      if !word.isOption(among: options) {
        try understandOperand(word)
      } else if word.hasPrefix("--") {
        try understandLong(word, &rest)
      } else {
        try understandShort(word, &rest)
      }
    }
    if wantsHelp { return .help(path) }
    if wantsVersion { return .version }
    return .run(try arguments())
  }

  // MARK: Verbs and operands

  private mutating func understandOperand(_ word: String) throws(UsageError) {
    guard !command.subcommands.isEmpty else {
      operands.append(word)
      return
    }
    guard let verb = command.subcommand(word) else { throw unknownVerb(word) }
    path.append(verb.name)
    command = verb
    options += verb.options
    exclusives += verb.exclusives
  }

  private mutating func understandHelp(
    _ words: ArraySlice<String>
  ) throws(UsageError) -> Invocation {
    for word in words where !word.isOption(among: []) {
      if word == "help", path.isEmpty { continue }
      guard !command.subcommands.isEmpty else { throw error(.unexpectedOperand(word)) }
      try understandOperand(word)
    }
    return .help(path)
  }

  private func unknownVerb(_ word: String) -> UsageError {
    let names = command.subcommands.map(\.name) + ["help"]
    return error(.unknownVerb(word, suggestion: Suggestion.nearest(to: word, among: names)))
  }

  // MARK: Options

  private mutating func understandLong(
    _ word: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.dropFirst(2).split(
      separator: "=",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let name = String(parts.first ?? "")
    let attached = parts.count > 1 ? String(parts[1]) : nil
    guard let option = standardized.first(where: { $0.name == name }) else {
      throw unknownOption("--\(name)")
    }
    try give(option, as: option.spelling, attached: attached, &rest)
  }

  private mutating func understandShort(
    _ word: String,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    // `-format` for `--format`, which would be an unusual form of `-f ormat`
    let name = String(word.dropFirst().prefix { $0 != "=" })
    if name.count > 1, let option = standardized.first(where: { $0.name == name }) {
      throw error(.unknownOption("-\(name)", suggestion: option.spelling))
    }
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let spelling = "-\(letter)"
      guard let option = standardized.first(where: { $0.short == letter }) else {
        throw unknownShort(letter, in: word)
      }
      var attached: String?
      if letters.first == "=" || (option.value != nil && !letters.isEmpty) {
        attached = String(letters.first == "=" ? letters.dropFirst() : letters)
        letters = ""
      }
      try give(option, as: spelling, attached: attached, &rest)
    }
  }

  private mutating func give(
    _ option: Option,
    as spelling: String,
    attached: String?,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let word: String
    if let value = option.value {
      if let attached { word = attached } else { word = try next(for: spelling, value, &rest) }
      if let problem = value.problem(with: word, of: "'\(spelling)'") { throw error(problem) }
    } else if let attached {
      throw error(.unexpectedValue(option: spelling, value: attached))
    } else {
      word = ""
    }
    if option == .help || option == .version {
      wantsHelp = wantsHelp || option == .help
      wantsVersion = wantsVersion || option == .version
      return
    }
    if !option.isRepeatable, let first = given[option.name]?.first {
      throw error(
        option.value == nil
          ? .repeatedFlag(spelling)
          : .repeatedOption(spelling, first: first, second: word)
      )
    }
    given[option.name, default: []].append(word)
    spellings.append((option.name, spelling))
  }

  private func next(
    for spelling: String,
    _ value: ValueDescription,
    _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let word = rest.first, word != "--" else {
      throw error(.missingValue(option: spelling, name: value.name))
    }
    guard !word.isOption(among: options) else {
      throw error(.optionAsValue(option: spelling, name: value.name, word: word))
    }
    rest.removeFirst()
    return word
  }

  /// The options that apply to the command, including those that apply to every command.
  private var standardized: [Option] { options + options.standardFlags }

  private func unknownOption(_ spelling: String) -> UsageError {
    if let misplaced = misplaced(spelling, where: { $0.spelling == spelling }) { return misplaced }
    let nearest = Suggestion.nearest(
      to: String(spelling.drop { $0 == "-" }),
      among: standardized.map(\.name)
    )
    return error(.unknownOption(spelling, suggestion: nearest.map { "--\($0)" }))
  }

  private func unknownShort(_ letter: Character, in word: String) -> UsageError {
    let spelling = "-\(letter)"
    if let misplaced = misplaced(spelling, where: { $0.short == letter }) { return misplaced }
    return error(
      word == spelling
        ? .unknownOption(word, suggestion: nil) : .unknownFlag(spelling, in: word)
    )
  }

  /// The error for an option that applies only to a verb that was not given.
  private func misplaced(
    _ spelling: String,
    where matches: (Option) -> Bool
  ) -> UsageError? {
    let verbs = command.subcommands.filter { $0.options.contains(where: matches) }
    return verbs.isEmpty ? nil : error(.misplacedOption(spelling, verbs: verbs.map(\.name)))
  }

  // MARK: The whole

  private func arguments() throws(UsageError) -> ParsedArguments {
    if !command.subcommands.isEmpty {
      throw error(.missingVerb(known: command.subcommands.map(\.name)))
    }
    for exclusive in exclusives { try check(exclusive) }
    for option in options where option.isRequired && given[option.name] == nil {
      throw error(.missingOption(option.spelling))
    }
    return ParsedArguments(
      path: path,
      command: command,
      options: options,
      given: given,
      operandWords: try assignedOperands()
    )
  }

  private func check(_ exclusive: ExclusiveOptions) throws(UsageError) {
    var first: (name: String, spelling: String)?
    for option in spellings where exclusive.names.contains(option.name) {
      if let first, first.name != option.name {
        throw error(.exclusiveOptions(first.spelling, option.spelling))
      }
      first = first ?? option
    }
    if exclusive.isRequired, first == nil {
      throw error(.missingOneOf(exclusive.names.map { "--\($0)" }))
    }
  }

  private func assignedOperands() throws(UsageError) -> [String: [String]] {
    do {
      return try OperandAssignment.words(operands, to: command.operands)
    } catch {
      throw self.error(error)
    }
  }

  private func error(_ problem: UsageError.Problem) -> UsageError {
    UsageError(problem, command: [root.name] + path)
  }
}

extension String {
  /// Whether the word looks like an option: it begins with a hyphen and is neither `-` nor a negative number (unless
  /// a digit is the short form of an option).
  fileprivate func isOption(among options: [Option]) -> Bool {
    guard hasPrefix("-"), let second = dropFirst().first else { return false }
    guard second.isNumber || second == "." else { return true }
    return options.contains { $0.short == second } || Double(self) == nil
  }
}
