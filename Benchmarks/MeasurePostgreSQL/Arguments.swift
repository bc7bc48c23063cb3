import Foundation

/// The measured workloads.
struct Arguments {
  var teams = 1_000
  var rounds = 5

  /// The URL of the store whose players are fetched to measure their memory, in a separate
  /// process.
  var memory: URL?

  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  init(_ words: [String]) throws {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--memory" {
        memory = rest.popFirst().flatMap { URL(string: $0) }
        continue
      }
      guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else {
        throw Problem(description: "\(word) needs a number above 0")
      }
      switch word {
      case "--teams": teams = number
      case "--rounds": rounds = number
      default: throw Problem(description: "unknown word \(word); there are --teams and --rounds")
      }
    }
  }
}
