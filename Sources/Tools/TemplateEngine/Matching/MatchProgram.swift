/// A regular expression as instructions, which a matcher executes without recursion.
struct MatchProgram {
  enum Instruction {
    case set(Int)
    case position(PatternTree.Position)
    case reference(Int, ignoringCase: Bool)
    /// Try the first target, and if that fails the second.
    case split(Int, Int)
    case jump(Int)
    /// Save the position as the start or end of a group.
    case save(Int)
    /// Save the position at the start of an iteration of a loop.
    case mark(Int)
    /// Fail unless the iteration of the loop has advanced.
    case progress(Int)
    /// Match the instructions up to the target separately, then continue there.
    case inner(Inner, end: Int)
    case match
  }

  enum Inner {
    case atomic
    case lookahead(isNegated: Bool)
    case lookbehind(width: Int, isNegated: Bool)
  }

  let instructions: [Instruction]
  let sets: [ScalarSet]
  /// The number of groups, the whole match included.
  let groupCount: Int
  let markCount: Int
}

/// Compiles a tree into instructions.
struct MatchCompiler {
  private var instructions: [MatchProgram.Instruction] = []
  private var sets: [ScalarSet] = []
  private var markCount = 0
  private let groupCount: Int

  /// The maximum size: repetitions are unrolled, so nested ones multiply.
  private static let mostInstructions = 20_000

  init(groupCount: Int) {
    self.groupCount = groupCount
  }

  mutating func compile(_ tree: PatternTree) throws(RegularExpressionError) {
    try add(.save(0))
    try append(tree)
    try add(.save(1))
    try add(.match)
  }

  func program() -> MatchProgram {
    MatchProgram(
      instructions: instructions,
      sets: sets,
      groupCount: groupCount,
      markCount: markCount
    )
  }

  private mutating func add(
    _ instruction: MatchProgram.Instruction
  ) throws(RegularExpressionError) {
    guard instructions.count < Self.mostInstructions else {
      throw RegularExpressionError("the regular expression is too large")
    }
    instructions.append(instruction)
  }

  private mutating func append(_ tree: PatternTree) throws(RegularExpressionError) {
    switch tree {
    case .empty: break
    case .set(let set):
      sets.append(set)
      try add(.set(sets.count - 1))
    case .sequence(let parts):
      for part in parts { try append(part) }
    case .choice(let choices): try append(choices)
    case .group(let number, let inner):
      try add(.save(2 * number))
      try append(inner)
      try add(.save(2 * number + 1))
    case .reference(let group, let ignoringCase):
      try add(.reference(group, ignoringCase: ignoringCase))
    case .position(let position): try add(.position(position))
    case .atomic(let inner): try append(inner, as: .atomic)
    case .lookahead(let inner, let isNegated):
      try append(inner, as: .lookahead(isNegated: isNegated))
    case .lookbehind(let inner, let width, let isNegated):
      try append(inner, as: .lookbehind(width: width, isNegated: isNegated))
    case .repetition(let inner, let least, let most, .possessive):
      try append(.repetition(inner, from: least, upTo: most, .greedy), as: .atomic)
    case .repetition(let inner, let least, let most, let eagerness):
      for _ in 0..<least { try append(inner) }
      if let most {
        try appendOptional(inner, times: most - least, isLazy: eagerness == .lazy)
      } else {
        try appendLoop(inner, isLazy: eagerness == .lazy)
      }
    }
  }

  private mutating func append(_ choices: [PatternTree]) throws(RegularExpressionError) {
    var ends: [Int] = []
    for choice in choices.dropLast() {
      let split = instructions.count
      try add(.jump(0))
      try append(choice)
      ends.append(instructions.count)
      try add(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = choices.last { try append(last) }
    for end in ends { instructions[end] = .jump(instructions.count) }
  }

  private mutating func append(
    _ tree: PatternTree,
    as inner: MatchProgram.Inner
  ) throws(RegularExpressionError) {
    let start = instructions.count
    try add(.jump(0))
    try append(tree)
    try add(.match)
    instructions[start] = .inner(inner, end: instructions.count)
  }

  private mutating func appendOptional(
    _ tree: PatternTree,
    times: Int,
    isLazy: Bool
  ) throws(RegularExpressionError) {
    var splits: [Int] = []
    for _ in 0..<times {
      splits.append(instructions.count)
      try add(.jump(0))
      try append(tree)
    }
    let end = instructions.count
    for split in splits {
      instructions[split] = isLazy ? .split(end, split + 1) : .split(split + 1, end)
    }
  }

  private mutating func appendLoop(
    _ tree: PatternTree,
    isLazy: Bool
  ) throws(RegularExpressionError) {
    let start = instructions.count
    let mark = markCount
    markCount += 1
    try add(.jump(0))
    try add(.mark(mark))
    try append(tree)
    try add(.progress(mark))
    try add(.jump(start))
    let end = instructions.count
    instructions[start] = isLazy ? .split(end, start + 1) : .split(start + 1, end)
  }
}
