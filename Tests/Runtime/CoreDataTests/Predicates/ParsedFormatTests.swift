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

  @Test("The formats of a program that makes them up do not gather")
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

  @Test("What cannot be read is refused each time")
  func mistakes() {
    let formats = ParsedFormats()
    for _ in 0..<2 {
      #expect(throws: PredicateSyntaxError.self) { try formats.format("x ==") }
    }
    #expect(formats.count == 0)
  }
}
