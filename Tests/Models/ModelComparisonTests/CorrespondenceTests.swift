import ManagedModel
import ModelComparison
import ModelShorthand
import Testing

@Suite("Parts of two versions that correspond") struct CorrespondenceTests {
  /// An edit, and the correspondence in both directions.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let old: Model
    let new: Model
    let forward: Set<String>
    let backward: Set<String>

    init(
      _ title: String,
      _ old: ResolvedModel,
      _ new: ResolvedModel,
      _ forward: Set<String>,
      _ backward: Set<String>
    ) {
      testDescription = title
      (self.old, self.new) = (old.model, new.model)
      (self.forward, self.backward) = (forward, backward)
    }
  }

  static let cases: [Case] = [
    Case(
      "an entity is added",
      model(entity("A", attribute("x"))),
      model(entity("A", attribute("x")), entity("B", attribute("x"))),
      ["A", "A.x", "+B"],
      ["A", "A.x", "-B"]
    ),
    Case(
      "properties of each kind are added",
      model(entity("A", attribute("x"))),
      model(entity("A", attribute("x"), attribute("y"), toOne("one", "A"), toMany("many", "A"))),
      ["A", "A.x", "+A.y", "+A.one", "+A.many"],
      ["A", "A.x", "-A.y", "-A.one", "-A.many"]
    ),
    Case(
      "names change without identifiers",
      model(entity("A", attribute("x")), entity("C", attribute("x"))),
      model(entity("B", attribute("x")), entity("C", attribute("y"))),
      ["+B", "-A", "C", "+C.y", "-C.x"],
      ["+A", "-B", "C", "+C.x", "-C.y"]
    ),
    Case(
      "names change with identifiers",
      model(entity("A", attribute("x"), toOne("a", "A"))),
      model(entity("B", attribute("y").was("x"), toOne("b", "B").was("a")).was("A")),
      ["B < A", "B.y < A.x", "B.b < A.a"],
      ["A < B", "A.x < B.y", "A.a < B.b"]
    ),
    Case(
      "two names are swapped",
      model(entity("A", attribute("x"), attribute("y")), entity("B")),
      model(
        entity("A", attribute("x").was("y"), attribute("y").was("x")).was("B"),
        entity("B", attribute("x"), attribute("y")).was("A")
      ),
      ["A < B", "B < A", "+A.x", "+A.y", "B.x < A.x", "B.y < A.y"],
      ["A", "B", "A.x", "A.y", "-B.x", "-B.y"]
    ),
    Case(
      "two names of properties are swapped",
      model(entity("A", attribute("x"), attribute("y"))),
      model(entity("A", attribute("x").was("y"), attribute("y").was("x"))),
      ["A", "A.x < A.y", "A.y < A.x"],
      // The names in both versions count, not the former ones.
      ["A", "A.x", "A.y"]
    ),
    Case(
      "a name is used for something new",
      model(entity("A", attribute("x"))),
      model(entity("A", attribute("x"), attribute("y").was("x"))),
      ["A", "A.x", "+A.y"],
      ["A", "A.x", "-A.y"]
    ),
    Case(
      "an identifier that names nothing, and an empty one",
      model(entity("A", attribute("x"), attribute("y"))),
      model(entity("A", attribute("x").was("gone"), attribute("y").was("")).was("Gone")),
      ["A", "A.x", "A.y"],
      ["A", "A.x", "A.y"]
    ),
    Case(
      "a property of another kind",
      model(entity("A", attribute("x"), toOne("y", "A"))),
      model(entity("A", toOne("x", "A"), attribute("y"))),
      ["A", "+A.x", "+A.y", "-A.x", "-A.y"],
      ["A", "+A.x", "+A.y", "-A.x", "-A.y"]
    ),
    Case(
      "a property moves up",
      model(entity("P"), entity("C", parent: "P", attribute("x")), entity("D", parent: "P")),
      model(entity("P", attribute("x")), entity("C", parent: "P"), entity("D", parent: "P")),
      ["P", "C", "D", "+P.x", "C.x", "+D.x"],
      ["P", "C", "D", "-P.x", "C.x", "-D.x"]
    ),
    Case(
      "a property moves up, and has another name there",
      model(entity("P"), entity("C", parent: "P", attribute("x"))),
      model(entity("P", attribute("y").was("x")), entity("C", parent: "P")),
      ["P", "C", "+P.y", "C.y < C.x"],
      ["P", "C", "-P.y", "C.x < C.y"]
    ),
    Case(
      "a property moves from one subentity to another",
      model(
        entity("P"),
        entity("C", parent: "P", attribute("x")),
        entity("D", parent: "P")
      ),
      model(
        entity("P"),
        entity("C", parent: "P"),
        entity("D", parent: "P", attribute("x"))
      ),
      ["P", "C", "D", "-C.x", "+D.x"],
      ["P", "C", "D", "+C.x", "-D.x"]
    ),
    Case(
      "an entity gets a parent",
      model(entity("P", attribute("x")), entity("C", attribute("x"), attribute("y"))),
      model(entity("P", attribute("x")), entity("C", parent: "P", attribute("y"))),
      ["P", "P.x", "C", "C.x", "C.y"],
      ["P", "P.x", "C", "C.x", "C.y"]
    ),
    Case(
      "names that differ in case only",
      model(entity("A", attribute("x"))),
      model(entity("a", attribute("X"))),
      ["+a", "-A"],
      ["+A", "-a"]
    ),
    Case(
      "everything is gone",
      model(entity("A", attribute("x"))),
      model(),
      ["-A"],
      ["+A"]
    ),
  ]

  @Test("In both directions, and whatever the order of the file", arguments: cases)
  func pairs(_ item: Case) {
    for (old, new) in [
      (item.old, item.new), (item.old.reversed, item.new), (item.old, item.new.reversed),
      (item.old.reversed, item.new.reversed),
    ] {
      #expect(Comparison(old, new).pairs == item.forward)
      #expect(Comparison(new, old).pairs == item.backward)
    }
  }

  @Test("A model corresponds to itself, in any order", arguments: cases)
  func identity(_ item: Case) {
    for (model, other) in [
      (item.old, item.old), (item.new, item.new), (item.new, item.new.reversed),
    ] {
      let comparison = Comparison(model, other)
      #expect(comparison.pairs.allSatisfy { !$0.contains("<") && !"+-".contains($0.prefix(1)) })
      #expect(comparison.obstacles == [])
      #expect(comparison.correspondence.keepsEntities)
    }
  }

  @Test("The first name is good for all later versions, and so is that of the version before")
  func chain() {
    let versions = [
      model(entity("A", attribute("x"))),
      model(entity("B", attribute("y").was("x")).was("A")),
      model(entity("C", attribute("z").was("x")).was("A")),
    ]
    let last = model(entity("C", attribute("z").was("y")).was("B"))
    #expect(Comparison(versions[0], versions[2]).pairs == ["C < A", "C.z < A.x"])
    #expect(Comparison(versions[1], versions[2]).pairs == ["C < B", "C.z < B.y"])
    #expect(Comparison(versions[1], last).pairs == ["C < B", "C.z < B.y"])
    #expect(Comparison(versions[0], last).pairs == ["+C", "-A"])
  }

  @Test("Of several parts with one identifier, the first gets it")
  func rivals() {
    let old = model(entity("A", attribute("x")))
    let new = model(entity("A", attribute("y").was("x"), attribute("z").was("x")))
    #expect(Comparison(old, new).pairs == ["A", "A.y < A.x", "+A.z"])
    #expect(Comparison(new, old).pairs == ["A", "A.x < A.y", "-A.z"])
  }

  @Test(
    "Versions with nothing in common keep nothing; a store without entities has nothing to lose"
  )
  func nothingInCommon() {
    let (one, other, none) = (model(entity("A")), model(entity("B")), model())
    #expect(!Comparison(one, other).correspondence.keepsEntities)
    #expect(!Comparison(one, none).correspondence.keepsEntities)
    #expect(Comparison(none, one).correspondence.keepsEntities)
    #expect(Comparison(none, none).correspondence.keepsEntities)
  }

  @Test("A property that comes together from several, or goes to several")
  func several() throws {
    let apart = model(
      entity("P"),
      entity("C", parent: "P", attribute("x")),
      entity("D", parent: "P", attribute("x")),
      entity("E", parent: "P")
    )
    let together = model(
      entity("P", attribute("x")),
      entity("C", parent: "P"),
      entity("D", parent: "P"),
      entity("E", parent: "P")
    )
    let up = Comparison(apart, together)
    let target = try #require(up.new("P.x"))
    let (first, second) = (try #require(up.old("C.x")), try #require(up.old("D.x")))
    #expect(up.correspondence.sources(of: target) == [first, second])
    #expect(up.correspondence.source(of: target) == first)
    #expect(up.correspondence.entitiesLosing(first) == [])
    let down = Comparison(together, apart)
    let source = try #require(down.old("P.x"))
    let losing = down.correspondence.entitiesLosing(source)
    #expect(losing.map { down.correspondence.old.entities[$0].name } == ["P", "E"])
    #expect(down.correspondence.continues(source))
    #expect(down.correspondence.successor(of: source) == down.new("C.x"))
  }

  @Test("An entity whose parents form a cycle is compared as well")
  func circle() {
    let circle = model(
      entity("A", parent: "B", attribute("x")),
      entity("B", parent: "A", attribute("y"))
    )
    let straight = model(entity("A", attribute("x")), entity("B", parent: "A", attribute("y")))
    for (old, new) in [(circle, straight), (straight, circle), (circle, circle)] {
      let pairs = Comparison(old, new).pairs
      #expect(pairs.isSuperset(of: ["A", "B", "A.x", "B.y"]))
    }
  }
}
