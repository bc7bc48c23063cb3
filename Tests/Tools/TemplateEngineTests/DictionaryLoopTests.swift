import Parallelism
import Synchronization
import Testing

@testable import TemplateEngine

/// Loops over the entries of objects.
struct DictionaryLoopTests {
  /// An object that counts how often its keys are read.
  private final class Counted: TemplateObject {
    private let listings = Mutex(0)
    let count: Int

    init(count: Int) {
      self.count = count
    }

    var timesListed: Int { listings.withLock { $0 } }

    var keys: [String] {
      listings.withLock { $0 += 1 }
      return (0..<count).reversed().map { "key\($0 + 1000)" }
    }

    var isEmpty: Bool { count == 0 }

    func value(forKey key: TemplateKey) -> TemplateValue? {
      Int(key.text.dropFirst(3)).map { .int($0 - 1000) }
    }
  }

  private func rendered(_ template: String, _ context: TemplateValue) throws -> String {
    try Template(
      source: template,
      path: "t",
      environment: TemplateEnvironment(trim: .nothing)
    ).render(context)
  }

  /// A loop for each entry of the same object sorts its keys once: SwiftGen's template for Core Data searches
  /// the children of each entity in this way.
  @Test(arguments: [
    "{% for a, x in object %}{% for b, y in object where y == x %}{{ y }},{% endfor %}{% endfor %}",
    "{% for a, x in object %}{% for b, y in object %}{% if x == y %}{{ y }},{% endif %}{% endfor %}"
      + "{% endfor %}",
  ])
  func keysAreSortedOnce(template: String) throws {
    let object = Counted(count: 100)
    let text = try rendered(template, ["object": .object(object)])
    #expect(text == (0..<100).map { "\($0)," }.joined())
    #expect(object.timesListed == 1)
  }

  /// Other objects with many entries do not make a loop sort those of a larger one again.
  @Test func largeObjectsStayKnown() throws {
    let object = Counted(count: 300)
    let others = (0..<300).map { _ in TemplateValue.object(Counted(count: 20)) }
    let text = try rendered(
      "{% for other in others %}{% for key in other %}{% endfor %}"
        + "{% for key, value in object where value == 7 %}{{ value }}{% endfor %}{% endfor %}",
      ["object": .object(object), "others": .array(others)]
    )
    #expect(text == String(repeating: "7", count: 300))
    // Once on each processor.
    #expect(object.timesListed <= Workers.limit)
  }

  /// The number of entries is read without a list of them.
  @Test func entriesAreCountedWithoutTheirKeys() throws {
    let object = Counted(count: 100)
    let text = try rendered(
      "{% for i in 1...3 %}{{ object.count }},{% endfor %}{{ two.count }}{{ none.count }}",
      ["object": .object(object), "two": ["a": 1, "b": 2], "none": [:]]
    )
    #expect(text == "100,100,100,20")
    #expect(object.timesListed == 0)
  }

  /// Each object keeps its own entries, however many there are and in any order of visits.
  @Test(arguments: [1, 20, 60])
  func objectsAreNotMixedUp(count: Int) throws {
    let objects = (0..<100).map { number in
      TemplateValue.dictionary((0..<count).map { ("k\($0)", TemplateValue.int(number)) })
    }
    let text = try rendered(
      "{% for round in 1...2 %}{% for object in objects %}{% for key, value in object %}"
        + "{% if forloop.first %}{{ value }},{% endif %}{% endfor %}{% endfor %};{% endfor %}",
      ["objects": .array(objects)]
    )
    let round = (0..<100).map { "\($0)," }.joined() + ";"
    #expect(text == round + round)
  }

  /// The variables of a condition about one element are gone for the next one.
  @Test(arguments: [
    ("{% for a, b in pairs where b > 1 %}{{ a }}{% endfor %}", "y"),
    ("{% for a in pairs where a.1 == 1 %}{{ a.0 }}{% endfor %}{{ a }}", "x"),
    ("{% set a 'o' %}{% for a in 1...3 where a == 2 %}{{ a }}{% endfor %}{{ a }}", "2o"),
  ])
  func conditions(template: String, text: String) throws {
    let context: TemplateValue = ["pairs": [["x", 1], ["y", 2]]]
    #expect(try rendered(template, context) == text)
  }

