import Testing

@testable import PredicateFormat

struct KeyPathComponentTests {
  typealias Component = PropertyPath.Component

  @Test(
    "A path is divided at its dots",
    arguments: [
      ("name", [.key("name")]),
      ("größe", [.key("größe")]),
      ("team.name", [.key("team"), .key("name")]),
      (".team..name.", [.key("team"), .key("name")]),
      ("players.@count", [.key("players"), .collectionOperator("count")]),
      ("@count", [.collectionOperator("count")]),
      ("@", [.key("@")]),
      ("e@mail", [.key("e@mail")]),
      (".", []),
      ("", []),
    ] as [(String, [Component])]
  )
  func components(path: String, expected: [Component]) {
    #expect(Component.components(of: path) == expected)
  }
}
