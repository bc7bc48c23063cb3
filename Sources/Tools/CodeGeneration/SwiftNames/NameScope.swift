/// Gives out unique identifiers.
struct NameScope {
  /// The key by which two names differ.
  enum Comparison {
    /// Their letters, as the compiler compares them; in file names and Objective-C nothing else counts.
    case exact
    /// Their letters whatever their case, as some file systems compare them.
    case ignoringCase
  }

  private let comparison: Comparison

  /// The names taken from the start: apart from the rest, so that copies of a new scope share them.
  private let reserved: Set<String>
  private var taken: Set<String> = []

  /// The next number to try behind a name, so that many equal names cost no more than different ones.
  private var nextNumbers: [String: Int] = [:]

  init(_ comparison: Comparison = .exact) {
    self.comparison = comparison
    reserved = []
  }

  /// A scope in which some names are given out already.
  init(reserving names: Set<String>) {
    comparison = .exact
    reserved = names
  }

  /// Makes room for so many names more.
  mutating func expect(_ count: Int) {
    taken.reserveCapacity(taken.count + count)
  }

  /// The name itself the first time, afterwards the name with a number.
  mutating func claim(_ name: String) -> String {
    if take(name) { return name }
    var number = nextNumbers[key(name)] ?? 2
    var candidate = "\(name)_\(number)"
    while !take(candidate) {
      number += 1
      candidate = "\(name)_\(number)"
    }
    nextNumbers[key(name)] = number + 1
    return candidate
  }

  private mutating func take(_ name: String) -> Bool {
    let key = key(name)
    return !reserved.contains(key) && taken.insert(key).inserted
  }

  private func key(_ name: String) -> String {
    switch comparison {
    case .exact: name
    case .ignoringCase: name.lowercased()
    }
  }
}
