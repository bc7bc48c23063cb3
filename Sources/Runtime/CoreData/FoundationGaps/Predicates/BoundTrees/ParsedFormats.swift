import Foundation
import ObjectRows
import PredicateFormat
import SQLStore
import Synchronization

/// A cache of parsed predicate formats.
///
/// A program has few formats and uses each for many requests: with a cached tree, creating a predicate only takes the
/// arguments. Parsing `"lastName >= %@ AND lastName < %@"` again took three quarters of the time.
final class ParsedFormats: @unchecked Sendable {
  /// The cache of the whole program; the tree of a text is the same for all callers.
  static let shared = ParsedFormats()

  /// The greatest number of cached formats, and the greatest length of one.
  private static let limit = (count: 256, length: 1_024)

  private let lock = Mutex(())

  // Protected by the lock.
  /// The formats by their texts, of which canonically equivalent ones are equal as keys, but differ in meaning.
  @exclusivity(unchecked) private var formats: [String: ParsedFormat] = [:]

  /// Some formats, at places that the words of their texts determine.
  @exclusivity(unchecked) private var recent: [ParsedFormat?] = Array(repeating: nil, count: 64)

  var count: Int {
    lock._unsafeLock()
    defer { lock._unsafeUnlock() }
    return formats.count
  }

  /// Returns the tree of a format string.
  func format(_ text: String) throws(PredicateSyntaxError) -> ParsedFormat {
    let words = StringWords(text)
    lock._unsafeLock()
    let last = recent[words.place]
    lock._unsafeUnlock()
    if let last, last.words == words { return last }
    return try format(text, words)
  }

  /// Returns the tree of a format string that is not among those at the places of their words.
  @inline(never)
  private func format(
    _ text: String,
    _ words: StringWords
  ) throws(PredicateSyntaxError) -> ParsedFormat {
    lock._unsafeLock()
    let known = formats[text]
    lock._unsafeUnlock()
    if let known, known.text.hasSameBytes(as: text) {
      keep(known, at: words)
      return known
    }
    let made = ParsedFormat(text, try PredicateNode(parsing: text))
    guard text.utf8.count <= Self.limit.length else { return made }
    keep(made, at: words)
    return made
  }

  private func keep(_ format: ParsedFormat, at words: StringWords) {
    lock._unsafeLock()
    defer { lock._unsafeUnlock() }
    if formats.count >= Self.limit.count {
      formats.removeAll(keepingCapacity: true)
      for place in recent.indices { recent[place] = nil }
    }
    formats[format.text] = format
    if format.words == words { recent[words.place] = format }
  }
}

/// The two words of a string: its bytes, or their address and number.
///
/// Strings with the same words are equal as long as one of them exists.
struct StringWords: Equatable {
  private let first: UInt
  private let second: UInt

  init(_ string: String) {
    // A string is two words of any bits.
    (first, second) = unsafeBitCast(string, to: (UInt, UInt).self)
  }

  /// A number below 64 that differs for most strings.
  var place: Int {
    let sum = first ^ second &* 31
    return Int((sum ^ sum >> 6 ^ sum >> 12) & 63)
  }
}

/// A format string that was parsed.
final class ParsedFormat: Sendable {
  let text: String
  let tree: PredicateNode
  let arguments: [FormatArgument]

  /// The condition of requests, if the format consists of comparisons of key paths with values; nil for any other
  /// format, which is translated after the arguments have been substituted.
  let condition: QueryCondition?

  /// The number of values that the format needs.
  let countOfValues: Int

  /// The address of the last entity for which a request with the condition was found to be valid.
  private let lastValid = Atomic<UInt>(0)

  init(_ text: String, _ tree: PredicateNode) {
    self.text = text
    self.tree = tree
    arguments = tree.arguments
    countOfValues = arguments.reduce(0) { max($0, $1.index + 1) }
    let condition = QueryCondition(tree)
    let isPlain = arguments.allSatisfy {
      switch $0.conversion {
      case .object, .signedInteger, .unsignedInteger, .pointer: true
      case .keyPath, .real, .character, .cString: false
      }
    }
    self.condition = isPlain && condition.comparisons?.isEmpty == false ? condition : nil
  }

  /// The words of the text, which exists as long as the format.
  var words: StringWords { StringWords(text) }

  /// Checks the condition for an entity, unless the last check was for the same one.
  ///
  /// - Parameters:
  ///   - entity: The entity, which is never deallocated, so that its address identifies it.
  ///   - check: Throws an error if the condition is invalid for the entity.
  func confirm(for entity: AnyObject, _ check: () throws -> Void) rethrows {
    let address = UInt(bitPattern: Unmanaged.passUnretained(entity).toOpaque())
    if lastValid.load(ordering: .relaxed) == address { return }
    try check()
    lastValid.store(address, ordering: .relaxed)
  }
}
