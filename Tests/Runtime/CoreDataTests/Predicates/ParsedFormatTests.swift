import Foundation
import PredicateFormat
import Testing

@testable import CoreData

@Suite("Formats that were read before") struct ParsedFormatTests {
  @Test("A format that is read again has the same tree, with other arguments")
  func again() {
    for name in ["a", "b", "a"] {
      let predicate = NSPredicate(format: "name == %@ AND %K > %d", name, "age", 5)
      #expect(predicate.description == "name == \"\(name)\" AND age > 5")
    }
  }

  @Test("Formats that a program composes do not accumulate in the cache")
  func limit() throws {
    let formats = ParsedFormats()
    for number in 0..<1_000 {
      #expect(try formats.format("x == \(number)").tree == PredicateNode(parsing: "x == \(number)"))
      #expect(formats.count <= 256)
    }
    let before = formats.count
    let long = "x == " + String(repeating: "1", count: 2_000)
    _ = try formats.format(long)
    #expect(formats.count == before)
  }

  @Test("Formats that Unicode calls equivalent have trees of their own")
  func equivalents() {
    let texts = ["\u{e9}", "e\u{301}"]
    for (text, other) in [(texts[0], texts[1]), (texts[1], texts[0])] {
      let predicate = NSPredicate(format: "name == '\(text)'")
      let format = "name == \"\(text)\""
      #expect(predicate.predicateFormat.unicodeScalars.elementsEqual(format.unicodeScalars))
      #expect(predicate.evaluate(with: ["name": text]))
      #expect(!predicate.evaluate(with: ["name": other]))
    }
  }

  @Test("A pattern is not taken for an equivalent one that was used before it")
  func equivalentPatterns() {
    let predicate = NSPredicate(format: "name MATCHES pattern")
    #expect(predicate.evaluate(with: ["name": "\u{e9}", "pattern": "\u{e9}"]))
    #expect(predicate.evaluate(with: ["name": "e\u{301}", "pattern": "e\u{301}"]))
  }

  @Test("An unreadable file is refused each time")
  func mistakes() {
    let formats = ParsedFormats()
    for _ in 0..<2 {
      #expect(throws: PredicateSyntaxError.self) { try formats.format("x ==") }
    }
    #expect(formats.count == 0)
  }
}
