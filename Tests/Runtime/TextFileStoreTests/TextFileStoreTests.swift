import CoreData
import Foundation
import Testing
import TextFileStore

@Suite("The store in a text file") struct TextFileStoreTests {
  let library: Library

  init() throws { library = try Library() }

  private static let a = "00000000-0000-0000-0000-00000000000A"
  private static let b = "00000000-0000-0000-0000-00000000000B"
  private static let c = "00000000-0000-0000-0000-00000000000C"

  // MARK: The file

  @Test("The file can be read by people; the metadata are beside it")
  func file() throws {
    let context = try library.open()
    let book = context.insert("Book", ["title": "Emma", "pages": 7])
    book.setValue(context.insert("Author", ["name": "Jane"]), forKey: "author")
    try context.save()
    let lines = try library.lines()
    #expect(lines.contains("  title: Emma") && lines.contains("  pages: 7"))
    #expect(lines.filter { $0.hasPrefix("  author> Author/") }.count == 1)
    #expect(lines.filter { $0.hasPrefix("Book ") }.count == 1)
    #expect(FileManager.default.fileExists(atPath: library.url().path + ".plist"))
  }

  @Test("Objects are in the order of their UUIDs, and properties in that of their names")
  func order() throws {
    let text = """
      Book \(Self.b)
        isLent: 1
        pages: 2
        title: B
        tags> Tag/\(Self.a) Tag/\(Self.c)
      Tag \(Self.c)
        name: c
        books> Book/\(Self.b)
      Tag \(Self.a)
        name: a
        books> Book/\(Self.b)

      """
    try library.write(text)
    let context = try library.open()
    try context.only("Book")?.setValue(3, forKey: "pages")
    try context.save()
    let expected = """
      Tag \(Self.a)
        name: a
        books> Book/\(Self.b)
      Book \(Self.b)
        isLent: 1
        pages: 3
        title: B
        tags> Tag/\(Self.a) Tag/\(Self.c)
      Tag \(Self.c)
        name: c
        books> Book/\(Self.b)

      """
    #expect(try library.text() == expected)
  }

