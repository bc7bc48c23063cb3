import CoreData
import Foundation

/// A series of random edits of books for a seed.
struct RandomEdits {
  let context: NSManagedObjectContext

  /// The number of edits so far.
  private(set) var count = 0

  private let writer: NSManagedObjectContext
  private let shelves: [NSManagedObject]
  private var state: UInt64

  init(in coordinator: NSPersistentStoreCoordinator, seed: UInt64) throws {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    context = coordinator.makeContext()
    writer = coordinator.makeContext()
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    let context = context
    shelves = ["a", "b", "c"].map { context.add("Shelf", ["name": $0]) }
    for _ in 0..<30 { insert(in: context) }
    try context.save()
    context.undoManager = UndoManager()
    context.undoManager?.groupsByEvent = false
  }

  /// Makes a few edits, and processes the pending changes.
  ///
  /// - Returns: Descriptions of the edits.
  mutating func runEvent() throws -> [String] {
    switch number(24) {
    case 0:
      count += 1
      try context.save()
      return ["save"]
    case 1:
      count += 1
      context.rollback()
      return ["rollback"]
    case 2, 3:
      count += 1
      context.undo()
      return ["undo"]
    case 4:
      count += 1
      context.redo()
      return ["redo"]
    default: break
    }
    context.undoManager?.beginUndoGrouping()
    defer { context.undoManager?.endUndoGrouping() }
    switch number(20) {
    case 0:
      count += 1
      context.refreshAllObjects()
      return ["refresh all"]
    case 1, 2, 3: return try mergeFromOther()
    default: break
    }
    var books = try Self.books(in: context)
    let edits = (0...number(10)).map { _ in edit(context, &books) }
    context.processPendingChanges()
    return edits
  }

  /// Makes edits in another context, and merges its save.
  private mutating func mergeFromOther() throws -> [String] {
    let notices = Keeper(of: writer)
    var books = try Self.books(in: writer)
    let edits = (0...number(4)).map { _ in edit(writer, &books) }
    try writer.save()
    for notice in notices.kept { context.mergeChanges(fromContextDidSave: notice) }
    return edits.map { "elsewhere " + $0 }
  }

  private static func books(in context: NSManagedObjectContext) throws -> [NSManagedObject] {
    try context.fetch(Shelves.request(by: ["title"]))
  }

  private mutating func edit(
    _ context: NSManagedObjectContext,
    _ books: inout [NSManagedObject]
  ) -> String {
    count += 1
    guard books.count > 12 else { return insert(in: context) }
    let place = number(books.count)
    let book = books[place]
    let name = book.title
    switch number(12) {
    case 0 where books.count < 60, 1 where books.count < 60:
      return insert(in: context)
    case 0, 1, 2:
      books.remove(at: place)
      return delete(book, in: context)
    case 3, 4: return set(number(10), "rank", of: book)
    case 5, 6: return set(genre(), "genre", of: book)
    case 7: return set(title(), "title", of: book)
    case 8: return set(number(2) == 0, "isLent", of: book)
    case 9: return set(shelf(in: context), "shelf", of: book)
    case 10:
      context.refresh(book, mergeChanges: true)
      return "refresh \(name)"
    default:
      guard !book.hasChanges else { return "nothing" }
      context.refresh(book, mergeChanges: false)
      return "refault \(name)"
    }
  }

  @discardableResult
  private mutating func insert(in context: NSManagedObjectContext) -> String {
    let book = context.addBook(title(), genre(), rank: number(10))
    book.setValue(number(2) == 0, forKey: "isLent")
    book.setValue(shelf(in: context), forKey: "shelf")
    return "insert \(book.title)"
  }

  private func delete(_ book: NSManagedObject, in context: NSManagedObjectContext) -> String {
    defer { context.delete(book) }
    return "delete \(book.title)"
  }

  private func set(_ value: Any?, _ key: String, of book: NSManagedObject) -> String {
    defer { book.setValue(value, forKey: key) }
    return "set \(key) of \(book.title) to \(value.map { "\($0)" } ?? "nil")"
  }

  private mutating func shelf(in context: NSManagedObjectContext) -> NSManagedObject? {
    let choice = number(shelves.count + 1)
    return choice < shelves.count ? context.object(with: shelves[choice].objectID) : nil
  }

  private mutating func genre() -> String? {
    let choice = number(6)
    return choice == 0 ? nil : ["a", "b", "c", "d", "e"][choice - 1]
  }

  private mutating func title() -> String {
    String((0..<4).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(at: number(26)) })
  }

  private mutating func number(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(truncatingIfNeeded: state.multipliedFullWidth(by: UInt64(limit)).high)
  }
}

extension String {
  fileprivate func randomElement(at offset: Int) -> Character {
    self[index(startIndex, offsetBy: offset)]
  }
}

/// Collects the save notifications of a context.
private final class Keeper: @unchecked Sendable {
  private(set) var kept: [Notification] = []
  private var observer: (any NSObjectProtocol)?

  init(of context: NSManagedObjectContext) {
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave,
      object: context,
      queue: nil
    ) { [weak self] in self?.kept.append($0) }
  }

  deinit {
    if let observer { NotificationCenter.default.removeObserver(observer) }
  }
}
