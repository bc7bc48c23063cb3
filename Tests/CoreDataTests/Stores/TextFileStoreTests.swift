import CoreData
import Foundation
import Testing
import TextFileStore

@Suite("The store in a text file") struct TextFileStoreTests {
  let scratch: StoreScratch
  let url: URL

  init() throws {
    scratch = try StoreScratch()
    url = scratch.url("club.txt")
  }

  @Test("The file can be read by people; the metadata are beside it")
  func file() throws {
    try scratch.makeStore(.textFile, at: url)
    let text = try String(contentsOf: url, encoding: .utf8)
    let lines = text.split(separator: "\n")
    #expect(lines.contains("  name: Ada") && lines.contains { $0.hasPrefix("  team> Team/") })
    #expect(lines.filter { $0.hasPrefix("Player ") }.count == 1)
    #expect(FileManager.default.fileExists(atPath: url.path + ".plist"))
  }

  @Test("Objects keep their UUIDs when the program is started again")
  func restart() throws {
    let identifier = try scratch.makeStore(.textFile, at: url)
    var ids: Set<NSManagedObjectID> = []
    for _ in 0..<3 {
      let coordinator = scratch.coordinator()
      let store = try coordinator.addPersistentStore(type: .textFile, at: url)
      #expect(store.identifier == identifier)
      let player = try #require(try scratch.players(scratch.context(coordinator)).first)
      let custom = try #require(store as? TextFileStore)
      #expect(custom.referenceObject(for: player.objectID) is UUID)
      ids.insert(player.objectID)
    }
    #expect(ids.count == 1)
  }

  @Test(
    "A file that is damaged is refused",
    arguments: ["x", "Player", "Player x", "Nobody 12345678-9ABC-DEF0-1234-56789ABCDEF0"]
  )
  func damaged(_ text: String) throws {
    try Data(text.utf8).write(to: url)
    #expect(throws: CocoaError.self) {
      try scratch.coordinator().addPersistentStore(type: .textFile, at: url)
    }
  }
}
