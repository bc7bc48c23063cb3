import Files
import TemporaryFolders
import Testing

@Suite("Locks on folders") struct FolderLockTests {
  @Test("A folder is locked until the lock goes, and no file is left behind") func lock() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("")
    var lock: FolderLock? = try FolderLock(path)
    #expect(throws: FileProblem.self) { try FolderLock(path, maximumAttempts: 0) }
    withExtendedLifetime(lock) {}
    lock = nil
    _ = try FolderLock(path, maximumAttempts: 0)
    #expect(try FileReader().names(in: path) == [])
  }

  @Test("A missing folder cannot be locked") func missing() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileProblem.self) { try FolderLock(folder.path("none")) }
  }
}
