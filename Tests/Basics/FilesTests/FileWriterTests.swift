import Files
import Foundation
import TemporaryFolders
import Testing

/// Tests that files are written atomically, and only if they differ.
struct FileWriterTests {
  @Test func writesOnlyChanges() throws {
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

  @Test(
    "A link is followed to its end, whether there is a file or not",
    arguments: ["file", "missing", "folder/missing", "chain", "absolute"]
  )
  func links(target: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "file")
    try folder.write("", to: "folder/other")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.path("chain"), withDestinationPath: "file")
    try files.createSymbolicLink(
      atPath: folder.path("absolute"),
      withDestinationPath: folder.path("missing")
    )
    try files.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: target)
    try FileWriter().write(Array("new".utf8), to: folder.path("link"))
    #expect(try files.destinationOfSymbolicLink(atPath: folder.path("link")) == target)
    #expect(try FileReader().bytes(of: folder.path("link")) == Array("new".utf8))
    let names = try FileReader().names(in: folder.path(""))
    #expect(names.filter { $0.hasSuffix(".new") } == [])
    #expect(try files.destinationOfSymbolicLink(atPath: folder.path("chain")) == "file")
  }

  @Test("Cyclic links are an error") func loop() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"),
      withDestinationPath: "link"
    )
    #expect(throws: FileProblem.self) { try FileWriter().write([1], to: folder.path("link")) }
  }

  @Test("A file keeps its permissions, whatever new files get", arguments: [0o600, 0o666, 0o4755])
  func permissions(mode: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "file")
    #expect(chmod(path, mode_t(mode)) == 0)
    try FileWriter().write(Array("new".utf8), to: path)
    var status = stat()
    _ = stat(path, &status)
    #expect(Int(status.st_mode & 0o7777) == mode)
  }

  @Test("A file keeps its owner", .enabled(if: geteuid() == 0)) func owner() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("old", to: "file")
    #expect(chown(path, 65_534, 65_534) == 0)
    try FileWriter().write(Array("new".utf8), to: path)
    var status = stat()
    _ = stat(path, &status)
    #expect(status.st_uid == 65_534 && status.st_gid == 65_534)
  }

  @Test("A pipe is written to, and stays") func pipe() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(try FileWriter().write(Array("text".utf8), to: path) == .written)
    var buffer = [UInt8](repeating: 0, count: 10)
    let count = read(reader, &buffer, buffer.count)
    #expect(count == 4)
    #expect(FileReader().kind(of: path) == .other)
    #expect(try FileReader().names(in: folder.path("")) == ["pipe"])
  }

  @Test("A device is written to, and stays", .enabled(if: geteuid() == 0)) func device() throws {
    let folder = try TemporaryFolder()
    for (name, minor) in [("null", 3), ("full", 7)] as [(String, UInt)] {
      #expect(mknod(folder.path(name), S_IFCHR | 0o666, dev_t(1 << 8 | minor)) == 0)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"),
      withDestinationPath: "null"
    )
    #expect(try FileWriter().write([1], to: folder.path("null")) == .written)
    #expect(try FileWriter().write([1], to: folder.path("link")) == .written)
    let problem = #expect(throws: FileProblem.self) {
      try FileWriter().write([1], to: folder.path("full"))
    }
    #expect(problem?.errorNumber == ENOSPC)
    #expect(FileReader().kind(of: folder.path("null")) == .other)
    #expect(FileReader().kind(of: folder.path("full")) == .other)
  }

  @Test(
    "An open file is written at its current position",
    arguments: ["/dev/fd/", "/proc/self/fd/"]
  )
  func descriptor(folderOfDescriptors: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("one\n", to: "log")
    let log = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    defer { close(log) }
    try FileWriter().write(Array("two\n".utf8), to: "\(folderOfDescriptors)\(log)")
    #expect(try FileReader().bytes(of: path) == Array("one\ntwo\n".utf8))
  }

  @Test("Files of a killed program are not in the way, and stay") func leftover()
    throws
  {
    let folder = try TemporaryFolder()
    let other = try folder.write("mine", to: "file.\(getpid()).new")
    try FileWriter().write(Array("new".utf8), to: folder.path("file"))
    #expect(try FileReader().bytes(of: folder.path("file")) == Array("new".utf8))
    #expect(try FileReader().bytes(of: other) == Array("mine".utf8))
  }

  @Test("A file with several names has the new bytes under all of them")
  func hardLinks() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("older text", to: "file")
    try FileManager.default.linkItem(atPath: path, toPath: folder.path("other"))
    for text in ["new", "a text that is longer", ""] {
      try FileWriter().write(Array(text.utf8), to: path)
      #expect(try FileReader().bytes(of: folder.path("other")) == Array(text.utf8))
    }
    try FileWriter(separatesNames: true).write(Array("own".utf8), to: path)
    #expect(try FileReader().bytes(of: folder.path("other")) == [])
    #expect(try FileReader().bytes(of: path) == Array("own".utf8))
    #expect(try FileReader().names(in: folder.path("")) == ["file", "other"])
  }
}
