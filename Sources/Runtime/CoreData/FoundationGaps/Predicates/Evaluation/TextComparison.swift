import Foundation
import ObjectRows
import PredicateFormat

/// The options for comparing strings: `[c]` without case, `[d]` without diacritics, `[l]` in the user's locale, and
/// `[n]` byte by byte.
struct TextComparison {
  private let folding: String.CompareOptions
  private let isNormalized: Bool

  /// Whether strings are compared in the user's locale.
  let isLocalised: Bool

  /// Whether strings without options are in the order of their bytes, as in databases.
  private let ordersBytes: Bool

  init(_ options: ComparisonNode.Options, ordersBytes: Bool = false) {
    self.ordersBytes = ordersBytes
    var folding: String.CompareOptions = []
    isNormalized = options.contains(.normalized)
    isLocalised = options.contains(.localeSensitive) && !isNormalized
    if !isNormalized {
      if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
      if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    }
    self.folding = folding
  }

  /// Whether no option makes different strings equal.
  var isExact: Bool { folding.isEmpty && !isLocalised }

  var ignoresCase: Bool { folding.contains(.caseInsensitive) }

  var ignoresDiacritics: Bool { folding.contains(.diacriticInsensitive) }

  /// The string without the features that the options ignore.
  func folded(_ string: String) -> String {
    guard !folding.isEmpty else { return string }
    if string.utf8.allSatisfy({ $0 < 0x80 }) {
      return ignoresCase ? lowercasedASCII(string) : string
    }
    return string.folding(options: folding, locale: isLocalised ? .current : nil)
  }

  func isEqual(_ left: String, _ right: String) -> Bool {
    if isLocalised { return order(left, right) == .orderedSame }
    return folded(left).hasSameBytes(as: folded(right))
  }

  func order(_ left: String, _ right: String) -> ComparisonResult {
    if isLocalised {
      return left.compare(right, options: folding, range: nil, locale: .current)
    }
    if ordersBytes, isExact {
      if left.hasSameBytes(as: right) { return .orderedSame }
      return left.utf8.lexicographicallyPrecedes(right.utf8)
        ? .orderedAscending : .orderedDescending
    }
    return ComparisonResult(folded(left), folded(right))
  }

  func hasPrefix(_ string: String, _ prefix: String) -> Bool {
    searched(string).utf8.starts(with: searched(prefix).utf8)
  }

  func hasSuffix(_ string: String, _ suffix: String) -> Bool {
    searched(string).utf8.reversed().starts(with: searched(suffix).utf8.reversed())
  }

  func contains(_ string: String, _ part: String) -> Bool {
    isPart(searched(part), of: searched(string))
  }

  /// The form in which substrings are searched for byte by byte: folded, and composed, so that an `e` is not found in
  /// an `é`.
  private func searched(_ string: String) -> String {
    let folded = folded(string)
    if isNormalized || folded.utf8.allSatisfy({ $0 < 0x80 }) { return folded }
    return folded.precomposedStringWithCanonicalMapping
  }

  /// An ASCII string in lower case.
  private func lowercasedASCII(_ string: String) -> String {
    guard string.utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return string }
    var bytes = Array(string.utf8)
    for index in bytes.indices where bytes[index] >= 0x41 && bytes[index] <= 0x5A {
      bytes[index] |= 0x20
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Whether one string's bytes occur in the other's.
private func isPart(_ part: String, of whole: String) -> Bool {
  var part = part
  var whole = whole
  return part.withUTF8 { needle in
    whole.withUTF8 { haystack in
      isPart(needle, of: haystack)
    }
  }
}

private func isPart(
  _ needle: UnsafeBufferPointer<UInt8>,
  of haystack: UnsafeBufferPointer<UInt8>
) -> Bool {
  guard let first = needle.first, let start = needle.baseAddress else { return true }
  guard needle.count <= haystack.count, let place = haystack.baseAddress else { return false }
  for offset in 0...(haystack.count - needle.count)
  where haystack[offset] == first && memcmp(place + offset, start, needle.count) == 0 {
    return true
  }
  return false
}
