/// The description of options and operands in a list.
enum OptionWords {
  /// `-f, --format FORMAT`, indented by the width of a short form if there is none.
  static func label(of option: Option) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return short + option.spelling + (option.value.map { " \($0.name)" } ?? "")
  }

  /// Its effect, with details in parentheses.
  static func explanation(of option: Option) -> String {
    var facts = option.value.map(facts) ?? []
    if let value = option.defaultValue { facts.append("default: \(value)") }
    if option.isRequired { facts.append("required") }
    if option.isRepeatable { facts.append("may be repeated") }
    return explanation(option.help, facts)
  }

  static func explanation(of operand: Operand) -> String {
    var facts = facts(operand.value)
    if let value = operand.defaultValue { facts.append("default: \(value)") }
    return explanation(operand.help, facts)
  }

  private static func facts(_ value: ValueDescription) -> [String] {
    switch value.kind {
    case .choice(let words): return [words.listed(with: "or")]
    case .integer(let range) where range != .min ... .max:
      if range.upperBound == .max { return ["at least \(range.lowerBound)"] }
      if range.lowerBound == .min { return ["at most \(range.upperBound)"] }
      return ["\(range.lowerBound) to \(range.upperBound)"]
    default: return []
    }
  }

  private static func explanation(_ help: String, _ facts: [String]) -> String {
    let facts = facts.isEmpty ? "" : "(\(facts.joined(separator: "; ")))"
    if help.isEmpty || facts.isEmpty { return help + facts }
    // The facts belong to the sentence.
    return help.hasSuffix(".") ? "\(help.dropLast()) \(facts)." : "\(help) \(facts)"
  }
}

/// The words after the name in a line of usage, which must not be broken.
struct UsageLine {
  let words: [String]

  init(_ command: Command) {
    guard command.subcommands.isEmpty else {
      words = ["COMMAND", "[OPTIONS]"]
      return
    }
    var words: [String] = []
    var described: Set<String> = []
    for option in command.options where !described.contains(option.name) {
      let group = command.exclusives.first { $0.names.contains(option.name) }
      let members = group.map { group in
        command.options.filter { group.names.contains($0.name) }
      }
      described.formUnion((members ?? [option]).map(\.name))
      words.append(
        Self.word(for: members ?? [option], isRequired: group?.isRequired ?? option.isRequired)
      )
    }
    self.words = words + command.operands.map(Self.word)
  }

  private static func word(for options: [Option], isRequired: Bool) -> String {
    let words = options.map { option in
      option.spelling + (option.value.map { " \($0.name)" } ?? "")
        + (option.isRepeatable ? "..." : "")
    }
    let alternatives = words.joined(separator: " | ")
    if isRequired { return words.count > 1 ? "(\(alternatives))" : alternatives }
    return "[\(alternatives)]"
  }

  private static func word(for operand: Operand) -> String {
    switch operand.count {
    case .one: operand.name
    case .optional: "[\(operand.name)]"
    case .many(let minimum): minimum > 0 ? "\(operand.name)..." : "[\(operand.name)...]"
    }
  }
}