  /// An entry that counts how often its parts are read.
  private final class CountedEntry: TemplateObject {
    private let questions = Mutex(0)
    private let parts: [String: TemplateValue]

    init(_ parts: [String: TemplateValue]) {
      self.parts = parts
    }

    var timesAsked: Int { questions.withLock { $0 } }
    var keys: [String] { parts.keys.sorted() }

    func value(forKey key: TemplateKey) -> TemplateValue? {
      questions.withLock { $0 += 1 }
      return parts[key.text]
    }
  }

  /// 60 entries: each is the parent of the one whose number is twice its own, or one more.
  private static let tree: [CountedEntry] = (0..<60).map { number in
    CountedEntry([
      "parent": number == 0 ? .null : .string("e\(100 + number / 2)"),
      "name": .string("e\(100 + number)"),
      "odd": .bool(number % 2 == 1),
      "half": number % 3 == 0 ? .int(number / 2) : .double(Double(number / 2)),
      "parts": .dictionary([("parent", number % 5 == 0 ? .null : .string("x\(number / 2)"))]),
    ])
  }

  private static func forest(_ entries: [CountedEntry]) -> TemplateValue {
    .dictionary(entries.enumerated().map { ("e\(100 + $0.offset)", .object($0.element)) })
  }

  /// Conditions that compare a part of the entry with a value that is the same for all entries use an index,
  /// and have the same result as trying each entry.
  @Test(arguments: [
    ("a, b", "b.parent == name"), ("a, b", "name == b.parent"), ("a, b", "a == entity.parent"),
    ("a, b", "b.parent == entity.parent"), ("a, b", "b.odd == entity.odd"),
    ("a, b", "b.half == entity.half"), ("a, b", "b.parts.parent == entity.parts.parent"),
    ("a, b", "b.parent == 'e103'"), ("a, b", "'e103' == b.parent"), ("a, b", "b.parent == missing"),
    ("a, b", "b.parent == name and b.odd"), ("a, b", "b.parent == name or b.odd"),
    ("a, b", "b.odd and b.parent == name"), ("a, b", "b.missing == entity.missing"),
    ("a, b", "b == name"), ("a", "a == name"), ("a", "a == a"), ("a, a", "a.parent == name"),
    ("_, b", "b.parent == name"), ("a, b", "b.parent == a"), ("a, b", "b.parent != name"),
    ("a, b", "not b.parent == name"), ("a, b", "b.parent[a] == name"),
    ("name, b", "b.parent == name"),
    ("a, b", "b.parent == entity.parent.count"), ("a, b", "b.parent == forloop.counter"),
  ])
  func conditionsAreLookedUp(variables: String, condition: String) throws {
    let context: TemplateValue = .dictionary([("all", Self.forest(Self.tree))])
    let outer = "{% for name, entity in all %}{{ name }}:"
    let shown = "{{ a }}{{ b.name }},"
    let lookedUp = Result {
      try rendered(
        "\(outer){% for \(variables) in all where \(condition) %}\(shown){% endfor %};{% endfor %}",
        context
      )
    }
    // `not not` prevents the use of an index.
    let tried = Result {
      try rendered(
        "\(outer){% for \(variables) in all where not not \(condition) %}\(shown){% endfor %};"
          + "{% endfor %}",
        context
      )
    }
    switch (lookedUp, tried) {
    case (.success(let first), .success(let second)): #expect(first == second)
    case (.failure, .failure): break
    default: Issue.record("\(lookedUp) is not \(tried)")
    }
  }

  /// The work of searching the children of each entry is linear in the number of entries, not quadratic.
  @Test(arguments: ["e.parent == name", "e.parent == name and e.name", "e.parent == 'e100'"])
  func entriesAreAskedAFewTimes(condition: String) throws {
    // More parts than are cached in any case.
    let entries = (0..<3000).map { CountedEntry(["parent": .string("e\(100 + $0 / 2)")]) }
    _ = try rendered(
      "{% for name, x in all %}{% for n, e in all where \(condition) %}{{ n }}{% endfor %}"
        + "{% endfor %}",
      .dictionary([("all", Self.forest(entries))])
    )
    #expect(entries.map(\.timesAsked).reduce(0, +) < 10 * entries.count)
  }
}
