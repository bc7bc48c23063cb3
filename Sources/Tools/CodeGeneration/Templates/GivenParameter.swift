import Diagnostics
import JSON5

/// A parameter as the user gave it, before its template is known.
package struct GivenParameter: Sendable, Hashable {
  package var name: String
  package var value: Value

  /// The position at which it was given; the command line has none.
  package var place: Place

  /// The form in which it was given.
  package enum Value: Sendable, Hashable {
    /// `NAME=WORD` on a command line.
    case word(String)
    /// `NAME` alone on a command line, which is a flag.
    case bare
    /// A value in a file.
    case json(JSON5Value)
  }

  package init(_ name: String, _ value: Value, at place: Place = Place()) {
    self.name = name
    self.value = value
    self.place = place
  }

  /// Parses `NAME=VALUE` or `NAME`.
  package init(word: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(String(parts[0]), parts.count > 1 ? .word(String(parts[1])) : .bare)
  }
}
