/// One clause of a conditional compilation block: from `#if`, `#elseif` or `#else` to the next directive.
package struct ConditionalClause: Sendable {
  /// When a clause is compiled.
  package enum Compilation: Sendable {
    case always
    case never
    case unknown

    var opposite: Self {
      switch self {
      case .always: .never
      case .never: .always
      case .unknown: .unknown
      }
    }
  }

  /// The index of the enclosing clause; -1 if there is none.
  package let parent: Int

  /// The token of the directive that begins the clause.
  package let directive: Int

  /// The first token after the condition.
  package internal(set) var bodyStart: Int

  /// The token of the directive that ends the clause.
  package internal(set) var end: Int

  /// Whether the clause is compiled on Linux.
  package let onLinux: Compilation

  /// Whether the clause is compiled on platforms with an Objective-C runtime.
  package let onApple: Compilation

  /// Whether this clause or an enclosing one is never compiled on Linux.
  package let isInactiveOnLinux: Bool
}

/// Finds the conditional compilation blocks of a file.
struct ConditionReader {
  let tokens: [SwiftToken]
  let bytes: [UInt8]
  private(set) var clauses: [ConditionalClause] = []
  private(set) var clauseOfToken: [Int32]
  private(set) var problems: [SwiftProblem] = []

  /// The open blocks: the index of their current clause, and the values of the clauses before.
  private var open: [Block] = []

  private struct Block {
    var clause: Int
    var parent: Int
    var earlierOnLinux: ConditionalClause.Compilation
    var earlierOnApple: ConditionalClause.Compilation
  }

  init(tokens: [SwiftToken], bytes: [UInt8]) {
    self.tokens = tokens
    self.bytes = bytes
    clauseOfToken = Array(repeating: -1, count: tokens.count)
  }

  mutating func read() {
    var index = 0
    while index < tokens.count {
      clauseOfToken[index] = Int32(open.last?.clause ?? -1)
      guard tokens[index].kind == .directive else {
        index += 1
        continue
      }
      switch bytes[tokens[index].range] {
      case Self.ifWord: index = begin(at: index)
      case Self.elseifWord, Self.elseWord: index = next(at: index)
      case Self.endifWord: index = end(at: index)
      default: index += 1
      }
    }
    for block in open {
      let offset = tokens[clauses[block.clause].directive].range.lowerBound
      problems.append(SwiftProblem(offset: offset, message: "the block has no #endif"))
      clauses[block.clause].end = tokens.count
    }
  }

  private static let ifWord = Array("#if".utf8)[...]
  private static let elseifWord = Array("#elseif".utf8)[...]
  private static let elseWord = Array("#else".utf8)[...]
  private static let endifWord = Array("#endif".utf8)[...]

  private mutating func begin(at index: Int) -> Int {
    let parent = open.last?.clause ?? -1
    open.append(
      Block(clause: -1, parent: parent, earlierOnLinux: .never, earlierOnApple: .never)
    )
    return addClause(at: index)
  }

  private mutating func next(at index: Int) -> Int {
    guard let last = open.last else {
      report("a clause without #if", at: index)
      return index + 1
    }
    clauses[last.clause].end = index
    return addClause(at: index)
  }

  private mutating func end(at index: Int) -> Int {
    guard let last = open.popLast() else {
      report("#endif without #if", at: index)
      return index + 1
    }
    clauses[last.clause].end = index
    clauseOfToken[index] = Int32(last.parent)
    return index + 1
  }

  private mutating func report(_ message: String, at index: Int) {
    problems.append(SwiftProblem(offset: tokens[index].range.lowerBound, message: message))
  }

