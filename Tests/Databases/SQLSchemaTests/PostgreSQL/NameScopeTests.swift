import StoreSamples
import Testing

@testable import SQLSchema

@Suite struct NameScopeTests {
  private func request(_ names: String..., distance: Int = 0, identity: String = "i") -> NameRequest
  {
    NameRequest(candidates: names, distance: distance, identity: identity)
  }

  @Test func theClosestGetsTheName() {
    var scope = DatabaseNameScope()
    let names = scope.assign([
      request("foo_bar", distance: 2, identity: "FooBar"),
      request("foo_bar", distance: 1, identity: "fooBar"),
      request("other"),
    ])
    #expect(names == ["foo_bar_\(hash("FooBar"))", "foo_bar", "other"])
  }

  @Test func equalsGetTheirSecondNames() {
    var scope = DatabaseNameScope()
    let names = scope.assign([request("name", "cat_name"), request("name", "dog_name")])
    #expect(names == ["cat_name", "dog_name"])
  }

  @Test func reservedNamesAreNotGivenOut() {
    var scope = DatabaseNameScope(reserving: ["xmin"])
    #expect(scope.assign([request("xmin", "team_xmin")]) == ["team_xmin"])
  }

  /// A name does not depend on the other names, or on their order.
  @Test func namesDoNotDependOnTheOrder() {
    let requests = [
      request("a", distance: 0, identity: "a"), request("a", distance: 2, identity: "A"),
      request("a", distance: 2, identity: "A "), request("b", "a_b", identity: "b"),
      request("b", "c_b", identity: "c.b"), request("a_b", distance: 1, identity: "aB"),
    ]
    var scope = DatabaseNameScope()
    let expected = Dictionary(
      uniqueKeysWithValues: zip(requests.map(\.identity), scope.assign(requests))
    )
    for seed in 0..<50 {
      var shuffled = requests
      var random = SeededRandom(UInt64(seed))
      shuffled.shuffle(using: &random)
      var scope = DatabaseNameScope()
      for (request, name) in zip(shuffled, scope.assign(shuffled)) {
        #expect(name == expected[request.identity])
      }
    }
  }

  @Test func longNamesAreCutAndDistinguished() {
    var scope = DatabaseNameScope()
    let long = String(repeating: "é", count: 5_000)
    let names = scope.assign([
      request(long + "1", identity: "1"), request(long + "2", identity: "2"),
      request(String(repeating: "x", count: 63)),
    ])
    #expect(Set(names).count == 3)
    #expect(names.allSatisfy { $0.utf8.count <= 63 })
    #expect(names[0].hasPrefix(String(repeating: "é", count: 27)))
    #expect(names[2] == String(repeating: "x", count: 63))
  }

  @Test func sameIdentitiesStillDiffer() {
    var scope = DatabaseNameScope()
    let names = scope.assign(Array(repeating: request("x", identity: "x"), count: 20))
    #expect(Set(names).count == 20)
    #expect(Set((0..<5).map { _ in scope.claim(["x"], identity: "x") }).count == 5)
  }

  private func hash(_ text: String) -> String {
    var scope = DatabaseNameScope(reserving: [""])
    return String(scope.claim([""], identity: text).dropFirst())
  }
}
