import Foundation
import ModelFiles
import Testing

/// Files are written whole or not at all, and not when they are right already.
struct FileWriterTests {
  @Test func writesOnlyWhatChanges() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("file")
    #expect(try FileWriter().write(Array("one".utf8), to: path) == .written)
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: path)
    #expect(try FileWriter().write(Array("one".utf8), to: path) == .unchanged)
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    #expect(date == past)
    #expect(try FileWriter().write(Array("two".utf8), to: path) == .written)
    #expect(try FileReader().bytes(of: path) == Array("two".utf8))
    #expect(try FileWriter().write([], to: path) == .written)
    #expect(try FileReader().bytes(of: path) == [])
  }

  @Test func keepsPermissionsAndLinks() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "target")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"),
      withDestinationPath: "target"
    )
    try FileWriter().write(Array("new".utf8), to: folder.path("link"))
    #expect(try FileReader().bytes(of: path) == Array("new".utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "target"
    )
  }

  @Test func leavesNothingBehindWhenItFails() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "taken/file")
    #expect(throws: FileProblem.self) {
      try FileWriter().write([1], to: folder.path("taken"))
    }
    #expect(throws: FileProblem.self) {
      try FileWriter().write([1], to: folder.path("missing/file"))
    }
    #expect(try FileReader().names(in: folder.path("")) == ["taken"])
  }

  @Test func makesFolders() throws {
    let folder = try TemporaryFolder()
    try FileWriter().makeFolder(folder.path("a/b/c"))
    #expect(FileReader().kind(of: folder.path("a/b/c")) == .folder)
    try FileWriter().makeFolder(folder.path("a/b/c"))
    try folder.write("", to: "file")
    #expect(throws: FileProblem.self) { try FileWriter().makeFolder(folder.path("file/x")) }
  }
}
