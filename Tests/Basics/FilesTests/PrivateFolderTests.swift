import Files
import Testing

@Suite("Private folders") struct PrivateFolderTests {
  @Test("Each folder is new, empty, in the temporary folder, and closed to others")
  func making() throws {
    let folders = try (0..<2).map { _ in try #require(PrivateFolder.make("files-tests")) }
    defer { for folder in folders { rmdir(folder) } }
    #expect(folders[0] != folders[1])
    for folder in folders {
      #expect(folder.hasPrefix("\(PrivateFolder.parent)/files-tests-"))
      var status = stat()
      #expect(stat(folder, &status) == 0)
      #expect(status.st_mode & S_IFMT == S_IFDIR && status.st_mode & 0o777 == 0o700)
      #expect(try FileReader().names(in: folder).isEmpty)
    }
  }

  @Test("A folder at an impossible path is not created, and errno has the reason")
  func missing() {
    #expect(PrivateFolder.make("no/such/folder") == nil)
    #expect(errno == ENOENT)
  }
}
