/// The repetitions in a regular expression, and whether they are ambiguous.
///
/// A repeated group is dangerous when its content can match the same characters in one iteration or in several:
/// when everything in one of its alternatives is optional or repeated itself, as in `(a+)+`,
/// `(a*b?)*` and `(\w+\s?)+`. A mandatory element, such as the dot in `([a-z]+\.)+`, marks
/// the end of an iteration.
struct PatternShape {
  /// The byte at which the first dangerous group begins, or nil if there is none.
  private(set) var nestedRepetition: Int?

  private struct Group {
    var byte: Int
    /// Whether the group does not backtrack, like `(?>…)`.
    var isAtomic = false
    /// Whether the current alternative contains a repetition, and whether it contains a mandatory element.
    var isRepeating = false
    var hasLandmark = false
    var isDangerous = false

    mutating func endAlternative() {
      if isRepeating && !hasLandmark { isDangerous = true }
      isRepeating = false
      hasLandmark = false
    }
  }

  private enum Repetition {
    case once
    case optional
    case unbounded
    case possessive
  }

  init(_ pattern: String) {
    let bytes = Array(pattern.utf8)
    var groups = [Group(byte: 0)]
    var position = 0
    while position < bytes.count, nestedRepetition == nil {
      let start = position
      var closed: Group?
      switch bytes[position] {
      case UInt8(ascii: "("):
        groups.append(Group(byte: position, isAtomic: Self.isAtomic(bytes[position...])))
        position = Self.endOfGroupStart(bytes, position)
        continue
      case UInt8(ascii: "|"):
        groups[groups.count - 1].endAlternative()
        position += 1
        continue
      case UInt8(ascii: ")"):
        guard groups.count > 1, var group = groups.popLast() else { return }
        group.endAlternative()
        closed = group
        position += 1
      case UInt8(ascii: "["): position = Self.endOfClass(bytes, position)
      case UInt8(ascii: "\\"): position = min(position + 2, bytes.count)
      case UInt8(ascii: "^"), UInt8(ascii: "$"):
        position += 1
        continue
      default: position += 1
      }
      let repetition = Self.repetition(bytes, &position)
      if let closed, closed.isDangerous, !closed.isAtomic, repetition == .unbounded {
        nestedRepetition = closed.byte
      }
      note(repetition, in: &groups[groups.count - 1], isGroup: closed != nil, closed)
      if position <= start { return }
    }
  }

  private func note(
    _ repetition: Repetition,
    in group: inout Group,
    isGroup: Bool,
    _ closed: Group?
  ) {
    switch repetition {
    case .once:
      // A group with ambiguous ends is not a mandatory element.
      if closed?.isDangerous == true { group.isRepeating = true } else { group.hasLandmark = true }
    case .unbounded: group.isRepeating = true
    case .optional: break
    case .possessive: group.hasLandmark = true
    }
  }

  private static func isAtomic(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.starts(with: "(?>".utf8)
  }

  /// The position after `(`, `(?:`, `(?=`, `(?<name>` and so on.
  private static func endOfGroupStart(_ bytes: [UInt8], _ start: Int) -> Int {
    var position = start + 1
    guard position < bytes.count, bytes[position] == UInt8(ascii: "?") else { return position }
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ")") { return position }
      position += 1
      if ":=!>".utf8.contains(byte) { break }
    }
    return position
  }

  private static func endOfClass(_ bytes: [UInt8], _ start: Int) -> Int {
    var position = start + 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "]") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position + 1, bytes.count)
  }

  /// Reads the quantifier after an element.
  private static func repetition(_ bytes: [UInt8], _ position: inout Int) -> Repetition {
    guard position < bytes.count else { return .once }
    var repetition: Repetition
    switch bytes[position] {
    case UInt8(ascii: "*"), UInt8(ascii: "+"):
      repetition = .unbounded
      position += 1
    case UInt8(ascii: "?"):
      repetition = .optional
      position += 1
    case UInt8(ascii: "{"):
      guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "}")) else { return .once }
      let isOpen = end > position + 1 && bytes[end - 1] == UInt8(ascii: ",")
      repetition = isOpen ? .unbounded : .once
      position = end + 1
    default: return .once
    }
    guard position < bytes.count else { return repetition }
    if bytes[position] == UInt8(ascii: "+") {
      repetition = .possessive
      position += 1
    } else if bytes[position] == UInt8(ascii: "?") {
      position += 1
    }
    return repetition
  }
}
