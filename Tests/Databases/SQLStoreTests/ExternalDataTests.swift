import Foundation
import ObjectRows
import SQLDriver
import SQLSchema
import SQLiteDriver
import Testing

@testable import SQLStore

@Suite("Large values in files") struct ExternalDataTests {
  private let folder: TestFolder
  private let library: Library

  init() throws {
    folder = try TestFolder()
    library = try folder.library()
  }

  private static func data(_ count: Int, _ byte: UInt8 = 7) -> Value {
    .data(Data(repeating: byte, count: count))
  }

  private static let large = data(200_000)

  @Test(
    "A value is in a file if it is larger than the threshold",
    arguments: [
      (0, 0), (1, 0), (ExternalData.threshold, 0), (ExternalData.threshold + 1, 1), (300_000, 1),
    ]
  )
  func threshold(count: Int, files: Int) throws {
    let sample = try library.insert("Sample", ["picture": Self.data(count)])
    #expect(folder.externalFiles.count == files)
    #expect(try library.stored(sample, "picture") == [Self.data(count)])
    guard case .blob(let bytes) = try library.connection.value("SELECT ZPICTURE FROM ZSAMPLE")
    else {
      Issue.record("There is no value in the column.")
      return
    }
    #expect(bytes.first == (files == 0 ? 1 : 2))
    #expect(ExternalDataFolder.fileName(in: bytes) == folder.externalFiles.first)
  }

  @Test("The file of a replaced value goes with the commit, as does that of a deleted object")
  func outdatedFiles() throws {
    let sample = try library.insert("Sample", ["picture": Self.large])
    let first = folder.externalFiles
    try library.update(sample, ["text": "x"])
    #expect(folder.externalFiles == first)
    try library.update(sample, ["picture": Self.data(200_000, 9)])
    #expect(folder.externalFiles.count == 1 && folder.externalFiles != first)
    try library.update(sample, ["picture": Self.data(3)])
    #expect(folder.externalFiles.isEmpty)
    try library.update(sample, ["picture": Self.large])
    try library.delete(sample)
    #expect(folder.externalFiles.isEmpty)
  }

  @Test("A save that is rolled back leaves the earlier files, and none of its own")
  func takenBack() throws {
    let sample = try library.insert("Sample", ["picture": Self.large])
    let files = folder.externalFiles
    let save = library.engine.beginSave()
    var changes = library.updates(
      try library.change(sample, ["picture": Self.data(250_000)])
    )
    let new = try save.takeReferences(ofEntities: [library.entity("Sample").number])[0]
    changes.inserted = [.init(new, try library.row("Sample", ["picture": Self.large]))]
    try save.write(changes, by: HistoryAuthor())
    #expect(folder.externalFiles.count == 3)
    save.takeBack()
    library.engine.endSave()
    #expect(folder.externalFiles == files)
    #expect(try library.stored(sample, "picture") == [Self.large])
  }

