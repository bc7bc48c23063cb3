/// A namespace of unique names within PostgreSQL's length limit.
///
/// PostgreSQL would truncate a longer one silently.
struct DatabaseNameScope: Sendable {
  private static let limit = 63
  private var used: Set<String>

  init(reserving names: [String] = []) {
    used = Set(names)
  }

  /// Claims the first name that is free.
  ///
  /// If none is, the first gets a suffix that depends only on the identity, so that it stays the same whatever else
  /// the model has.
  mutating func claim(_ candidates: [String], identity: String) -> String {
    for candidate in candidates {
      let name = Self.fitted(candidate, identity: identity)
      if used.insert(name).inserted { return name }
    }
    let base = candidates.first ?? "_"
    var suffix = "_" + Self.hash(identity)
    var count = 2
    while true {
      let name = Self.cut(base, to: Self.limit - suffix.utf8.count) + suffix
      if used.insert(name).inserted { return name }
      suffix = "_\(Self.hash(identity))_\(count)"
      count += 1
    }
  }

  /// Assigns names to requests of equal rank: of several for the same name, the one that is closest to it gets it; if
  /// two are as close, neither does.
  ///
  /// The order of the requests does not matter.
  mutating func assign(_ requests: [NameRequest]) -> [String] {
    var result = Array(repeating: "", count: requests.count)
    var open = Array(requests.indices)
    let depth = requests.map(\.candidates.count).max() ?? 0
    for level in 0..<depth {
      var groups: [String: [Int]] = [:]
      for index in open where requests[index].candidates.indices.contains(level) {
        let name = Self.fitted(
          requests[index].candidates[level],
          identity: requests[index].identity
        )
        groups[name, default: []].append(index)
      }
      var settled: Set<Int> = []
      for (name, members) in groups {
        let best = members.map { requests[$0].distance }.min() ?? 0
        let closest = members.filter { requests[$0].distance == best }
        guard closest.count == 1, let winner = closest.first, used.insert(name).inserted else {
          continue
        }
        result[winner] = name
        settled.insert(winner)
      }
      open.removeAll { settled.contains($0) }
    }
    let rest = open.sorted { left, right in
      (requests[left].identity, left) < (requests[right].identity, right)
    }
    for index in rest {
      result[index] = claim(requests[index].candidates, identity: requests[index].identity)
    }
    return result
  }

  /// The name, truncated to the limit if needed, with a suffix that distinguishes it from others with the same
  /// beginning.
  private static func fitted(_ name: String, identity: String) -> String {
    guard name.utf8.count > limit else { return name }
    let suffix = "_" + hash(name + "\u{0}" + identity)
    return cut(name, to: limit - suffix.utf8.count) + suffix
  }

  private static func cut(_ name: String, to limit: Int) -> String {
    guard name.utf8.count > limit else { return name }
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in name.unicodeScalars {
      count += scalar.utf8.count
      if count > limit { break }
      result.append(scalar)
    }
    return String(result)
  }

  /// Eight hexadecimal digits (FNV-1a of 32 bits).
  private static func hash(_ text: String) -> String {
    var value: UInt32 = 0x811C_9DC5
    for byte in text.utf8 {
      value = (value ^ UInt32(byte)) &* 0x0100_0193
    }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}

/// A request for a name.
struct NameRequest: Sendable {
  /// The acceptable names, best first.
  var candidates: [String]

  /// The distance of the first name from the name in the model.
  var distance: Int

  /// The identity of the thing within the model.
  var identity: String
}
