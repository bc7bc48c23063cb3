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

  @Test("A string that changes after the predicate was created does not change the predicate")
  func mutableArguments() {
    let name = NSMutableString(string: "a")
    let predicate = NSPredicate(format: "name == %@", name)
    name.append("b")
    #expect(predicate.evaluate(with: ["name": "a"]))
    #expect(predicate.predicateFormat == "name == \"a\"")
  }

  @Test("Arguments of any type are substituted when the tree is needed")
  func laterSubstitution() throws {
    let date = Date(timeIntervalSinceReferenceDate: 7)
    let values: [(any CVarArg, String)] = [
      ("x", "\"x\""), (7, "7"), (2.5, "2.5"), (true, "1"), (date, "CAST(7.000000, \"NSDate\")"),
      (NSNull(), "<null>"), (NSNumber(value: 8), "8"),
    ]
    for (value, text) in values {
      let predicate = NSPredicate(format: "a == %@ AND b != %@", value, "z")
      let parts = try #require(predicate as? NSCompoundPredicate).subpredicates
      #expect(parts.map(\.predicateFormat) == ["a == \(text)", "b != \"z\""])
      #expect(predicate.predicateFormat == "a == \(text) AND b != \"z\"")
      #expect(parts[0] === (predicate as? NSCompoundPredicate)?.subpredicates[0])
      let other = NSCompoundPredicate(andPredicateWithSubpredicates: parts)
      #expect(predicate == other)
      #expect(predicate.hash == NSPredicate.make(try other.tree).hash)
    }
  }

  @Test("Threads may use one predicate")
  func threads() async {
    let predicate = NSPredicate(format: "a >= %@ AND b == %@", 5, "x")
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<32 {
        nonisolated(unsafe) let shared = predicate
        group.addTask {
          _ = shared.description
          return shared.evaluate(with: ["a": number, "b": "x"]) == (number >= 5)
        }
      }
      for await isRight in group { #expect(isRight) }
    }
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
