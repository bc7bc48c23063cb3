/// An arc between two boxes: the first should stand left of the second.
struct Arc: Sendable, Hashable {
  var from: Int
  var to: Int
  var weight: Int
}

/// Orders the boxes of a graph so that few arcs run backwards.
///
/// This is the greedy method of Eades, Lin and Smyth: sinks go to the end, sources
/// to the beginning, and among the rest the one with the largest surplus of outgoing arcs goes first.
struct AcyclicOrder {
  private let outgoing: [[Arc]]
  private let incoming: [[Arc]]
  private var balance: [(out: Int, in: Int)]
  private var isPlaced: [Bool]

  init(count: Int, arcs: [Arc]) {
    var outgoing = Array(repeating: [Arc](), count: count)
    var incoming = Array(repeating: [Arc](), count: count)
    var balance = Array(repeating: (out: 0, in: 0), count: count)
    for arc in arcs {
      outgoing[arc.from].append(arc)
      incoming[arc.to].append(arc)
      balance[arc.from].out += arc.weight
      balance[arc.to].in += arc.weight
    }
    self.outgoing = outgoing
    self.incoming = incoming
    self.balance = balance
    isPlaced = Array(repeating: false, count: count)
  }

  /// The position of each box in the order.
  mutating func positions() -> [Int] {
    var front: [Int] = []
    var back: [Int] = []
    while front.count + back.count < balance.count {
      if let sink = first(where: { $0.out == 0 }) {
        back.append(sink)
        place(sink)
      } else if let next = first(where: { $0.in == 0 }) ?? mostOutgoing() {
        front.append(next)
        place(next)
      }
    }
    var positions = Array(repeating: 0, count: balance.count)
    for (position, box) in (front + back.reversed()).enumerated() { positions[box] = position }
    return positions
  }

  private func first(where matches: ((out: Int, in: Int)) -> Bool) -> Int? {
    balance.indices.first { !isPlaced[$0] && matches(balance[$0]) }
  }

  private func mostOutgoing() -> Int? {
    balance.indices.lazy.filter { !isPlaced[$0] }.max { left, right in
      let first = balance[left].out - balance[left].in
      let second = balance[right].out - balance[right].in
      return first == second ? left > right : first < second
    }
  }

  private mutating func place(_ box: Int) {
    isPlaced[box] = true
    for arc in outgoing[box] { balance[arc.to].in -= arc.weight }
    for arc in incoming[box] { balance[arc.from].out -= arc.weight }
  }
}
