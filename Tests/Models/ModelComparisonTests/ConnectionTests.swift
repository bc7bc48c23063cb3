import ManagedModel
import ModelComparison
import ModelShorthand
import Testing

@Suite("Connections that relationships and their inverses keep") struct ConnectionTests {
  private let pair = model(
    entity("A", toOne("b", "B", inverse: "many").optional),
    entity("B", toMany("many", "A", inverse: "b").optional)
  )

  /// The same without the relationship of B.
  private let single = model(entity("A", toOne("b", "B").optional), entity("B"))

  @Test("An end that goes leaves its connections to the other, and one that comes gets them")
  func oneEnd() throws {
    let removal = Comparison(pair, single)
    let removed = try #require(removal.old("B.many"))
    #expect(removal.correspondence.keeper(ofRemoved: removed) == removal.new("A.b"))
    let addition = Comparison(single, pair)
    let added = try #require(addition.new("B.many"))
    #expect(addition.correspondence.origin(ofAdded: added) == addition.old("A.b"))
    // A relationship that still exists needs neither.
    #expect(try removal.correspondence.keeper(ofRemoved: #require(removal.old("A.b"))) == nil)
    #expect(try addition.correspondence.origin(ofAdded: #require(addition.new("A.b"))) == nil)
  }

  @Test("The connections of a removed pair are lost")
  func bothEnds() throws {
    let none = model(entity("A"), entity("B"))
    let removal = Comparison(pair, none)
    #expect(try removal.correspondence.keeper(ofRemoved: #require(removal.old("A.b"))) == nil)
    #expect(try removal.correspondence.keeper(ofRemoved: #require(removal.old("B.many"))) == nil)
    let addition = Comparison(none, pair)
    #expect(try addition.correspondence.origin(ofAdded: #require(addition.new("A.b"))) == nil)
  }

  @Test("The to-one end leads; of ends that come from different pairs, the other is displaced")
  func displaced() throws {
    let old = model(
      entity(
        "A",
        toOne("one", "B", inverse: "ones").optional,
        toOne("two", "B", inverse: "twos").optional
      ),
      entity(
        "B",
        toMany("ones", "A", inverse: "one").optional,
        toMany("twos", "A", inverse: "two").optional
      )
    )
    let crossed = model(
      entity(
        "A",
        toOne("one", "B", inverse: "twos").optional,
        toOne("two", "B", inverse: "ones").optional
      ),
      entity(
        "B",
        toMany("ones", "A", inverse: "two").optional,
        toMany("twos", "A", inverse: "one").optional
      )
    )
    let comparison = Comparison(old, crossed)
    let found = comparison.correspondence
    #expect(try found.leadingEnd(of: #require(comparison.new("B.ones"))) == comparison.new("A.two"))
    #expect(try found.leadingEnd(of: #require(comparison.new("A.one"))) == comparison.new("A.one"))
    #expect(try found.isDisplaced(#require(comparison.old("B.ones"))))
    #expect(try !found.isDisplaced(#require(comparison.old("A.one"))))
    #expect(
      try found.refuge(ofDisplaced: #require(comparison.old("B.ones"))) == comparison.new("A.one")
    )
    let same = Comparison(old, old)
    for title in ["A.one", "A.two", "B.ones", "B.twos"] {
      #expect(try !same.correspondence.isDisplaced(#require(same.old(title))), "\(title)")
    }
  }

  @Test("To-one ends that were no pair need not agree")
  func pairs() throws {
    let apart = model(
      entity("A", toOne("b", "B").optional),
      entity("B", toOne("a", "A").optional)
    )
    let joined = model(
      entity("A", toOne("b", "B", inverse: "a").optional),
      entity("B", toOne("a", "A", inverse: "b").optional)
    )
    for (old, new, expected) in [
      (apart, joined, true), (joined, joined, false), (joined, apart, false),
    ] {
      let comparison = Comparison(old, new)
      let end = try #require(comparison.new("A.b"))
      #expect(comparison.correspondence.endsMayConflict(end) == expected)
    }
  }

  @Test("Destination entities that were removed, or that a relationship now excludes")
  func destinations() throws {
    func version(_ destination: String, _ entities: Entity...) -> ResolvedModel {
      ResolvedModel(
        Model(entities: [entity("A", toOne("x", destination).optional)] + entities)
      )
    }
    let whole = version("P", entity("P"), entity("Q", parent: "P"))
    let narrow = version("Q", entity("P"), entity("Q", parent: "P"))
    let less = version("P", entity("P"))
    func names(_ comparison: Comparison) throws -> [String] {
      let found = comparison.correspondence
      return try found.entitiesLeaving(#require(comparison.old("A.x")))
        .map { found.old.entities[$0].name }
    }
    #expect(try names(Comparison(whole, narrow)) == ["P"])
    #expect(try names(Comparison(narrow, whole)) == [])
    #expect(try names(Comparison(whole, less)) == [])
    for (old, new, expected) in [
      (whole, narrow, true), (narrow, whole, false), (whole, less, true), (less, whole, false),
    ] {
      let comparison = Comparison(old, new)
      let location = try #require(comparison.old("A.x"))
      #expect(comparison.correspondence.losesDestinations(location) == expected)
    }
  }
}
