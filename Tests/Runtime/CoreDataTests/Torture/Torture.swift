import Foundation
import Testing

/// The amount of testing: much in `make torture`, little in `make test`, and less under a sanitizer, which slows
/// everything down.
enum Torture {
  static let isLong = ProcessInfo.processInfo.environment["TORTURE"] == "long"

  /// Whether the tests run under a sanitizer: see `.ci/sanitize`.
  static let isSanitized = ProcessInfo.processInfo.environment["SANITIZER"] != nil

  static func count(_ short: Int, long: Int) -> Int { isLong ? long : short }

  static func count(_ usual: Int, sanitized: Int) -> Int { isSanitized ? sanitized : usual }

  /// Prints a figure in the long form.
  static func report(_ text: String) {
    if isLong { print("torture: \(text)") }
  }
}

/// A deterministic random number generator.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