  @Test("A save that fails leaves no files of its own")
  func failure() throws {
    #expect(throws: ReversedText.Refusal.self) {
      try library.insert([
        ("Sample", ["picture": Self.large]), ("Sample", ["thing": .object(BoxedValue(1))]),
      ])
    }
    #expect(folder.externalFiles.isEmpty)
  }

  @Test("A conflict leaves the files of the row in the store")
  func conflict() throws {
    let sample = try library.insert("Sample", ["picture": Self.large])
    let files = folder.externalFiles
    let change = try library.change(sample, ["picture": Self.data(300_000)])
    try library.connection.execute("UPDATE ZSAMPLE SET Z_OPT = 8")
    #expect(throws: StoreError.self) {
      try library.save { changes, _ in changes.updated = [change] }
    }
    #expect(folder.externalFiles == files)
  }

  @Test("The value of a missing file is nil")
  func missingFile() throws {
    let sample = try library.insert("Sample", ["picture": Self.large, "text": "x"])
    for name in folder.externalFiles {
      try FileManager.default.removeItem(at: folder.external.appending(path: name))
    }
    #expect(try library.stored(sample, "picture", "text") == [Value.none, "x"])
    try library.delete(sample)
  }

  @Test("A file that a second row names stays until neither does", arguments: [false, true])
  func sharedFile(isBatch: Bool) throws {
    let samples = try library.insert(
      Array(repeating: ("Sample", ["picture": Self.large]), count: 3)
    )
    let first = "SELECT ZPICTURE FROM ZSAMPLE WHERE Z_PK = 1"
    try folder.connect().execute("UPDATE ZSAMPLE SET ZPICTURE = (\(first)) WHERE Z_PK = 2")
    for (index, sample) in samples.enumerated() {
      for other in samples[index...] {
        #expect(try library.stored(other, "picture") == [Self.large])
      }
      if isBatch {
        _ = try BatchDeletion(in: library.engine).run({ [sample] }, by: HistoryAuthor())
      } else {
        try library.delete(sample)
      }
    }
    // The old file of the second row was not used by any other.
    #expect(folder.externalFiles.count == 1)
  }

  @Test("A changed value leaves the file to another row that names it")
  func sharedFileOfUpdate() throws {
    let samples = try library.insert(
      Array(repeating: ("Sample", ["picture": Self.large]), count: 2)
    )
    let first = "SELECT ZPICTURE FROM ZSAMPLE WHERE Z_PK = 1"
    try folder.connect().execute("UPDATE ZSAMPLE SET ZPICTURE = (\(first)) WHERE Z_PK = 2")
    try library.update(samples[0], ["picture": Self.data(150_000)])
    #expect(try library.stored(samples[1], "picture") == [Self.large])
    #expect(try library.stored(samples[0], "picture") == [Self.data(150_000)])
  }

  @Test("A fetch beside a save of another program has the new value, not none")
  func replacedMeanwhile() throws {
    try library.connection.execute("PRAGMA journal_mode = WAL")
    let samples = try library.insert(
      Array(repeating: ("Sample", ["picture": Self.large]), count: 3)
    )
    let theirs = try folder.library()
    let mine = try folder.library()
    // The statement calls this function after it has begun, and before it reads the row.
    var isFirst = true
    try mine.connection.register(function: StoreCallback.text.rawValue, argumentCount: 4) { _ in
      if isFirst {
        isFirst = false
        for sample in samples { try theirs.update(sample, ["picture": Self.data(150_000, 9)]) }
      }
      return .integer(1)
    }
    try library.connection.execute("UPDATE ZSAMPLE SET ZTEXT = 'a'")
    let question = try mine.question("Sample", "text LIKE[c] 'a'")
    let found = try mine.engine.rows(of: question, mine.constants())
    #expect(found.references == samples && !isFirst)
    let picture = try mine.index("picture", of: "Sample")
    for (index, reference) in found.references.enumerated() {
      let row = try found.rows?[index] ?? mine.engine.row(for: reference)
      #expect(row?.value(at: picture) == Self.data(150_000, 9))
    }
  }

  @Test("A column cannot name a file outside of the folder")
  func foreignFile() throws {
    let outside = folder.url.appending(path: "secret")
    try Data("secret".utf8).write(to: outside)
    let sample = try library.insert("Sample")
    let name = Array("../secret\0".utf8)
    try library.connection.run("UPDATE ZSAMPLE SET ZPICTURE = ?", .blob([2] + name))
    #expect(try library.stored(sample, "picture") == [Value.none])
    try library.delete(sample)
    #expect(FileManager.default.fileExists(atPath: outside.path))
  }

  @Test("A folder that cannot be made fails the save")
  func impossibleFolder() throws {
    try Data().write(to: folder.external)
    #expect(throws: (any Error).self) {
      try library.insert("Sample", ["picture": Self.large])
    }
    #expect(!library.connection.isInTransaction)
    #expect(try library.query("SELECT * FROM ZSAMPLE").isEmpty)
  }
}
