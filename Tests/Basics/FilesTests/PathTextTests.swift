import Files
import Testing

@Suite("Paths as texts") struct PathTextTests {
  @Test(
    "The relative path from a folder to a path",
    arguments: [
      ("/a/b", "/a/b", "."), ("/a/b", "/a/b/c", "c"), ("/a/b", "/a/c", "../c"),
      ("/a/b", "/c/d", "../../c/d"), ("/a", "/a/b/c", "b/c"), ("/", "/a", "a"), ("/a", "/a", "."),
      ("/a/b/c", "/", "../../.."), ("/ab", "/a", "../a"),
      // Canonically equivalent names are different folders on Linux.
      ("/\u{E9}", "/e\u{301}/a", "../e\u{301}/a"),
    ]
  )
  func ways(folder: String, path: String, way: String) {
    let found = PathText.way(from: folder, to: path)
    #expect(found.utf8.elementsEqual(way.utf8), "\(found)")
  }
}
