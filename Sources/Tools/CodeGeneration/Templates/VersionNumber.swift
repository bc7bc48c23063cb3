/// A version such as `0.2`, compared number by number.
struct VersionNumber: Sendable {
  private let numbers: [Int]

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    numbers = parts.compactMap { $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    guard numbers.count == parts.count else { return nil }
  }

  /// Missing components at the end count as zero.
  static func < (left: Self, right: Self) -> Bool {
    let length = max(left.numbers.count, right.numbers.count)
    return left.padded(to: length).lexicographicallyPrecedes(right.padded(to: length))
  }

  private func padded(to length: Int) -> [Int] {
    numbers + Array(repeating: 0, count: length - numbers.count)
  }
}
