import Files
import Foundation
import ModelFiles
import Testing

@testable import momgen

/// Both sources report the same changes.
@Suite struct ChangeSourceTests {
  /// A pipe whose read end signals when to stop.
  private final class Stop {
    let reading: Int32
    private let writing: Int32

    init() {
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      (reading, writing) = (ends[0], ends[1])
    }

    func stop() { _ = write(writing, "x", 1) }

    deinit {
      close(reading)
      close(writing)
    }
  }

  enum Kind: CaseIterable {
    case system
    case polling
  }

  private func source(_ kind: Kind, _ stop: Stop) throws -> any ChangeSource {
    #if canImport(Glibc)
      if kind == .system { return try InotifySource(stop: stop.reading) }
    #endif
    return PollingSource(stop: stop.reading, every: 5)
  }

  /// Creates a watched bundle, changes it, and returns the changed names.
  private func names(
    _ kind: Kind,
    change: (Scratch) throws -> Void
  ) throws -> Set<String> {
    let scratch = try Scratch()
    try scratch.write("old", to: "M.xcdatamodeld/M.xcdatamodel/contents")
    try scratch.write("old", to: "M.xcdatamodeld/.xccurrentversion")
    try scratch.write("old", to: "other")
    let stop = Stop()
    var source = try source(kind, stop)
    var list = WatchList()
    list.add(folder: scratch.path("M.xcdatamodeld"), hidden: [".xccurrentversion"])
    list.add(file: scratch.path("momgen.json"))
    try source.watch(list)
    // A process that another test has just started may be the last one to close what was written above.
    while try source.wait(milliseconds: 50) != .quiet {}
    try change(scratch)
    var names: Set<String> = []
    while case .changes(let changes) = try source.wait(milliseconds: names.isEmpty ? 500 : 20) {
      #expect(changes.allSatisfy(list.concerns))
      names.formUnion(changes.map { $0.name ?? "(the folder)" })
    }
    return names
  }

  @Test(arguments: Kind.allCases)
  func aFileIsWrittenInPlace(kind: Kind) throws {
    let names = try names(kind) {
      let path = $0.path("M.xcdatamodeld/M.xcdatamodel/contents")
      let file = try #require(FileHandle(forWritingAtPath: path))
      try file.write(contentsOf: Data("newer".utf8))
      try file.close()
    }
    #expect(names == ["contents"])
  }

  @Test(arguments: Kind.allCases)
  func aFileIsReplaced(kind: Kind) throws {
    let names = try names(kind) {
      try $0.write("new", to: "M.xcdatamodeld/M.xcdatamodel/.contents.tmp")
      rename(
        $0.path("M.xcdatamodeld/M.xcdatamodel/.contents.tmp"),
        $0.path("M.xcdatamodeld/M.xcdatamodel/contents")
      )
    }
    #expect(names == ["contents"])
  }

  @Test(arguments: Kind.allCases)
  func aHiddenNameThatMatters(kind: Kind) throws {
    let names = try names(kind) {
      try $0.write("new", to: "M.xcdatamodeld/.xccurrentversion")
      try $0.write("new", to: "M.xcdatamodeld/.swap")
    }
    #expect(names == [".xccurrentversion"])
  }

  @Test(arguments: Kind.allCases)
  func aVersionIsAdded(kind: Kind) throws {
    let names = try names(kind) {
      try $0.write("new", to: "M.xcdatamodeld/M 2.xcdatamodel/contents")
    }
    #expect(names == ["M 2.xcdatamodel"])
  }

  @Test(arguments: Kind.allCases)
  func aVersionIsRemoved(kind: Kind) throws {
    let names = try names(kind) {
      try FileManager.default.removeItem(atPath: $0.path("M.xcdatamodeld/M.xcdatamodel"))
    }
    #expect(names.contains("M.xcdatamodel"))
  }

  @Test(arguments: Kind.allCases)
  func theBundleIsRenamed(kind: Kind) throws {
    let names = try names(kind) {
      rename($0.path("M.xcdatamodeld"), $0.path("N.xcdatamodeld"))
    }
    #expect(names.contains("M.xcdatamodeld"))
  }

  @Test(arguments: Kind.allCases)
  func aFileAppears(kind: Kind) throws {
    let names = try names(kind) { try $0.write("{}", to: "momgen.json") }
    #expect(names == ["momgen.json"])
  }

  @Test(arguments: Kind.allCases)
  func otherFilesDoNotMatter(kind: Kind) throws {
    let names = try names(kind) {
      try $0.write("new", to: "other")
      try $0.write("new", to: "another")
    }
    #expect(names == [])
  }

  @Test(arguments: Kind.allCases)
  func newPathsAreWatchedToo(kind: Kind) throws {
    let scratch = try Scratch()
    let stop = Stop()
    var source = try source(kind, stop)
    let path = scratch.path("Deep/M.xcdatamodeld")
    func list() -> WatchList {
      var list = WatchList()
      list.add(folder: path)
      return list
    }
    try source.watch(list())
    try scratch.write("1", to: "Deep/M.xcdatamodeld/M.xcdatamodel/contents")
    guard case .changes = try source.wait(milliseconds: 500) else {
      Issue.record("nobody told that the folder appeared")
      return
    }
    try source.watch(list())
    while try source.wait(milliseconds: 20) != .quiet {}
    try scratch.write("22", to: "Deep/M.xcdatamodeld/M.xcdatamodel/contents")
    let event = try source.wait(milliseconds: 500)
    #expect(
      event == .changes([FileChange(folder: path + "/M.xcdatamodel", name: "contents")])
        || event
          == .changes([
            FileChange(folder: path + "/M.xcdatamodel", name: "contents"),
            FileChange(folder: path + "/M.xcdatamodel", name: "contents"),
          ])
    )
  }

  @Test(arguments: Kind.allCases)
  func stopping(kind: Kind) throws {
    let scratch = try Scratch()
    let stop = Stop()
    var source = try source(kind, stop)
    var list = WatchList()
    list.add(folder: scratch.folder.path)
    try source.watch(list)
    stop.stop()
    #expect(try source.wait(milliseconds: nil) == .stop)
  }
}
