import CoreData
import Foundation
import SQLDriver
import SQLiteDriver
import StoreMigration
import Testing

@Suite("The encoding of texts in SQLite stores") struct TextEncodingTests {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func context(_ encoding: String) throws -> NSManagedObjectContext {
    let model = NSManagedObjectModel()
    model.entities = [PlainModel.entity("Note", ["text": .string, "link": .uri])]
    return try folder.context(
      model,
      options: [NSSQLitePragmasOption: ["encoding": encoding, "journal_mode": "DELETE"]]
    )
  }

  private func problems() throws -> [String] {
    try OpenedStore.withStore(at: folder.store().path, busyTimeoutMilliseconds: 0) {
      try StoreInspector(depth: .everything).inspection(of: $0).problems.map(\.message)
    }
  }

  static let texts = ["", "plain", "Ärger", "日本語", "\u{1F600}", "a\0b", "\u{FFFD}", "\u{FEFF}x"]

  @Test(
    "Texts are kept, and valid ones are no problem",
    arguments: ["UTF-8", "UTF-16le", "UTF-16be"]
  )
  func valid(encoding: String) throws {
    let context = try context(encoding)
    for text in Self.texts {
      let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
      note.setValue(text, forKey: "text")
      note.setValue(URL(string: "https://example.org/a"), forKey: "link")
    }
    try context.save()
    context.reset()
    let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Note"))
    #expect(Set(found.compactMap { $0.value(forKey: "text") as? String }) == Set(Self.texts))
    let connection = try SQLiteConnection(path: folder.store().path)
    #expect(try connection.value("PRAGMA encoding") == .text(encoding))
    connection.close()
    #expect(try problems() == [])
  }

  /// Invalid UTF-16: unpaired surrogates, in the byte order of the encoding.
  static let damage = [
    ("UTF-8", "4142FF"), ("UTF-8", "EDA080"), ("UTF-16le", "00D8"), ("UTF-16le", "610000DC"),
    ("UTF-16le", "6100000000D86100"), ("UTF-16be", "D800"), ("UTF-16be", "0061DC00"),
  ]

  @Test("Texts that are not valid are found", arguments: damage)
  func invalid(encoding: String, bytes: String) throws {
    let context = try context(encoding)
    NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
    try context.save()
    let connection = try SQLiteConnection(path: folder.store().path)
    try connection.execute("UPDATE ZNOTE SET ZTEXT = CAST(X'\(bytes)' AS TEXT)")
    connection.close()
    let name = encoding == "UTF-8" ? encoding : "UTF-16"
    #expect(
      try problems() == ["1 row of ZNOTE has a text in ZTEXT that is not valid \(name) (key 1)"]
    )
  }
}