  /// Adds a clause to the innermost block; its condition is the rest of the line.
  private mutating func addClause(at index: Int) -> Int {
    var end = index + 1
    while end < tokens.count, !tokens[end].beginsLine { end += 1 }
    var block = open.removeLast()
    let condition = (index + 1..<end).map {
      String(decoding: bytes[tokens[$0].range], as: UTF8.self)
    }
    let onLinux = Condition(condition, isLinux: true).value
    let onApple = Condition(condition, isLinux: false).value
    for token in index..<end { clauseOfToken[token] = Int32(block.parent) }
    block.clause = clauses.count
    let isCompiled = onLinux.and(block.earlierOnLinux.opposite)
    let isOuterInactive = block.parent >= 0 && clauses[block.parent].isInactiveOnLinux
    clauses.append(
      ConditionalClause(
        parent: block.parent,
        directive: index,
        bodyStart: end,
        end: tokens.count,
        onLinux: isCompiled,
        onApple: onApple.and(block.earlierOnApple.opposite),
        isInactiveOnLinux: isOuterInactive || isCompiled == .never
      )
    )
    block.earlierOnLinux = block.earlierOnLinux.or(onLinux)
    block.earlierOnApple = block.earlierOnApple.or(onApple)
    open.append(block)
    return end
  }
}

extension ConditionalClause.Compilation {
  fileprivate func and(_ other: Self) -> Self {
    if self == .never || other == .never { return .never }
    return self == .always && other == .always ? .always : .unknown
  }

  fileprivate func or(_ other: Self) -> Self { opposite.and(other.opposite).opposite }
}

/// A compilation condition, evaluated as far as the platform determines it.
private struct Condition {
  private let words: [String]
  private let isLinux: Bool
  private var position = 0
  private var depth = 0

  init(_ words: [String], isLinux: Bool) {
    self.words = words
    self.isLinux = isLinux
  }

  /// The value of the condition; an empty one, as of `#else`, is always true.
  var value: ConditionalClause.Compilation {
    guard !words.isEmpty else { return .always }
    var copy = self
    return copy.readAlternatives()
  }

  private mutating func readAlternatives() -> ConditionalClause.Compilation {
    var result = readConjunction()
    while takes("|", "|") { result = result.or(readConjunction()) }
    return result
  }

  private mutating func readConjunction() -> ConditionalClause.Compilation {
    var result = readTerm()
    while takes("&", "&") { result = result.and(readTerm()) }
    return result
  }

  private mutating func takes(_ first: String, _ second: String) -> Bool {
    guard position + 1 < words.count, words[position] == first, words[position + 1] == second else {
      return false
    }
    position += 2
    return true
  }

  private mutating func readTerm() -> ConditionalClause.Compilation {
    guard position < words.count, depth < 100 else { return .unknown }
    let word = words[position]
    position += 1
    depth += 1
    defer { depth -= 1 }
    switch word {
    case "!": return readTerm().opposite
    case "(":
      let result = readAlternatives()
      if position < words.count, words[position] == ")" { position += 1 }
      return result
    case "true": return .always
    case "false": return .never
    default: return readCall(of: word)
    }
  }

  private mutating func readCall(of name: String) -> ConditionalClause.Compilation {
    guard position < words.count, words[position] == "(" else { return .unknown }
    var arguments: [String] = []
    position += 1
    while position < words.count, words[position] != ")" {
      arguments.append(words[position])
      position += 1
    }
    position += 1
    guard let argument = arguments.first else { return .unknown }
    switch name {
    case "os":
      if isLinux { return argument == "Linux" ? .always : .never }
      return Self.otherSystems.contains(argument) ? .never : .unknown
    case "canImport":
      if AppleModules.all.contains(argument) {
        return isLinux ? .never : Self.modulesOfAll.contains(argument) ? .always : .unknown
      }
      if Self.linuxModules.contains(argument) { return isLinux ? .always : .never }
      return argument == "Foundation" || argument == "CoreData" ? .always : .unknown
    case "targetEnvironment": return isLinux ? .never : .unknown
    default: return .unknown
    }
  }

  private static let otherSystems: Set<String> = [
    "Linux", "Windows", "Android", "FreeBSD", "OpenBSD", "WASI",
  ]
  private static let modulesOfAll: Set<String> = ["ObjectiveC", "Darwin"]
  private static let linuxModules: Set<String> = ["Glibc"]
}
