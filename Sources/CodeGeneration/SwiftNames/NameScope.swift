/// Gives out identifiers of which no two are the same.
struct NameScope {
  /// What tells two names apart.
  enum Sameness {
    /// Their letters, as the compiler compares them; in file names and Objective-C nothing else counts.
    case exact
    /// Their letters whatever their case, as some file systems compare them.
    case ignoringCase
  }

  private let sameness: Sameness
  private var taken: Set<String> = []

  /// The next number to try behind a name, so that many equal names cost no more than different ones.
  private var nextNumbers: [String: Int] = [:]

  init(_ sameness: Sameness = .exact) {
    self.sameness = sameness
  }

  /// The name itself the first time, afterwards the name with a number.
  mutating func claim(_ name: String) -> String {
    if taken.insert(key(name)).inserted { return name }
    var number = nextNumbers[key(name)] ?? 2
    var candidate = "\(name)_\(number)"
    while !taken.insert(key(candidate)).inserted {
      number += 1
      candidate = "\(name)_\(number)"
    }
    nextNumbers[key(name)] = number + 1
    return candidate
  }

  private func key(_ name: String) -> String {
    switch sameness {
    case .exact: name
    case .ignoringCase: name.lowercased()
    }
  }
}