  @Test("Equal contents give equal files, independent of the writer")
  func sameBytes() throws {
    let context = try library.open()
    let book = context.insert("Book")
    book.setValue(Set((0..<20).map { context.insert("Tag", ["name": "\($0)"]) }), forKey: "tags")
    try context.save()
    let text = try library.text()
    for name in ["x", "0"] {
      let again = try library.open()
      let tag = try #require(
        try again.all("Tag").first { $0.value(forKey: "name") as? String != "1" }
      )
      let before = tag.value(forKey: "name")
      tag.setValue(name + "y", forKey: "name")
      try again.save()
      #expect(try library.text() != text)
      tag.setValue(before, forKey: "name")
      try again.save()
      #expect(try library.text() == text)
    }
  }

  // MARK: Values

  private static let dates = [0.1, -1e9, 1e-300, Double(Int64.max)]
    .map(Date.init(timeIntervalSinceReferenceDate:))

  static let values: [(String, [any Sendable])] = [
    (
      "title",
      [
        "", " ", "  two  ", "a: b> c", "\\", "\\n", "a\\", "\n", "\r\n", "\r", "\n\n  x: y",
        "\"'`", "\t", "\u{0}", "a\u{0}b", "\u{2028}\u{85}", "e\u{301}", "\u{301}", "👩‍👩‍👧‍👦",
        "\u{FEFF}", "Book 00000000-0000-0000-0000-00000000000A",
        String(repeating: "long ", count: 10_000),
      ]
    ),
    ("isLent", [true, false]),
    ("pages", [Int16.min, Int16.max, Int16(0)]),
    ("sold", [Int32.min, Int32.max]),
    ("number", [Int64.min, Int64.max]),
    (
      "weight",
      [0.1, -0.0, Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude, Double.infinity]
    ),
    ("rating", [Float(0.1), Float.leastNonzeroMagnitude, -Float.infinity]),
    (
      "price",
      ["0", "-0.10", "123456789012345678901234567890.12345678", "1e60", "-1e-60", "NaN"].map {
        Decimal(string: $0) ?? .nan
      }
    ),
    ("printed", dates),
    ("cover", [Data(), Data([0]), Data(0...255)]),
    ("uuid", [UUID()]),
    (
      "page",
      [URL(string: "https://example.org/a%20b?c=d&e=f#g\\n"), URL(string: "x:")].compactMap(\.self)
    ),
  ]

  @Test("Each value comes back as it was", arguments: values)
  func roundTrip(_ name: String, values: [any Sendable]) throws {
    for value in values {
      let context = try library.open()
      for book in try context.all("Book") { context.delete(book) }
      context.insert("Book").setValue(value, forKey: name)
      try context.save()
      let book = try #require(try library.open().only("Book"))
      let found = try #require(book.value(forKey: name) as? NSObject, "\(value)")
      // Canonically equivalent strings are equal in Swift.
      if let text = value as? String {
        #expect((found as? NSString).map { Array(($0 as String).utf8) } == Array(text.utf8))
      } else {
        context.reset()
        let wanted = try #require(try context.only("Book")?.value(forKey: name) as? NSObject)
        #expect(found == wanted, "\(value)")
      }
      for other in ["title", "pages", "cover"] where other != name {
        #expect(book.value(forKey: other) == nil)
      }
    }
  }

  @Test("A value that the file has no form for is refused, and nothing is saved")
  func unwritable() throws {
    let context = try library.open()
    let book = context.insert("Book", ["title": "Emma"])
    try context.save()
    let text = try library.text()
    book.setValue("words", forKey: "extra")
    book.setValue("Persuasion", forKey: "title")
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .featureUnsupported)
    #expect(try library.text() == text && context.hasChanges)
    let other = library.context(context.persistentStoreCoordinator)
    #expect(try other.only("Book")?.value(forKey: "title") as? String == "Emma")
    book.setValue(nil, forKey: "extra")
    try context.save()
    #expect(try library.open().only("Book")?.value(forKey: "title") as? String == "Persuasion")
  }

  @Test(
    "A name that could not be read again is refused before anything is saved",
    arguments: [
      ("A b", "x"), ("A/b", "x"), ("A\nb", "x"), ("A", "x: y"), ("A", "x>"), ("A", "x\n"),
    ]
  )
  func names(_ entity: String, property: String) throws {
    let model = Library.model([
      Library.entity(entity, [Library.attribute(property, .string)])
    ])
    let error = #expect(throws: CocoaError.self) { try library.open(model) }
    #expect(error?.code == .featureUnsupported)
    #expect(!FileManager.default.fileExists(atPath: library.url().path))
  }

  @Test("Names with other signs are read again", arguments: ["Ünï", "e\u{301}", "a-b.c", "日本"])
  func unusualNames(_ name: String) throws {
    func model() -> NSManagedObjectModel {
      Library.model([Library.entity(name, [Library.attribute(name, .string)])])
    }
    let context = try library.open(model())
    context.insert(name).setValue("x", forKey: name)
    try context.save()
    #expect(try library.open(model()).only(name)?.value(forKey: name) as? String == "x")
  }

  // MARK: Relationships

  @Test("Relationships keep their destinations, chapters in their order")
  func relationships() throws {
    let context = try library.open()
    let book = context.insert("Book")
    let titles = ["z", "a", "m", "b"]
    let chapters = titles.map { context.insert("Chapter", ["title": $0]) }
    book.setValue(NSOrderedSet(array: chapters), forKey: "chapters")
    book.setValue(Set(["x", "y"].map { context.insert("Tag", ["name": $0]) }), forKey: "tags")
    book.setValue(context.insert("Author", ["name": "Jane"]), forKey: "author")
    try context.save()
    let again = try #require(try library.open().only("Book"))
    let found = (again.value(forKey: "chapters") as? NSOrderedSet)?.array as? [NSManagedObject]
    #expect(found?.map { $0.value(forKey: "title") as? String } == titles)
    let tags = again.value(forKey: "tags") as? Set<NSManagedObject> ?? []
    #expect(Set(tags.map { $0.value(forKey: "name") as? String }) == ["x", "y"])
    #expect(tags.allSatisfy { ($0.value(forKey: "books") as? NSSet)?.contains(again) == true })
    #expect(again.value(forKeyPath: "author.name") as? String == "Jane")
    let author = try #require(again.value(forKey: "author") as? NSManagedObject)
    #expect(author.value(forKey: "books") as? Set<NSManagedObject> == [again])
  }

  @Test("A deleted object leaves the file and all relationships")
  func deletion() throws {
    let context = try library.open()
    let tags = ["x", "y"].map { context.insert("Tag", ["name": $0]) }
    context.insert("Book").setValue(Set(tags), forKey: "tags")
    try context.save()
    context.delete(tags[0])
    try context.save()
    #expect(try library.lines().filter { $0.hasPrefix("Tag ") }.count == 1)
    let again = try library.open()
    let left = try again.only("Book")?.value(forKey: "tags") as? Set<NSManagedObject>
    #expect(left?.map { $0.value(forKey: "name") as? String } == ["y"])
    for object in try again.all("Book") + again.all("Tag") { again.delete(object) }
    try again.save()
    #expect(try library.text().isEmpty)
  }

  // MARK: Identity

  @Test("Objects keep their UUIDs, and the store its own, when the program is started again")
  func restart() throws {
    let first = try library.open()
    _ = first.insert("Book", ["title": "Emma"])
    try first.save()
    var ids: Set<NSManagedObjectID> = []
    var identifiers: Set<String> = []
    for round in 0..<3 {
      let context = try library.open()
      let book = try #require(try context.only("Book"))
      let store = try #require(
        context.persistentStoreCoordinator?.persistentStores.first as? TextFileStore
      )
      identifiers.insert(try #require(store.identifier))
      #expect(store.referenceObject(for: book.objectID) is UUID)
      ids.insert(book.objectID)
      let uri = book.objectID.uriRepresentation()
      #expect(
        store.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri)
          == book.objectID
      )
      book.setValue("\(round)", forKey: "title")
      try context.save()
    }
    #expect(ids.count == 1 && identifiers.count == 1)
  }

  // MARK: Several contexts

  @Test("Contexts of one coordinator see what is saved, and of two changes one is a conflict")
  func twoContexts() throws {
    let first = try library.open()
    let mine = first.insert("Book", ["title": "a"])
    try first.save()
    let second = library.context(first.persistentStoreCoordinator)
    let theirs = try #require(try second.only("Book"))
    #expect(theirs.objectID == mine.objectID)
    #expect(theirs.value(forKey: "title") as? String == "a")
    mine.setValue("b", forKey: "title")
    try first.save()
    theirs.setValue("c", forKey: "title")
    let error = #expect(throws: CocoaError.self) { try second.save() }
    #expect(error?.code.rawValue == NSManagedObjectMergeError)
    #expect(try library.lines().contains("  title: b"))
    second.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try second.save()
    #expect(try library.lines().contains("  title: c"))
  }

  @Test("A save does not remove what another program has saved since")
  func otherPrograms() throws {
    let first = try library.open()
    let second = try library.open()
    _ = first.insert("Tag", ["name": "first"])
    try first.save()
    let tag = second.insert("Tag", ["name": "second"])
    let error = #expect(throws: CocoaError.self) { try second.save() }
    #expect(error?.code.rawValue == NSPersistentStoreSaveError)
    #expect(try library.lines().contains("  name: first") && tag.isInserted)
    // Equal bytes with another modification date are not a change, and neither is a removed file.
    try library.write(library.text())
    _ = first.insert("Tag", ["name": "third"])
    try first.save()
    try FileManager.default.removeItem(at: library.url())
    _ = first.insert("Tag", ["name": "fourth"])
    try first.save()
    #expect(try library.open().all("Tag").count == 3)
  }

  // MARK: Errors

  @Test(
    "A file that is damaged is refused, by the line, and stays as it is",
    arguments: [
      ("x", 1), ("Book", 1), ("Book x", 1), ("Nobody \(a)", 1), ("Book \(a)\n\n x", 3),
      ("Book \(a) \(b)", 1), ("\u{FEFF}Book \(a)", 1), ("Book \(a)\r", 1),
      ("Book \(a)\n  title", 2), ("Book \(a)\n  shoes: 43", 2), ("Book \(a)\n  author> x", 2),
      ("Book \(a)\n  title:Emma", 2), ("Book \(a)\n  title> Emma", 2),
      ("Book \(a)\n  title: a\n  title: b", 3), ("Book \(a)\n  title: a\\", 2),
      ("Book \(a)\n  title: a\\t", 2), ("Book \(a)\n  extra: words", 2),
      ("Book \(a)\n  pages: 40000", 2), ("Book \(a)\n  pages: 1.5", 2), ("Book \(a)\n  pages: ", 2),
      ("Book \(a)\n  sold: 3000000000", 2), ("Book \(a)\n  number: 9223372036854775808", 2),
      ("Book \(a)\n  isLent: 2", 2), ("Book \(a)\n  isLent: YES", 2),
      ("Book \(a)\n  weight: 1,5", 2), ("Book \(a)\n  rating: x", 2),
      ("Book \(a)\n  price: 12abc", 2), ("Book \(a)\n  price: 1-2", 2), ("Book \(a)\n  price:", 2),
      ("Book \(a)\n  printed: today", 2), ("Book \(a)\n  cover: ?", 2), ("Book \(a)\n  uuid: 1", 2),
      ("Book \(a)\n  page:", 2), ("Book \(a)\n  author:", 2), ("Book \(a)\n  author>", 2),
      ("Book \(a)\n  author> Author/\(b)", 3), ("Book \(a)\n  author> Book/\(b)", 2),
      ("Book \(a)\n  author> Author/\(b)/\(c)", 2), ("Book \(a)\n  author> \(b)", 2),
      ("Book \(a)\n  author> Author/\(b) Author/\(c)\nAuthor \(b)\nAuthor \(c)", 2),
      ("Book \(a)\n  tags> Tag/\(b) Tag/\(b)\nTag \(b)", 2),
      ("Book \(a)\nBook \(a)", 3), ("Author \(b)\nBook \(b)", 3),
      ("Book \(a)\n  author> Author/\(b)\nBook \(b)", 4),
    ]
  )
  func damaged(_ text: String, line: Int) throws {
    try library.write(text)
    let error = #expect(throws: CocoaError.self) { try library.open() }
    let reason = error?.userInfo[NSLocalizedFailureReasonErrorKey] as? String
    #expect(reason?.hasPrefix("In line \(line), ") == true, "\(reason ?? "")")
    #expect(try library.text() == text)
  }

  @Test("Contents that people may leave in a file are understood")
  func byHand() throws {
    try library.write("\n\nBook \(Self.a.lowercased())\n  title:\n  tags>\n\n\nAuthor \(Self.b)")
    let context = try library.open()
    let book = try #require(try context.only("Book"))
    #expect(book.value(forKey: "title") as? String == "")
    #expect((book.value(forKey: "tags") as? NSSet)?.count == 0)
    #expect(try context.all("Author").count == 1)
  }

  @Test("Bytes that are not text, and invalid metadata, are refused")
  func unreadable() throws {
    try Data([0xFF, 0xFE]).write(to: library.url())
    #expect(throws: CocoaError.self) { try library.open() }
    try FileManager.default.removeItem(at: library.url())
    try Data("x".utf8).write(to: library.url().appendingPathExtension("plist"))
    #expect(throws: (any Error).self) { try library.open() }
  }

  @Test("A folder in the place of the file is refused, and so is one that is missing")
  func places() throws {
    try FileManager.default.createDirectory(at: library.url(), withIntermediateDirectories: false)
    #expect(throws: (any Error).self) { try library.open() }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    let missing = library.url("missing/library.txt")
    #expect(throws: (any Error).self) {
      try coordinator.addPersistentStore(type: .textFile, at: missing)
      let context = library.context(coordinator)
      _ = context.insert("Book")
      try context.save()
    }
    #expect(!FileManager.default.fileExists(atPath: missing.path))
  }

  @Test("A save that fails leaves the file, the rows and the changes; later it succeeds")
  func failedSave() throws {
    let context = try library.open()
    let book = context.insert("Book", ["title": "Emma"])
    try context.save()
    let text = try library.text()
    // Without a file there, the folder cannot be replaced by one.
    let aside = library.url("aside.txt")
    try FileManager.default.moveItem(at: library.url(), to: aside)
    try FileManager.default.createDirectory(at: library.url(), withIntermediateDirectories: false)
    book.setValue("Persuasion", forKey: "title")
    let tag = context.insert("Tag", ["name": "new"])
    book.setValue(Set([tag]), forKey: "tags")
    #expect(throws: (any Error).self) { try context.save() }
    #expect(book.hasChanges && tag.isInserted)
    let other = library.context(context.persistentStoreCoordinator)
    #expect(try other.only("Book")?.value(forKey: "title") as? String == "Emma")
    #expect(try other.all("Tag").isEmpty)
    try FileManager.default.removeItem(at: library.url())
    try FileManager.default.moveItem(at: aside, to: library.url())
    #expect(try library.text() == text)
    try context.save()
    let again = try #require(try library.open().only("Book"))
    #expect(again.value(forKey: "title") as? String == "Persuasion")
    #expect((again.value(forKey: "tags") as? NSSet)?.count == 1)
  }

  @Test("A file keeps its permissions, and a link leads on to the file")
  func attributes() throws {
    let context = try library.open()
    _ = context.insert("Tag", ["name": "x"])
    try context.save()
    let manager = FileManager.default
    let file = library.url("elsewhere.txt")
    try manager.moveItem(at: library.url(), to: file)
    try manager.createSymbolicLink(at: library.url(), withDestinationURL: file)
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    _ = context.insert("Tag", ["name": "y"])
    try context.save()
    let attributes = try manager.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try String(contentsOf: file, encoding: .utf8).contains("  name: y\n"))
    #expect(try manager.destinationOfSymbolicLink(atPath: library.url().path) == file.path)
  }

  @Test("A store that is read-only is not written")
  func readOnly() throws {
    let context = try library.open()
    _ = context.insert("Tag", ["name": "x"])
    try context.save()
    let text = try library.text()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Library.model())
    try coordinator.addPersistentStore(
      type: .textFile,
      at: library.url(),
      options: [NSReadOnlyPersistentStoreOption: true]
    )
    let reader = library.context(coordinator)
    try reader.only("Tag")?.setValue("y", forKey: "name")
    #expect(throws: (any Error).self) { try reader.save() }
    #expect(try library.text() == text)
  }

  // MARK: Metadata

  @Test("Metadata are kept, and can be read and set while the store is closed")
  func metadata() throws {
    let context = try library.open()
    let coordinator = try #require(context.persistentStoreCoordinator)
    let store = try #require(coordinator.persistentStores.first)
    var metadata = coordinator.metadata(for: store)
    metadata["owner"] = "Ada \"& <Co>"
    coordinator.setMetadata(metadata, for: store)
    _ = context.insert("Tag")
    try context.save()
    try coordinator.remove(store)
    let read = try TextFileStore.metadataForPersistentStore(with: library.url())
    #expect(read["owner"] as? String == "Ada \"& <Co>")
    #expect(read[NSStoreUUIDKey] as? String == metadata[NSStoreUUIDKey] as? String)
    try TextFileStore.setMetadata(["owner": "Bea"], forPersistentStoreAt: library.url())
    let again = try TextFileStore.metadataForPersistentStore(with: library.url())
    #expect(again["owner"] as? String == "Bea")
  }

  @Test("A store of another version of the model is refused")
  func otherVersion() throws {
    let context = try library.open()
    _ = context.insert("Tag", ["name": "x"])
    try context.save()
    let model = Library.model()
    model.entitiesByName["Tag"]?.properties.append(Library.attribute("color", .string))
    let error = #expect(throws: CocoaError.self) { try library.open(model) }
    #expect(error?.code.rawValue == NSPersistentStoreIncompatibleVersionHashError)
  }
}
