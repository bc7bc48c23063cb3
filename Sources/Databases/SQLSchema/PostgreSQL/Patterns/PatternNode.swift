/// A part of a regular expression, as far as ICU and PostgreSQL agree on its meaning.
indirect enum PatternNode {
  case set(DoubtfulScalars)
  case sequence([PatternNode])
  case alternation([PatternNode])
  /// A repetition; PostgreSQL counts to 255, and no greatest count means any number.
  case repetition(PatternNode, least: Int, greatest: Int?)
  case lookAhead(PatternNode, isNegative: Bool)
}

extension PatternNode {
  /// The number of sets and groups in the expression after its repetitions are written out.
  var size: Int {
    switch self {
    case .set: return 1
    case .sequence(let nodes), .alternation(let nodes):
      return nodes.reduce(1) { Self.sum($0, $1.size) }
    case .repetition(let node, let least, let greatest):
      let (size, overflow) = node.size.multipliedReportingOverflow(by: max(greatest ?? least, 1))
      return overflow ? .max : size
    case .lookAhead(let node, _): return Self.sum(node.size, 1)
    }
  }

  var looksAhead: Bool {
    switch self {
    case .set: false
    case .sequence(let nodes), .alternation(let nodes): nodes.contains(where: \.looksAhead)
    case .repetition(let node, _, _): node.looksAhead
    case .lookAhead: true
    }
  }

  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (result, overflow) = left.addingReportingOverflow(right)
    return overflow ? .max : result
  }
}
