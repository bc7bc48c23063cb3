/// Executes the instructions of a regular expression on a text.
struct Matcher {
  private let program: MatchProgram
  private let text: [Unicode.Scalar]
  private let stepLimit: Int
  private(set) var steps = 0

  /// Start and end of each group, -1 for unset.
  private var saves: [Int]
  private var marks: [Int]
  private var trail: [Undo] = []

  /// The entries to undo when an alternative fails, latest last.
  private enum Undo {
    case branch(instruction: Int, position: Int)
    case save(Int, Int)
    case mark(Int, Int)
  }

  /// The maximum length of the trail, which uses memory, unlike steps.
  private static let longestTrail = 2_000_000

  init(_ program: MatchProgram, _ text: [Unicode.Scalar], stepLimit: Int) {
    self.program = program
    self.text = text
    self.stepLimit = stepLimit
    saves = Array(repeating: -1, count: 2 * program.groupCount)
    marks = Array(repeating: -1, count: program.markCount)
  }

  /// The groups of the first match at the position or later, the whole match first.
  ///
  /// Groups that did not match are empty.
  mutating func firstMatch(
    from start: Int
  ) throws(RegularExpressionError) -> [Range<Int>]? {
    for position in start...max(start, text.count) {
      for index in saves.indices { saves[index] = -1 }
      trail.removeAll(keepingCapacity: true)
      guard try run(from: 0, at: position) != nil else { continue }
      return (0..<program.groupCount).map { group in
        let lower = saves[2 * group]
        let upper = saves[2 * group + 1]
        return lower >= 0 && upper >= lower ? lower..<upper : 0..<0
      }
    }
    return nil
  }

  /// The position after a match of the instructions up to the next `match`, or nil.
  private mutating func run(
    from first: Int,
    at start: Int
  ) throws(RegularExpressionError) -> Int? {
    let bottom = trail.count
    var instruction = first
    var position = start
    while true {
      steps += 1
      guard steps <= stepLimit, trail.count <= Self.longestTrail else { throw tooSlow }
      let isAlive: Bool
      switch program.instructions[instruction] {
      case .match: return position
      case .jump(let target):
        instruction = target
        continue
      case .split(let preferred, let other):
        trail.append(.branch(instruction: other, position: position))
        instruction = preferred
        continue
      case .inner(let inner, let end):
        let after = try self.position(after: inner, from: instruction + 1, at: position)
        isAlive = after != nil
        position = after ?? position
        instruction = end - 1
      case let simple:
        isAlive = follow(simple, &position)
      }
      if isAlive {
        instruction += 1
      } else if let branch = goBack(to: bottom) {
        (instruction, position) = branch
      } else {
        return nil
      }
    }
  }

  /// Executes an instruction that neither jumps nor branches; returns false if it fails.
  private mutating func follow(
    _ instruction: MatchProgram.Instruction,
    _ position: inout Int
  ) -> Bool {
    switch instruction {
    case .set(let set):
      guard position < text.count, program.sets[set].contains(text[position]) else { return false }
      position += 1
    case .position(let condition):
      return holds(condition, at: position)
    case .save(let index):
      trail.append(.save(index, saves[index]))
      saves[index] = position
    case .mark(let index):
      trail.append(.mark(index, marks[index]))
      marks[index] = position
    case .progress(let index):
      return marks[index] != position
    case .reference(let group, let ignoringCase):
      guard let end = endOfReference(to: group, at: position, ignoringCase) else { return false }
      position = end
    case .match, .jump, .split, .inner:
      return false
    }
    return true
  }

  /// Backtracks to the last branch with an untried alternative, and returns that.
  private mutating func goBack(to bottom: Int) -> (Int, Int)? {
    while trail.count > bottom, let undo = trail.popLast() {
      switch undo {
      case .branch(let instruction, let position): return (instruction, position)
      case .save(let index, let value): saves[index] = value
      case .mark(let index, let value): marks[index] = value
      }
    }
    return nil
  }

  /// The position at which matching continues after a separately matched part, or nil when it fails.
  private mutating func position(
    after inner: MatchProgram.Inner,
    from first: Int,
    at position: Int
  ) throws(RegularExpressionError) -> Int? {
    let bottom = trail.count
    switch inner {
    case .atomic:
      let end = try run(from: first, at: position)
      forgetBranches(above: bottom)
      return end
    case .lookahead(let isNegated):
      let isFound = try run(from: first, at: position) != nil
      if isNegated { while goBack(to: bottom) != nil {} } else { forgetBranches(above: bottom) }
      return isFound != isNegated ? position : nil
    case .lookbehind(let width, let isNegated):
      guard position >= width else { return isNegated ? position : nil }
      let isFound = try run(from: first, at: position - width) != nil
      if isNegated { while goBack(to: bottom) != nil {} } else { forgetBranches(above: bottom) }
      return isFound != isNegated ? position : nil
    }
  }

  /// Keeps undo entries but discards alternatives (for atomic groups).
  private mutating func forgetBranches(above bottom: Int) {
    let kept = trail[bottom...].filter { undo in
      if case .branch = undo { false } else { true }
    }
    trail.replaceSubrange(bottom..., with: kept)
  }

  private var tooSlow: RegularExpressionError {
    RegularExpressionError(
      "the regular expression takes too long",
      hint: "avoid repetitions within repetitions"
    )
  }
}

// MARK: Conditions

extension Matcher {
  private func endOfReference(to group: Int, at position: Int, _ ignoringCase: Bool) -> Int? {
    let lower = saves[2 * group]
    let upper = saves[2 * group + 1]
    guard lower >= 0, upper >= lower, position + upper - lower <= text.count else { return nil }
    for offset in 0..<upper - lower {
      let left = text[lower + offset]
      let right = text[position + offset]
      guard left == right || ignoringCase && right.otherCases.contains(left) else { return nil }
    }
    return position + upper - lower
  }

  private func holds(_ condition: PatternTree.Position, at position: Int) -> Bool {
    switch condition {
    case .textStart: position == 0
    case .textEnd: position == text.count
    case .lastLineEnd:
      position == text.count || isLineBreak(position) && endOfBreak(position) == text.count
    case .lineStart:
      position == 0
        || position < text.count && isLineBreak(position - 1) && !isWithinBreak(position)
    case .lineEnd: position == text.count || isLineBreak(position) && !isWithinBreak(position)
    case .wordBoundary: isWord(position - 1) != isWord(position)
    case .noWordBoundary: isWord(position - 1) == isWord(position)
    }
  }

  private func isLineBreak(_ position: Int) -> Bool {
    text[position] == "\n" || text[position] == "\r"
  }

  private func isWithinBreak(_ position: Int) -> Bool {
    position > 0 && position < text.count && text[position - 1] == "\r" && text[position] == "\n"
  }

  private func endOfBreak(_ position: Int) -> Int {
    isWithinBreak(position + 1) ? position + 2 : position + 1
  }

  private func isWord(_ position: Int) -> Bool {
    text.indices.contains(position) && text[position].isWord
  }
}
