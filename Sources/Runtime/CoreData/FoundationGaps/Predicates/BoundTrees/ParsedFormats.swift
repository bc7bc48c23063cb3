import Foundation
import ObjectRows
import PredicateFormat

/// The format strings of predicates that were read last, with their trees.
///
/// A program has few of them and uses each for many requests: with a cached tree, what remains of making a
/// predicate is to put the arguments into it. Reading `"lastName >= %@ AND lastName < %@"` anew took three quarters of
/// the time.
final class ParsedFormats: @unchecked Sendable {
  /// The tree of a format string.
  struct Format: Sendable {
    let tree: PredicateNode
    let arguments: [FormatArgument]
  }

  /// The formats of all parts of the program; what a text says does not depend on who asks.
  static let shared = ParsedFormats()

  /// The number of formats that are kept, and how long a format may be to be kept.
  private static let limit = (count: 256, length: 1_024)

  private let lock = NSLock()

  /// The formats with their texts: those that Unicode calls equivalent are equal as keys, but say different things.
  private var formats: [String: (text: String, format: Format)] = [:]

  var count: Int { lock.withLock { formats.count } }

  /// The tree of a format string.
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
