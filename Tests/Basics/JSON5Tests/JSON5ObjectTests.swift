import Diagnostics
import JSON5
import Testing

@Suite struct JSON5ObjectTests {
  private enum Size: String, CaseIterable { case small, large }

  private struct Box: Equatable {
    var name: String
    var size: Size?
    var tags: [String]
    var extras: [String: Int]

    enum Key: String, CaseIterable { case name, size, tags, extras, inner }

    static let shape = JSON5Schema<Box>.object("a box") { (object: JSON5Object<Key>, collector) in
      let name = object.required(.name, .nonemptyText, into: &collector)
      let size = object.optional(.size, .choice(Size.self), into: &collector)
      let tags = object.optional(.tags, .list(of: .text), into: &collector)
      let extras = object.optional(.extras, .members(of: .wholeNumber), into: &collector)
      guard let name else { return nil }
      return Box(
        name: name,
        size: size,
        tags: tags ?? [],
        extras: Dictionary(
          (extras ?? []).map { ($0.name, $0.value) },
          uniquingKeysWith: { first, _ in first }
        )
      )
    }
  }

  private func read<Value>(_ text: String, _ shape: JSON5Schema<Value>) throws -> (Value?, [String])
  {
    var collector = DiagnosticCollector()
    let value = shape.read(try JSON5Reader.read(text.utf8), into: &collector)
    let problems = collector.diagnostics.map { problem in
      "\(problem.place): \(problem.message)" + (problem.hint.map { " (\($0))" } ?? "")
    }
    return (value, problems)
  }

  @Test func aGoodObject() throws {
    let (box, problems) = try read(
      "{ name: 'a', size: 'large', tags: ['x', 'y'], extras: { one: 1, two: 2.0 } }",
      Box.shape
    )
    #expect(box == Box(name: "a", size: .large, tags: ["x", "y"], extras: ["one": 1, "two": 2]))
    #expect(problems.isEmpty)
  }

  @Test func allProblemsAreReportedAtOnce() throws {
    let (box, problems) = try read(
      """
      { nmae: 'a', size: 'larg',
        tags: ['x', 1, null], extras: { one: 1.5, two: 2 },
        colour: 0x0, "\\u001b": 1 }
      """,
      Box.shape
    )
    #expect(box == nil)
    #expect(
      problems == [
        "1:3: a box has no 'nmae' (did you mean 'name'?)",
        "3:3: a box has no 'colour' (its keys are name, size, tags, extras, inner)",
        "3:16: a box has no '\\u{1B}' (its keys are name, size, tags, extras, inner)",
        "1:1: a box needs 'name' (a text that is not empty)",
        "1:20: expected one of 'small', 'large', but found 'larg' (did you mean 'large'?)",
        "2:15: expected a text, but found a number",
        "2:18: expected a text, but found null",
        "2:40: expected a whole number, but found a number",
      ]
    )
  }

  @Test(arguments: [
    ("1", "expected a box (an object), but found a number"),
    ("[]", "expected a box (an object), but found a list"),
    ("{ name: '' }", "expected a text that is not empty, but found ''"),
    ("{ name: {} }", "expected a text that is not empty, but found an object"),
    ("{ name: 'a', tags: 'b' }", "expected a list, but found 'b'"),
    ("{ name: 'a', tags: true }", "expected a list, but found true"),
    ("{ name: 'a', extras: [] }", "expected an object, but found a list"),
    ("{ name: 'a', size: 1 }", "expected one of 'small', 'large', but found a number"),
  ])
  func otherShapes(text: String, message: String) throws {
    let (_, problems) = try read(text, Box.shape)
    #expect(problems.count == 1)
    #expect(problems.first?.contains(message) == true, "\(problems)")
  }

  @Test func numbersAndFlags() throws {
    #expect(try read("1", .number).0 == 1)
    #expect(try read("2.5", .number).0 == 2.5)
    #expect(try read("NaN", .number).0 == nil)
    #expect(try read("1e300", .wholeNumber).0 == nil)
    #expect(try read("'true'", .flag).1 == ["1:1: expected true or false, but found 'true'"])
    #expect(try read("false", .flag).0 == false)
    #expect(try read(" [1]", .anything).0?.place == Place(line: 1, column: 2))
  }

  @Test func placesOfKeys() throws {
    var collector = DiagnosticCollector()
    let value = try JSON5Reader.read("\n{ name: 'a', tags: [] }".utf8)
    let object = try #require(JSON5Object<Box.Key>(value, as: "a box", into: &collector))
    #expect(object.place(of: .tags) == Place(line: 2, column: 14))
    #expect(object.place(of: .size) == object.place)
    #expect(object[.size] == nil)
    #expect(object[.name]?.content == .string("a"))
  }
}
