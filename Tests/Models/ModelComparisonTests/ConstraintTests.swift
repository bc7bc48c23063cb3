import ManagedModel
import ModelComparison
import ModelShorthand
import Testing

@Suite("Constraints that objects may break") struct ConstraintTests {
  /// The risk of the first constraint of the entity A.
  private func risk(_ old: ResolvedModel, _ new: ResolvedModel) throws -> DuplicateRisk? {
    let entity = try #require(new.index(ofEntity: "A"))
    return Comparison(old, new).correspondence.risk(ofConstraint: 0, in: entity)
  }

  @Test("Values that were never compared may be equal; those of a constraint before are not")
  func values() throws {
    let (free, bound) = (
      model(entity("A", attribute("x"), attribute("y"))),
      model(entity("A", unique: [["x"]], attribute("x"), attribute("y")))
    )
    let wider = model(entity("A", unique: [["x", "y"]], attribute("x"), attribute("y")))
    #expect(try risk(free, bound) == .values)
    #expect(try risk(bound, bound) == nil)
    #expect(try risk(bound, wider) == nil)
    #expect(try risk(wider, bound) == .values)
    #expect(try risk(bound, free) == nil)
  }

  @Test("Defaults are equal in all objects, and a missing value breaks no constraint")
  func defaults() throws {
    let old = model(entity("A"))
    let bound = { (x: Property) in model(entity("A", unique: [["x"]], x)) }
    #expect(try risk(old, bound(attribute("x").defaulting(to: "a"))) == .defaults)
    #expect(try risk(old, bound(attribute("x").optional)) == nil)
    #expect(try risk(old, bound(attribute("x", isTransient: true))) == nil)
    #expect(
      try risk(bound(attribute("x").optional), bound(attribute("x").defaulting(to: "a"))) == .gaps
    )
    #expect(
      try risk(model(entity("A", attribute("x").optional)), bound(attribute("x"))) == .values
    )
  }

  @Test("Numbers that stay different, and those that may become equal")
  func numbers() throws {
    let bound = { (type: AttributeType) in model(entity("A", unique: [["x"]], attribute("x", type)))
    }
    for (old, new, expected) in [
      (.integer16, .integer64, nil), (.integer64, .integer16, nil), (.double, .float, .values),
      (.double, .integer64, .values), (.integer64, .boolean, .values), (.float, .double, nil),
    ] as [(AttributeType, AttributeType, DuplicateRisk?)] {
      #expect(try risk(bound(old), bound(new)) == expected, "\(old) to \(new)")
    }
  }

  @Test("Constraints of two subentities do not distinguish the objects of both")
  func families() throws {
    let apart = model(
      entity("A", isAbstract: true),
      entity("B", parent: "A", unique: [["x"]], attribute("x")),
      entity("C", parent: "A", unique: [["x"]], attribute("x"))
    )
    let together = model(
      entity("A", isAbstract: true, unique: [["x"]], attribute("x")),
      entity("B", parent: "A"),
      entity("C", parent: "A")
    )
    #expect(try risk(apart, together) == .values)
    let back = Comparison(together, apart).correspondence
    #expect(back.risk(ofConstraint: 0, in: 1) == nil && back.risk(ofConstraint: 0, in: 2) == nil)
  }

  @Test("A constraint that does not exist has no risk")
  func missing() {
    let version = model(entity("A", unique: [["x"]], attribute("x")))
    let correspondence = Comparison(version, version).correspondence
    #expect(correspondence.risk(ofConstraint: 1, in: 0) == nil)
    #expect(correspondence.risk(ofConstraint: -1, in: 0) == nil)
  }

  @Test("A default fills an attribute of a constraint only beside another attribute")
  func exclusion() throws {
    let old = model(entity("A", attribute("x").optional, attribute("y")))
    let (alone, paired) = (
      model(entity("A", unique: [["x"]], attribute("x"), attribute("y"))),
      model(entity("A", unique: [["x", "y"]], attribute("x"), attribute("y")))
    )
    for (new, expected) in [(alone, true), (paired, false)] {
      let comparison = Comparison(old, new)
      let location = try #require(comparison.new("A.x"))
      #expect(comparison.correspondence.excludesDefault(of: location) == expected)
    }
  }
}
