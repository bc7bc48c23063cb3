import ManagedModel
import ModelComparison
import ModelShorthand
import Testing

@Suite("Obstacles to inferring a migration") struct ObstacleTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: Model
    let new: Model
    let forward: [String]
    let backward: [String]

    init(
      _ title: String,
      _ old: ResolvedModel,
      _ new: ResolvedModel,
      _ forward: [String],
      back backward: [String] = []
    ) {
      testDescription = title
      (self.old, self.new) = (old.model, new.model)
      (self.forward, self.backward) = (forward, backward)
    }
  }

  static let cases: [Case] = [
    Case(
      "the type",
      model(entity("A", attribute("x", .string))),
      model(entity("A", attribute("x", .date).optional)),
      ["the type of A.x changes, and Core Data infers no such conversion"],
      back: [
        "the type of A.x changes, and Core Data infers no such conversion"
      ]
    ),
    Case(
      "a narrower number",
      model(entity("A", attribute("x", .integer64))),
      model(entity("A", attribute("x", .integer16))),
      ["A.x is of type Integer 16 from now on, which cannot represent every value of the old type"]
    ),
    Case(
      "a narrower number that becomes mandatory",
      model(entity("A", attribute("x", .integer64).optional)),
      model(entity("A", attribute("x", .integer16))),
      [
        "A.x is of type Integer 16 from now on, which cannot represent every value of the old type",
        "A.x becomes mandatory, and missing values are not replaced",
      ]
    ),
    Case(
      "a mandatory attribute",
      model(entity("A")),
      model(entity("A", attribute("x"))),
      ["A.x is mandatory, and existing objects would have no value"]
    ),
    Case(
      "a mandatory attribute with a default, and an optional one",
      model(entity("A")),
      model(entity("A", attribute("x").defaulting(to: "a"), attribute("y").optional)),
      []
    ),
    Case(
      "a derived attribute, and a transient one",
      model(entity("A", attribute("y"))),
      model(
        entity(
          "A",
          attribute("y"),
          attribute("x", derivedBy: "y"),
          attribute("z", isTransient: true)
        )
      ),
      []
    ),
    Case(
      "an attribute that becomes mandatory",
      model(entity("A", attribute("x").optional)),
      model(entity("A", attribute("x"))),
      ["A.x becomes mandatory, and missing values are not replaced"]
    ),
    Case(
      "an attribute that becomes mandatory, with a default",
      model(entity("A", attribute("x").optional)),
      model(entity("A", attribute("x").defaulting(to: "a"))),
      []
    ),
    Case(
      "a transient attribute that is stored from now on",
      model(entity("A", attribute("x", isTransient: true))),
      model(entity("A", attribute("x"))),
      ["A.x is mandatory, and existing objects would have no value"]
    ),
    Case(
      "there are no objects of abstract entities",
      model(entity("A", isAbstract: true, attribute("y").optional)),
      model(entity("A", isAbstract: true, attribute("x"), attribute("y"))),
      []
    ),
    Case(
      "a mandatory property for the objects of a subentity",
      model(entity("A", isAbstract: true), entity("B", parent: "A")),
      model(entity("A", isAbstract: true, attribute("x")), entity("B", parent: "A")),
      ["A.x is mandatory, and existing objects would have no value"]
    ),
    Case(
      "trees that come together",
      model(entity("A"), entity("B")),
      model(entity("A"), entity("B", parent: "A")),
      ["entities that had no common ancestor get the common ancestor A"]
    ),
    Case(
      "trees that come together under a new parent",
      model(entity("A"), entity("B")),
      model(entity("A", parent: "P"), entity("B", parent: "P"), entity("P")),
      ["entities that had no common ancestor get the common ancestor P"]
    ),
    Case(
      "another destination",
      model(entity("A", toOne("x", "B").optional), entity("B"), entity("C")),
      model(entity("A", toOne("x", "C").optional), entity("B"), entity("C")),
      ["A.x leads to objects of another entity"],
      back: ["A.x leads to objects of another entity"]
    ),
    Case(
      "a destination that is renamed, and one in the same tree",
      model(
        entity("A", toOne("x", "B").optional, toOne("y", "P").optional),
        entity("B"),
        entity("P"),
        entity("Q", parent: "P")
      ),
      model(
        entity("A", toOne("x", "C").optional, toOne("y", "Q").optional),
        entity("C").was("B"),
        entity("P"),
        entity("Q", parent: "P")
      ),
      []
    ),
    Case(
      "a mandatory relationship",
      model(entity("A"), entity("B")),
      model(entity("A", toOne("x", "B")), entity("B")),
      ["A.x is mandatory, and existing objects would have no value"]
    ),
    Case(
      "a relationship that becomes mandatory",
      model(entity("A", toOne("x", "B").optional), entity("B")),
      model(entity("A", toOne("x", "B")), entity("B")),
      ["A.x becomes mandatory, and missing values are not replaced"]
    ),
    Case(
      "objects that lead to the same one",
      model(
        entity("A", toOne("x", "B", inverse: "y")),
        entity("B", toMany("y", "A", inverse: "x"))
      ),
      model(
        entity("A", toOne("x", "B", inverse: "y")),
        entity("B", toOne("y", "A", inverse: "x").optional)
      ),
      ["A.x is mandatory, and of objects that lead to the same all but one are disconnected"]
    ),
    Case(
      "a new constraint",
      model(entity("A", attribute("x"), attribute("y"))),
      model(entity("A", unique: [["x", "y"]], attribute("x"), attribute("y"))),
      ["no two objects of A may have the same values of (x, y)"]
    ),
  ]

  @Test("In both directions, and whatever the order of the file", arguments: cases)
  func obstacles(_ item: Case) {
    for (old, new) in [
      (item.old, item.new), (item.old.reversed, item.new), (item.old.reversed, item.new.reversed),
    ] {
      #expect(Comparison(old, new).obstacles.sorted() == item.forward.sorted())
      #expect(Comparison(new, old).obstacles.sorted() == item.backward.sorted())
    }
  }

  @Test("Risks that depend on data name them, others do not", arguments: cases)
  func conditions(_ item: Case) {
    for obstacle in Comparison(item.old, item.new).correspondence.obstacles {
      #expect(obstacle.dependsOnData == (obstacle.condition != nil), "\(obstacle)")
    }
  }
}
