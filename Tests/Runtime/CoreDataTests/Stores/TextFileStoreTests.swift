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
    "A file that is damaged is refused, by the line, and stays as it is",
    arguments: [
      ("x", 1), ("Player", 1), ("Player x", 1), ("Nobody \(a)", 1), ("Player \(a)\n\n x", 3),
      ("Player \(a)\n  name", 2), ("Player \(a)\n  shoes: 43", 2), ("Player \(a)\n  team> x", 2),
      ("Player \(a)\n  team> Team/\(b)", 3), ("Player \(a)\n  team> Player/\(b)", 2),
      ("Player \(a)\n  team> Team/\(b) Team/\(c)\nTeam \(b)\nTeam \(c)", 2),
      ("Player \(a)\nPlayer \(a)", 3), ("Team \(b)\nPlayer \(b)", 3),
      ("Player \(a)\n  team> Team/\(b)\nPlayer \(b)", 4),
    ]
  )
  func damaged(_ text: String, line: Int) throws {
    try Data(text.utf8).write(to: url)
    let error = #expect(throws: CocoaError.self) {
      try scratch.coordinator().addPersistentStore(type: .textFile, at: url)
    }
    let reason = error?.userInfo[NSLocalizedFailureReasonErrorKey] as? String
    #expect(reason?.hasPrefix("In line \(line), ") == true, "\(reason ?? "")")
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }

  @Test("Bytes that are no text, and metadata that are none, are refused")
  func unreadable() throws {
    try Data([0xFF, 0xFE]).write(to: url)
    #expect(throws: CocoaError.self) {
      try scratch.coordinator().addPersistentStore(type: .textFile, at: url)
    }
    try FileManager.default.removeItem(at: url)
    try Data("x".utf8).write(to: url.appendingPathExtension("plist"))
    #expect(throws: (any Error).self) {
      try scratch.coordinator().addPersistentStore(type: .textFile, at: url)
    }
  }

  private static let a = "00000000-0000-0000-0000-00000000000A"
  private static let b = "00000000-0000-0000-0000-00000000000B"
  private static let c = "00000000-0000-0000-0000-00000000000C"
}
