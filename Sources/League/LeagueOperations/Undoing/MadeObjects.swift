import CoreData

/// Objects of one kind that a change has inserted.
///
/// Undoing that does not need their values. A fingerprint of them shows whether any of them was edited since, so
/// that the record of an import stays small however many rows the file has.
struct MadeObjects: Sendable, Hashable, Codable {
  let areTeams: Bool
  let ids: RecordIDs

  /// The fingerprint of all values after the change.
  let fingerprint: String

  init(areTeams: Bool, _ states: [(id: String, state: ObjectSnapshot)]) {
    self.areTeams = areTeams
    ids = RecordIDs(states.map(\.id))
    fingerprint = Self.fingerprint(of: states)
  }

  /// Whether objects are unchanged since they were inserted.
  func matches(_ states: [(id: String, state: ObjectSnapshot)]) -> Bool {
    Self.fingerprint(of: states) == fingerprint
  }

  private static func fingerprint(of states: [(id: String, state: ObjectSnapshot)]) -> String {
    Fingerprint(sumOf: states.lazy.map { Fingerprint([$0.id] + $0.state.words) }).description
  }
}

/// The ids of objects; consecutive numbers are stored as ranges.
struct RecordIDs: Sendable, Hashable, Codable {
  /// The first and the last number of each range of ids such as `p7`, `p8`, `p9`.
  private var ranges: [[Int]] = []

  /// Other ids.
  private var others: [String] = []

  init(_ ids: [String]) {
    var numbers: [Int] = []
    for id in ids {
      if let number = Self.number(in: id) { numbers.append(number) } else { others.append(id) }
    }
    others.sort()
    for number in numbers.sorted() {
      if let last = ranges.last, last[1] + 1 == number {
        ranges[ranges.count - 1][1] = number
      } else {
        ranges.append([number, number])
      }
    }
  }

  var count: Int { ranges.reduce(others.count) { $0 + $1[1] - $1[0] + 1 } }

  /// The ids, those with numbers first.
  var all: [String] { ranges.flatMap { ($0[0]...$0[1]).map { "p\($0)" } } + others }

  private static func number(in id: String) -> Int? {
    guard id.first == "p", let number = Int(id.dropFirst()), number > 0, number < 1 << 53,
      "p\(number)" == id
    else { return nil }
    return number
  }

  private enum CodingKeys: CodingKey {
    case ranges
    case others
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    ranges = try container.decode([[Int]].self, forKey: .ranges)
    others = try container.decode([String].self, forKey: .others)
    let limit = 1 << 53
    let isSound = ranges.allSatisfy { range in
      range.count == 2 && 0 < range[0] && range[0] <= range[1] && range[1] < limit
    }
    guard isSound, ranges.reduce(0, { $0 + $1[1] - $1[0] }) < 1 << 32 else {
      throw DecodingError.dataCorruptedError(
        forKey: .ranges,
        in: container,
        debugDescription: "the ranges are invalid"
      )
    }
  }
}
