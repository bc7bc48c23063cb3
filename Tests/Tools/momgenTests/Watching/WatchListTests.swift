import Foundation
import Testing

@testable import momgen

@Suite struct WatchListTests {
  @Test func aFile() throws {
    let scratch = try Scratch()
    let folder = scratch.folder.resolvingSymlinksInPath().path
    var list = WatchList()
    list.add(file: folder + "/momgen.json")
    list.add(file: folder + "/missing/deep/a")
    #expect(list.folders == [folder: .only(["momgen.json", "missing"])])
    #expect(list.concerns(FileChange(folder: folder, name: "momgen.json")))
    #expect(list.concerns(FileChange(folder: folder, name: nil)))
    #expect(!list.concerns(FileChange(folder: folder, name: "other")))
    #expect(!list.concerns(FileChange(folder: "elsewhere", name: "momgen.json")))
  }

  @Test func aFileBesideTheProgram() {
    var list = WatchList()
    list.add(file: "momgen.json.not-there")
    list.add(file: "/not-there/x")
    #expect(list.folders == [".": .only(["momgen.json.not-there"]), "/": .only(["not-there"])])
  }

  @Test func aFolder() throws {
    let scratch = try Scratch()
    let folder = scratch.folder.resolvingSymlinksInPath().path
    try scratch.write("", to: "set/a/b.stencil")
    try scratch.write("", to: "set/.hidden/c")
    var list = WatchList()
    list.add(folder: folder + "/set/")
    list.add(file: folder + "/set/.kept")
    #expect(
      list.folders == [
        folder: .only(["set"]), folder + "/set": .visible(and: [".kept"]),
        folder + "/set/a": .visible(and: []),
      ]
    )
    #expect(!list.concerns(FileChange(folder: folder + "/set", name: ".b")))
    #expect(list.concerns(FileChange(folder: folder + "/set", name: "b")))
  }

  @Test func linksAreFollowedAndLoopsEnd() throws {
    let scratch = try Scratch()
    let folder = scratch.folder.resolvingSymlinksInPath().path
    try scratch.write("", to: "real/file")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"),
      withDestinationPath: "real/file"
    )
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("real/loop"),
      withDestinationPath: "."
    )
    var list = WatchList()
    list.add(file: folder + "/link")
    #expect(list.folders == [folder: .only(["link"]), folder + "/real": .only(["file"])])
    list.add(folder: folder + "/real")
    #expect(list.folders.count < 16)
  }
}
