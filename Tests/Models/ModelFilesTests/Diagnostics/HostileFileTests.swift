import Diagnostics
import Foundation
import ModelFiles
import TemporaryFolders
import Testing

/// Deceptive paths: each gives a diagnostic, fast and with little memory.
struct HostileFileTests {
  private func message(for path: String) -> String {
    let outcome = ModelLoader().load(path)
    #expect(outcome.loaded == nil)
    return outcome.diagnostics.map { "[\($0.rule)] \($0.message)" }.joined(separator: "\n")
  }

  @Test func aFolderInPlaceOfAFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "M.xcdatamodel/contents/x")
    #expect(
      message(for: folder.path("M.xcdatamodel"))
        == "[unreadable-file] cannot read the model: it is a folder, not a file"
    )
  }

  @Test func linksInACircle() throws {
    let folder = try TemporaryFolder()
    for (link, target) in [("a", "b"), ("b", "a")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(link),
        withDestinationPath: target
      )
    }
    #expect(
      message(for: folder.path("a"))
        == "[unreadable-file] cannot read the model: Too many levels of symbolic links"
    )
  }

  @Test func aPipeWithoutAWriter() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(message(for: path) == "[unreadable-file] it is not a file or a folder")
  }

  @Test func aPipeInsideAModel() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "M.xcdatamodel/layout")
    #expect(mkfifo(folder.path("M.xcdatamodel/contents"), 0o600) == 0)
    #expect(
      message(for: folder.path("M.xcdatamodel"))
        == "[unreadable-file] cannot read the model: it is not a regular file"
    )
  }

  @Test func aDevice() {
    #expect(message(for: "/dev/zero") == "[unreadable-file] it is not a file or a folder")
  }

  /// The file is sparse; reading it would take as much memory as its length.
  @Test func aHugeFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("<model>", to: "M.xcdatamodel/contents")
    #expect(truncate(path, 200 << 20) == 0)
    #expect(
      message(for: path)
        == "[unreadable-file] cannot read the model: it has 209715200 bytes; at most 134217728 are "
        + "read"
    )
  }

  @Test func aFileThatMayNotBeRead() throws {
    if getuid() == 0 { try Test.cancel("root may read every file") }
    let folder = try TemporaryFolder()
    let path = try folder.write("<model/>", to: "contents")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(message(for: path) == "[unreadable-file] cannot read the model: Permission denied")
  }

  @Test(arguments: ["", "/", "nowhere", "a\u{0}b", String(repeating: "x", count: 100_000)])
  func pathsThatLeadNowhere(path: String) {
    #expect(message(for: path).hasPrefix("[unreadable-file] "))
  }
}
