import Testing

@testable import momgen

@Suite struct ConfigurationSearchTests {
  @Test func theNearestOneIsFound() throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "momgen.json")
    try scratch.write("{}", to: "App/momgen.json")
    try scratch.write("", to: "App/Sources/Deep/a")
    try scratch.write("", to: "Other/Deep/a")
    let search = ConfigurationSearch()
    #expect(
      search.path(from: scratch.path("App/Sources/Deep"))
        == scratch.path("App/Sources/Deep/../../momgen.json")
    )
    #expect(search.path(from: scratch.path("App")) == scratch.path("App/momgen.json"))
    #expect(
      search.path(from: scratch.path("Other/Deep"))
        == scratch.path("Other/Deep/../../momgen.json")
    )
  }

  @Test func theRootOfTheRepositoryIsTheEnd() throws {
    let scratch = try Scratch()
    try scratch.write("{}", to: "momgen.json")
    try scratch.write("", to: "Repository/.git/HEAD")
    try scratch.write("", to: "Repository/Sources/a")
    try scratch.write("gitdir: elsewhere", to: "Worktree/.git")
    try scratch.write("", to: "Worktree/Sources/a")
    let search = ConfigurationSearch()
    #expect(search.path(from: scratch.path("Repository/Sources")) == nil)
    #expect(search.path(from: scratch.path("Worktree/Sources")) == nil)
    try scratch.write("{}", to: "Repository/momgen.json")
    #expect(
      search.path(from: scratch.path("Repository/Sources"))
        == scratch.path("Repository/Sources/../momgen.json")
    )
  }

  @Test func aFolderOfThatNameIsNoFile() throws {
    let scratch = try Scratch()
    try scratch.write("", to: "a/.git")
    try scratch.write("", to: "a/momgen.json/x")
    #expect(ConfigurationSearch().path(from: scratch.path("a")) == nil)
    #expect(ConfigurationSearch().path(from: scratch.path("missing")) == nil)
  }
}
