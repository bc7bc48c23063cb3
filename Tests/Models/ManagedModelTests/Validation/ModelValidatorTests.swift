import Diagnostics
import ManagedModel
import ModelShorthand
import Testing

@Suite("Problems in the meaning of a model") struct ModelValidatorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let model: ResolvedModel
    let problems: [String]

    init(_ title: String, _ model: ResolvedModel, _ problems: String...) {
      testDescription = title
      self.model = model
      self.problems = problems
    }
  }

  private static func edited(
    _ property: Property,
    _ edit: (inout Attribute) -> Void
  ) -> Property {
    guard case .attribute(var attribute) = property else { return property }
    edit(&attribute)
    return .attribute(attribute)
  }

  private static func edited(
    _ property: Property,
    _ edit: (inout Relationship) -> Void
  ) -> Property {
    guard case .relationship(var relationship) = property else { return property }
    edit(&relationship)
    return .relationship(relationship)
  }

  private static func whole(_ edit: (inout Model) -> Void) -> ResolvedModel {
    var model = Model(entities: [entity("A", attribute("x"))])
    edit(&model)
    return ResolvedModel(model)
  }

  static let names: [Case] = [
    Case("nothing", model()),
    Case(
      "two entities",
      model(entity("A"), entity("A")),
      "duplicate-name: there is a second entity named 'A'"
    ),
    Case(
      "two names that Unicode calls equivalent",
      model(entity("\u{E9}"), entity("e\u{301}")),
      "duplicate-name: there is a second entity named 'e\u{301}'"
    ),
    Case("names that differ in case", model(entity("A"), entity("a"))),
    Case(
      "two properties of different kinds",
      model(entity("A", attribute("x"), toOne("x", "A"))),
      "duplicate-name: 'A' has a second property named 'x'"
    ),
    Case(
      "two fetch indexes",
      model(entity("A", indexes: [fetchIndex("i", "x"), fetchIndex("i", "x")], attribute("x"))),
      "duplicate-name: 'A' has a second fetch index named 'i'"
    ),
    Case(
      "two constraints over the same, and one in another order",
      model(
        entity(
          "A",
          unique: [["x", "y"], ["x", "y"], ["y", "x"]],
          attribute("x"),
          attribute("y")
        )
      ),
      "duplicate-name: 'A' has a second uniqueness constraint over 'x', 'y'"
    ),
    Case(
      "two configurations, two requests, two composites",
      whole { model in
        model.configurations = [Configuration(name: "c"), Configuration(name: "c")]
        model.fetchRequests = Array(
          repeating: FetchRequestTemplate(name: "f", entityName: "A"),
          count: 2
        )
        model.composites = [
          Composite(name: "p", attributes: [Attribute(name: "x"), Attribute(name: "x")]),
          Composite(name: "p"),
        ]
      },
      "duplicate-name: there is a second composite named 'p'",
      "duplicate-name: there is a second configuration named 'c'",
      "duplicate-name: there is a second fetch request named 'f'",
      "duplicate-name: 'p' has a second attribute named 'x'"
    ),
  ]

  static let inheritance: [Case] = [
    Case(
      "no such parent",
      model(entity("A", parent: "B")),
      "unknown-parent: the parent 'B' of 'A' is not in the model"
    ),
    Case(
      "a circle, and an entity below it",
      model(entity("A", parent: "B"), entity("B", parent: "A"), entity("C", parent: "A")),
      "inheritance-cycle: 'A' is its own ancestor: A → B → A",
      "inheritance-cycle: 'B' is its own ancestor: B → A → B"
    ),
    Case(
      "its own parent",
      model(entity("A", parent: "A")),
      "inheritance-cycle: 'A' is its own ancestor: A → A"
    ),
    Case(
      "a property of the parent",
      model(entity("A", attribute("x")), entity("B", parent: "A", attribute("x"))),
      "shadowed-property: 'B' declares 'x', which it inherits from 'A'"
    ),
    Case(
      "a property of a grandparent, of another kind",
      model(
        entity("A", attribute("x")),
        entity("B", parent: "A"),
        entity("C", parent: "B", toOne("x", "A"))
      ),
      "shadowed-property: 'C' declares 'x', which it inherits from 'A'"
    ),
    Case(
      "the same property in two children",
      model(
        entity("A"),
        entity("B", parent: "A", attribute("x")),
        entity("C", parent: "A", attribute("x"))
      )
    ),
  ]

  static let relationships: [Case] = [
    Case(
      "no such destination",
      model(entity("A", toOne("x", "B"))),
      "unknown-destination: the destination 'B' of 'A.x' is not in the model"
    ),
    Case(
      "no destination",
      model(entity("A", toOne("x", ""))),
      "unknown-destination: 'A.x' has no destination"
    ),
    Case(
      "no such inverse",
      model(entity("A", toOne("x", "B", inverse: "y")), entity("B", attribute("y"))),
      "unknown-inverse: the inverse 'y' of 'A.x' is not a relationship of 'B'"
    ),
    Case(
      "an inverse that leads elsewhere",
      model(
        entity("A", toOne("x", "B", inverse: "y"), toOne("z", "B", inverse: "y")),
        entity("B", toMany("y", "A", inverse: "x"))
      ),
      "non-mutual-inverse: the inverse of 'A.z' is 'B.y', whose inverse is 'x'"
    ),
    Case(
      "an inverse without one",
      model(entity("A", toOne("x", "B", inverse: "y")), entity("B", toMany("y", "A"))),
      "non-mutual-inverse: the inverse of 'A.x' is 'B.y', which has no inverse"
    ),
    Case("its own inverse", model(entity("A", toMany("x", "A", inverse: "x")))),
    Case(
      "an inverse in a parent of the destination",
      model(
        entity("A", toOne("x", "C", inverse: "y")),
        entity("B", toMany("y", "A", inverse: "x")),
        entity("C", parent: "B")
      )
    ),
    Case(
      "an order of one, and too many at least",
      model(
        entity(
          "A",
          edited(toOne("x", "A")) { (it: inout Relationship) in it.isOrdered = true },
          edited(toMany("y", "A")) { (it: inout Relationship) in
            it.minimumCount = 3
            it.maximumCount = 2
          }
        )
      ),
      "ordered-to-one: 'A.x' is ordered and to-one",
      "bad-count: 'A.y' needs at least 3 objects and may have at most 2"
    ),
  ]

  static let attributes: [Case] = [
    Case(
      "defaults of another type",
      model(
        entity(
          "A",
          attribute("x", .integer16).defaulting(to: "many"),
          attribute("y", .uuid).defaulting(to: "z"),
          attribute("z", .integer16).defaulting(to: "-32768")
        )
      ),
      "bad-default: the default 'many' of 'A.x' is not a value of type Integer 16",
      "bad-default: the default 'z' of 'A.y' is not a value of type UUID"
    ),
    Case(
      "bounds",
      model(
        entity(
          "A",
          edited(attribute("x", .double)) { (it: inout Attribute) in
            it.minimumText = "2"
            it.maximumText = "1"
          },
          edited(attribute("y")) { (it: inout Attribute) in it.minimumText = "many" },
          edited(attribute("z", .date)) { (it: inout Attribute) in
            it.minimumDateTimeInterval = 2
            it.maximumDateTimeInterval = 1
          },
          edited(attribute("u", .double)) { (it: inout Attribute) in
            it.minimumText = "1"
            it.maximumText = "1"
          },
          edited(attribute("v", .binary)) { (it: inout Attribute) in it.minimumText = "many" }
        )
      ),
      "bad-bounds: the minimum value of 'A.x' exceeds its maximum",
      "bad-bounds: the bound 'many' of 'A.y' is not a number",
      "bad-bounds: the earliest date of 'A.z' is after its latest"
    ),
    Case(
      "derivations",
      model(
        entity(
          "A",
          attribute("x", derivedBy: ""),
          edited(attribute("y")) { (it: inout Attribute) in it.isDerived = true },
          attribute("z", derivedBy: "canonical:(x)")
        )
      ),
      "bad-expression: the derived attribute 'A.x' has no expression",
      "bad-expression: the derived attribute 'A.y' has no expression"
    ),
    Case(
      "composites",
      model(
        entity(
          "A",
          attribute("x", .composite, composite: "P"),
          attribute("y", .composite),
          attribute("z", .composite, composite: "Q")
        ),
        composites: [
          Composite(
            name: "P",
            attributes: [attribute("p", .composite, composite: "P").attribute].compactMap(\.self)
          )
        ]
      ),
      "composite-cycle: the composite 'P' contains itself",
      "unknown-composite: 'A.y' names no composite",
      "unknown-composite: the composite 'Q' of 'A.z' is not in the model"
    ),
  ]

  static let members: [Case] = [
    Case(
      "members of indexes and constraints",
      model(
        entity(
          "A",
          indexes: [fetchIndex("i", "x", "gone")],
          compound: [["x", "lost"]],
          unique: [["x"], ["missing"]],
          attribute("x")
        )
      ),
      "unknown-index-member: the fetch index 'i' of 'A' names 'gone', which is not a property of the entity",
      "unknown-index-member: a compound index of 'A' names 'lost', which is not a property of the entity",
      "unknown-member: a uniqueness constraint of 'A' names 'missing', which is not a property of the entity"
    ),
    Case(
      "inherited members, and those of composites",
      model(
        entity("A", attribute("x"), attribute("p", .composite, composite: "P")),
        entity("B", parent: "A", indexes: [fetchIndex("i", "x", "p.y")], unique: [["x"]]),
        composites: [Composite(name: "P", attributes: [Attribute(name: "y", type: .string)])]
      )
    ),
    Case(
      "configurations and requests",
      whole { model in
        model.configurations = [Configuration(name: "c", members: [PropertyReference("B")])]
        model.fetchRequests = [
          FetchRequestTemplate(name: "f", entityName: "B"), FetchRequestTemplate(name: "g"),
        ]
      },
      "unknown-member: the configuration 'c' has the entity 'B', which is not in the model",
      "unknown-fetch-entity: the fetch request 'f' fetches 'B', which is not in the model",
      "unknown-fetch-entity: the fetch request 'g' names no entity"
    ),
  ]

  @Test(
    "Each is reported once, with a remedy",
    arguments: names + inheritance + relationships + attributes + members
  )
  func problems(_ item: Case) {
    let problems = ModelValidator.problems(in: item.model)
    #expect(problems.map { "\($0.rule.rawValue): \($0.message)" } == item.problems)
    #expect(problems.allSatisfy { !$0.hint.isEmpty })
  }

  @Test("A similar name is suggested")
  func suggestions() {
    let version = model(entity("Player", toOne("team", "Taem")), entity("Team"))
    #expect(ModelValidator.problems(in: version).map(\.hint) == ["did you mean 'Team'?"])
  }

  @Test("Deep trees are followed to a limit, and reported beyond it")
  func depth() {
    let entities = (0..<2_000).map { entity("E\($0)", parent: $0 == 0 ? nil : "E\($0 - 1)") }
    let problems = ModelValidator.problems(in: ResolvedModel(Model(entities: entities)))
    #expect(!problems.isEmpty && problems.allSatisfy { $0.rule == .deepInheritance })
  }

  @Test(
    "Regular expressions with brackets that are not closed, in whatever dialect",
    arguments: [
      ("", true), ("(a|b)*", true), ("[()]", true), ("[^\\]]", true), ("\\(", true),
      ("a\\\\", true),
      ("\\Q(\\E", true), ("\\Q(", true), ("\\Q\\E(a)", true), ("(?#()a", true),
      ("(\u{301}a)", true),
      ("[\u{301}a]", true),
      ("(", false), (")", false), (")(", false), ("[a", false), ("[\\]", false), ("a\\", false),
      ("\\Q(\\E(", false), ("(?#", false), ("\\\\(", false),
    ]
  )
  func regularExpressions(_ pattern: String, isBalanced: Bool) {
    let version = model(
      entity(
        "A",
        Self.edited(attribute("x")) { (it: inout Attribute) in it.regularExpression = pattern }
      )
    )
    let problems = ModelValidator.problems(in: version)
    #expect(problems.map(\.rule) == (isBalanced ? [] : [.badRegularExpression]))
  }

  /// The entities of a large model are checked in parts, on several threads.
  @Test func problemsOfALargeModelAreInTheOrderOfItsEntities() {
    let entities = (0..<2_000).map { number in
      entity("E\(number)", number % 3 == 0 ? toOne("r", "E\(number)_") : attribute("a"))
    }
    let problems = ModelValidator.problems(in: ResolvedModel(Model(entities: entities)))
    let wrong = stride(from: 0, to: 2_000, by: 3)
    #expect(
      problems.map(\.message)
        == wrong.map { "the destination 'E\($0)_' of 'E\($0).r' is not in the model" }
    )
    // Each search for a similar name takes 2,001 of 200,000.
    #expect(problems.map { $0.hint.hasPrefix("did you mean") } == wrong.map { $0 < 300 })
  }
}
