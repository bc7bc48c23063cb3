import ManagedModel
import ModelComparison
import ModelShorthand
import Testing

@Suite("Members of composites that correspond") struct CompositeTests {
  private static func version(_ composites: Composite...) -> ResolvedModel {
    ResolvedModel(
      Model(
        entities: [entity("A", attribute("place", .composite, composite: "Place"))],
        composites: composites
      )
    )
  }

  private static func composite(_ name: String, _ members: Property...) -> Composite {
    var composite = Composite(name: name)
    composite.attributes = members.compactMap(\.attribute)
    return composite
  }

  private func path(_ path: [String], _ comparison: Comparison) throws -> [String]? {
    comparison.correspondence.sourcePath(
      ofMember: path,
      of: try #require(comparison.new("A.place")),
      from: try #require(comparison.old("A.place"))
    )
  }

  @Test("Members are followed by names and identifiers, from the outermost inwards")
  func nested() throws {
    let old = Self.version(
      Self.composite("Place", attribute("point", .composite, composite: "Point")),
      Self.composite("Point", attribute("x", .double), attribute("y", .double))
    )
    let new = Self.version(
      Self.composite("Place", attribute("spot", .composite, composite: "Spot").was("point")),
      Self.composite(
        "Spot",
        attribute("y", .double).was("x"),
        attribute("x", .double).was("y"),
        attribute("z", .double)
      )
    )
    let there = Comparison(old, new)
    #expect(try path(["spot"], there) == ["point"])
    #expect(try path(["spot", "y"], there) == ["point", "x"])
    #expect(try path(["spot", "x"], there) == ["point", "y"])
    #expect(try path(["spot", "z"], there) == nil)
    #expect(try path(["spot", "gone"], there) == nil)
    #expect(try path(["spot", "x", "x"], there) == nil)
    #expect(try path([], there) == [])
    let back = Comparison(new, old)
    // The names in both versions count, not the former ones.
    #expect(try path(["point", "x"], back) == ["spot", "x"])
    #expect(try path(["point", "y"], back) == ["spot", "y"])
    #expect(there.obstacles == [] && back.obstacles == [])
  }

  @Test("A member that has another type is in the way, in both directions, however deep it is")
  func types() {
    func version(_ type: AttributeType, isTransient: Bool = false) -> ResolvedModel {
      Self.version(
        Self.composite("Place", attribute("point", .composite, composite: "Point")),
        Self.composite("Point", attribute("x", type, isTransient: isTransient))
      )
    }
    let message =
      "the type of A.place or of a member of it changes, and Core Data infers no such conversion"
    #expect(Comparison(version(.double), version(.string)).obstacles == [message])
    #expect(Comparison(version(.string), version(.double)).obstacles == [message])
    #expect(Comparison(version(.string), version(.string)).obstacles == [])
    let gone = version(.string, isTransient: true)
    #expect(Comparison(version(.double), gone).obstacles == [])
    #expect(Comparison(gone, version(.double)).obstacles == [])
  }

  @Test("Composites that contain one another, and those that are missing, end the search")
  func circle() {
    let circle = Self.version(
      Self.composite("Place", attribute("place", .composite, composite: "Place"), attribute("x"))
    )
    let other = Self.version(
      Self.composite(
        "Place",
        attribute("place", .composite, composite: "Place"),
        attribute("x", .date)
      )
    )
    #expect(Comparison(circle, circle).obstacles == [])
    #expect(Comparison(circle, other).obstacles.count == 1)
    #expect(Comparison(circle, Self.version()).obstacles == [])
    #expect(Comparison(Self.version(), circle).obstacles == [])
  }
}
