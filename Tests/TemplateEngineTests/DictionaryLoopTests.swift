import Synchronization
import Testing

@testable import TemplateEngine

/// Loops over the entries of objects.
struct DictionaryLoopTests {
  /// An object that counts how often all of it is asked for.
  private final class Counted: TemplateObject {
    private let listings = Mutex(0)
    private let count: Int

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

  /// A loop for each entry of the same object sorts its keys once: SwiftGen's template for Core Data looks
  /// for the children of each entity in this way.
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

  /// Each object keeps its own entries, however many there are and whichever is met again.
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

  /// What a condition sees of an element is gone for the next one.
  @Test(arguments: [
    ("{% for a, b in pairs where b > 1 %}{{ a }}{% endfor %}", "y"),
    ("{% for a in pairs where a.1 == 1 %}{{ a.0 }}{% endfor %}{{ a }}", "x"),
    ("{% set a 'o' %}{% for a in 1...3 where a == 2 %}{{ a }}{% endfor %}{{ a }}", "2o"),
  ])
  func conditions(template: String, text: String) throws {
    let context: TemplateValue = ["pairs": [["x", 1], ["y", 2]]]
    #expect(try rendered(template, context) == text)
  }
}
