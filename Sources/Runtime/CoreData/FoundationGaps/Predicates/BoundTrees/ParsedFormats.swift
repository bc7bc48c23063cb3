import Foundation
import ObjectRows
import PredicateFormat

/// A cache of parsed predicate formats.
///
/// A program has few formats and uses each for many requests: with a cached tree, creating a predicate only
/// substitutes the arguments. Parsing `"lastName >= %@ AND lastName < %@"` again took three quarters of the time.
final class ParsedFormats: @unchecked Sendable {
  /// The tree of a format string.
  struct Format: Sendable {
    let tree: PredicateNode
    let arguments: [FormatArgument]
  }

  /// The cache of the whole program; the tree of a text is the same for all callers.
  static let shared = ParsedFormats()

  /// The greatest number of cached formats, and the greatest length of one.
  private static let limit = (count: 256, length: 1_024)

  private let lock = NSLock()

  /// The formats with their texts: canonically equivalent texts are equal as keys, but differ in meaning.
  private var formats: [String: (text: String, format: Format)] = [:]

  var count: Int { lock.withLock { formats.count } }

  /// Returns the tree of a format string.
  func format(_ text: String) throws(PredicateSyntaxError) -> Format {
    lock.lock()
    let known = formats[text]
    lock.unlock()
    if let known, known.text.hasSameBytes(as: text) { return known.format }
    let tree = try PredicateNode(parsing: text)
    let made = Format(tree: tree, arguments: tree.arguments)
    guard text.utf8.count <= Self.limit.length else { return made }
    lock.withLock {
      if formats.count >= Self.limit.count { formats.removeAll(keepingCapacity: true) }
      formats[text] = (text, made)
    }
    return made
  }
}
