/// Assigns unique identifiers.
struct NameScope {
  /// The way in which names are compared.
  enum Comparison {
    /// Case-sensitively, like the compiler; in file names and Objective-C too, the text alone counts.
    case exact
    /// Case-insensitively, like some file systems.
    case ignoringCase
  }

  private let comparison: Comparison

  /// The names reserved from the start: stored separately, so that copies of a new scope share them.
  private let reserved: Set<String>
  private var taken: Set<String> = []

  /// The next number to append to a name, so that many equal names cost no more than different ones.
  private var nextNumbers: [String: Int] = [:]

  init(_ comparison: Comparison = .exact) {
    self.comparison = comparison
    reserved = []
  }

  /// Creates a scope in which some names are already used.
  init(reserving names: Set<String>) {
    comparison = .exact
    reserved = names
  }

  /// Reserves capacity for more names.
  mutating func expect(_ count: Int) {
    taken.reserveCapacity(taken.count + count)
  }

  /// Returns the name itself the first time, afterwards the name with a number.
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
