/// Writes a pattern in the subset that PostgreSQL and CockroachDB share: characters are literal, and a backslash
/// precedes only punctuation.
enum PatternPrinter {
  static func text(of node: PatternNode) -> String {
    text(of: node, isGenerous: true)
  }

  private static func text(of node: PatternNode, isGenerous: Bool) -> String {
    switch node {
    case .set(let set): return self.set(isGenerous ? set.possible : set.certain)
    case .sequence(let nodes):
      return nodes.map { node in
        if case .alternation = node { return group(node, isGenerous) }
        return text(of: node, isGenerous: isGenerous)
      }.joined()
    case .alternation(let nodes):
      return nodes.map { text(of: $0, isGenerous: isGenerous) }.joined(separator: "|")
    case .repetition(let node, let least, let greatest):
      return atom(node, isGenerous) + bounds(least, greatest)
    case .lookAhead(let node, let isNegative):
      let inner = text(of: node, isGenerous: isGenerous != isNegative)
      return (isNegative ? "(?!" : "(?=") + inner + ")"
    }
  }

  private static func atom(_ node: PatternNode, _ isGenerous: Bool) -> String {
    if case .set = node { return text(of: node, isGenerous: isGenerous) }
    return group(node, isGenerous)
  }

  private static func group(_ node: PatternNode, _ isGenerous: Bool) -> String {
    "(?:" + text(of: node, isGenerous: isGenerous) + ")"
  }

  private static func bounds(_ least: Int, _ greatest: Int?) -> String {
    switch (least, greatest) {
    case (0, nil): "*"
    case (1, nil): "+"
    case (0, 1): "?"
    case (let least, nil): "{\(least),}"
    case (let least, let greatest?) where least == greatest: "{\(least)}"
    case (let least, let greatest?): "{\(least),\(greatest)}"
    }
  }

  private static func set(_ ranges: ScalarRanges) -> String {
    if ranges.ranges.count == 1, let only = ranges.ranges.first, only.count == 1 {
      return escaped(only.lowerBound, among: "\\^$.|?*+()[]{}")
    }
    let complement = ranges.complement
    // A set that excludes a few is easier to read negated. The empty set has no other form.
    if ranges.isEmpty { return bracket(ScalarRanges.all, isNegated: true) }
    if complement.isEmpty { return bracket(ranges, isNegated: false) }
    return complement.ranges.count < ranges.ranges.count
      ? bracket(complement, isNegated: true) : bracket(ranges, isNegated: false)
  }

  private static func bracket(_ ranges: ScalarRanges, isNegated: Bool) -> String {
    var result = isNegated ? "[^" : "["
    for range in ranges.ranges {
      let lower = outsideSurrogates(range.lowerBound, upwards: true)
      let upper = outsideSurrogates(range.upperBound, upwards: false)
      guard lower <= upper else { continue }
      result += escaped(lower, among: specialInBrackets)
      if upper > lower {
        if upper > lower + 1 { result += "-" }
        result += escaped(upper, among: specialInBrackets)
      }
    }
    return result + "]"
  }

  private static let specialInBrackets = "\\]^-[&~|"

  /// The value, or the nearest one that is not a surrogate: surrogates are not characters, but may be at the end of a
  /// range.
  private static func outsideSurrogates(_ value: UInt32, upwards: Bool) -> UInt32 {
    guard (0xD800...0xDFFF).contains(value) else { return value }
    return upwards ? 0xE000 : 0xD7FF
  }

  private static func escaped(_ value: UInt32, among special: String) -> String {
    guard let scalar = Unicode.Scalar(value) else { return "" }
    return special.unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
  }
}
