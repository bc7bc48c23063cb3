extension Command {
  /// The problems of this description of a command, for the tests of programs: a description that contradicts itself
  /// is parsed, but not in the expected way.
  package var flaws: [String] {
    flaws(path: [name], inherited: [])
  }

  private func flaws(path: [String], inherited: [Option]) -> [String] {
    var found: [String] = []
    let options = inherited + options
    found += Self.repeated(
      self.options.flatMap(\.spellings),
      besides: inherited.flatMap(\.spellings)
    )
    .map { "\($0) is declared twice" }
    found += Self.repeated(operands.map(\.name)).map { "\($0) is declared twice" }
    found += Self.repeated(subcommands.map(\.name)).map { "'\($0)' is declared twice" }
    if self.options.contains(where: { $0.name == "help" || $0.short == "h" }) {
      found.append("--help and -h are taken")
    }
    if subcommands.contains(where: { $0.name == "help" }) { found.append("'help' is taken") }
    if !subcommands.isEmpty, !operands.isEmpty {
      found.append("operands cannot be distinguished from verbs")
    }
    if operands.count(where: { $0.maximum == nil }) > 1 {
      found.append("more than one operand takes any number of words")
    }
    for option in options where option.value == nil && option.defaultValue != nil {
      found.append("\(option.spelling) is a flag and has a default")
    }
    for name in exclusives.flatMap(\.names) where !options.contains(where: { $0.name == name }) {
      found.append("--\(name) is exclusive and not declared")
    }
    found += defaults.compactMap { name, value, word in
      value.expectation(unmetBy: word).map { "the default of \(name) is not \($0)" }
    }
    found += oddWords.map { "'\($0)' is not a plain word" }
    return found.map { "\(path.joined(separator: " ")): \($0)" }
      + subcommands.flatMap { $0.flaws(path: path + [$0.name], inherited: options) }
  }

  private var defaults: [(String, ValueDescription, String)] {
    options.compactMap { option in
      guard let value = option.value, let word = option.defaultValue else { return nil }
      return (option.spelling, value, word)
    }
      + operands.compactMap { operand in
        operand.defaultValue.map { (operand.name, operand.value, $0) }
      }
  }

  /// Names and choices that need quoting in a shell.
  private var oddWords: [String] {
    let values = options.compactMap(\.value) + operands.map(\.value)
    let words = [name] + options.map(\.name) + values.flatMap(\.choices)
    return words.filter { word in
      word.isEmpty || word.hasPrefix("-")
        || !word.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "+"):
            true
          default: false
          }
        }
    }
  }

  private static func repeated(_ names: [String], besides known: [String] = []) -> [String] {
    var seen = Set(known)
    return names.filter { !seen.insert($0).inserted }
  }
}
