import Testing

@testable import PredicateFormat

/// Tests that every format string found in public projects is parsed and survives a round trip, or is listed here
/// with the reason why it is invalid.
struct CorpusTests {
  /// Strings that are not predicates, each with the reason.
  static let refused: [String: String] = [
    "": "empty, from a test that expects an exception",
    "()": "empty parentheses, from a test that expects an exception",
    ",": "no operand at all, from a test that expects an exception",
    "%K LIKE 'a?": "the string has no end: the rest was lost in the source's '??'",
    "%d*%f": "an expression, from a test of expressions",
    "%f*%f": "an expression, from a test of expressions",
    "age * 25": "a number and no condition, from a test that expects an exception",
    "age === 25": "no such operator, from a test that expects an exception",
    "anyCol CONATINS 0": "a typing error for CONTAINS, in a test that expects an exception",
    "state == %lud": "a typing error for %lu: a 'd' follows the argument",
  ]

  @Test
  func everyStringIsReadOrRefusedForAReason() throws {
    for format in try PredicateCorpus.formats() where SourceLiteral(format) == nil {
      let predicate: Predicate
      do throws(PredicateSyntaxError) {
        predicate = try Predicate(parsing: format)
      } catch {
        #expect(Self.refused[format] != nil, "\(format): \(error)")
        continue
      }
      #expect(Self.refused[format] == nil, "\(format) was read after all")
      try checkRoundTrip(predicate, format)
    }
  }

  @Test
  func stringsWithSourceEscapesAreReadOnceTheCompilerHasResolvedThem() throws {
    for format in try PredicateCorpus.formats() {
      guard let literal = SourceLiteral(format) else { continue }
      #expect(throws: PredicateSyntaxError.self, "\(format)") { try Predicate(parsing: format) }
      try checkRoundTrip(try Predicate(parsing: literal.compiled), format)
    }
  }

  @Test
  func theListOfRefusalsIsNotLongerThanTheCorpus() throws {
    let formats = try PredicateCorpus.formats()
    #expect(formats.count >= 1500)
    for format in Self.refused.keys { #expect(formats.contains(format), "\(format)") }
  }

  private func checkRoundTrip(_ predicate: Predicate, _ format: String) throws {
    let printed = predicate.description
    #expect(try Predicate(parsing: printed) == predicate, "\(format) → \(printed)")
    #expect(try Predicate(parsing: printed).description == printed, "\(format)")
    let apple = predicate.predicateFormat
    #expect(try Predicate(parsing: apple).predicateFormat == apple, "\(format)")
  }
}

/// A string as in source code, with `\(interpolations)` and `\"` besides its own quotation marks.
private struct SourceLiteral {
  /// The string with plausible replacements for escapes.
  let compiled: String

  /// Nil for a string without such an escape.
  init?(_ format: String) {
    var compiled = ""
    var found = false
    var quote: Character?
    var rest = Substring(format)
    while let character = rest.popFirst() {
      guard character == "\\", quote == nil, let escaped = rest.popFirst() else {
        if character == "'" || character == "\"" {
          quote = quote == nil ? character : quote == character ? nil : quote
        }
        compiled.append(character)
        continue
      }
      found = true
      if escaped == "(" {
        Self.skipInterpolation(&rest)
        let followsWord = compiled.last?.isLetter == true
        compiled += followsWord ? "[c]" : "interpolated"
      } else {
        compiled.append(escaped)
      }
    }
    guard found else { return nil }
    self.compiled = compiled
  }

  private static func skipInterpolation(_ rest: inout Substring) {
    var depth = 1
    while depth > 0, let character = rest.popFirst() {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
    }
  }
}
