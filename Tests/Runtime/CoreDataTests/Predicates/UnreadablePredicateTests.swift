import Foundation
import Testing

@testable import CoreData

@Suite("Format strings that are no predicates")
struct UnreadablePredicateTests {
  static let cases: [(format: String, arguments: [String], message: String, offset: Int?)] = [
    ("", [], "byte 0: the predicate is empty; write TRUEPREDICATE for one that always holds", 0),
    ("a == ", [], "byte 5: expected a value, found the end", 5),
    ("a == %@", [], "argument 1 (%@) is missing", nil),
    ("%K == 1", [""], "argument 1 (%K) is empty", nil),
    ("a == %@ AND %K == 1", ["x"], "argument 2 (%K) is missing", nil),
  ]

  @Test("are thrown with their place", arguments: cases)
  func thrown(
    _ format: String,
    _ arguments: [String],
    _ message: String,
    _ offset: Int?
  ) throws {
    let error = #expect(throws: (any Error).self) {
      try NSPredicate(parsing: format, arguments: arguments)
    }
    let found = try #require(error) as NSError
    #expect(found.domain == NSCocoaErrorDomain)
    #expect(found.code == CocoaError.Code.formatting.rawValue)
    #expect(found.localizedFailureReason == message)
    #expect(found.userInfo[PredicateFormatError.utf8OffsetKey] as? Int == offset)
    #expect(found.localizedDescription.contains("\"\(format)\""))
  }

  @Test("give a predicate that holds for nothing and remembers")
  func remembered() throws {
    let broken = NSPredicate(format: "a = = 1")
    #expect(!broken.evaluate(with: ["a": 1]))
    #expect(broken.description.contains("a = = 1"))
    let error = try #require(broken.formatError) as NSError
    #expect(error.userInfo[PredicateFormatError.utf8OffsetKey] as? Int == 4)
    #expect(throws: (any Error).self) { try broken.tree }
    let compound = NSCompoundPredicate(notPredicateWithSubpredicate: broken)
    #expect(throws: (any Error).self) { try compound.tree }
    #expect(NSPredicate(format: "a == 1").formatError == nil)
    #expect(broken.withSubstitutionVariables(["x": 1]) === broken)
  }

  /// `catch let error as NSError` expects an object: a Swift value crashes the program.
  @Test("are errors that are objects of NSError")
  func caught() throws {
    var found: [any Error] = []
    func note(_ body: () throws -> Void) {
      do { try body() } catch { found.append(error) }
    }
    let broken = NSPredicate(format: "a = = 1")
    note { _ = try NSPredicate(parsing: "a = = 1") }
    note { _ = try NSExpression(parsing: "a +") }
    for (type, path) in [(NSPersistentStore.StoreType.sqlite, "/dev/null"), (.inMemory, "/none")] {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Club.makeModel())
      try coordinator.addPersistentStore(type: type, at: URL(fileURLWithPath: path))
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
      request.predicate = broken
      note { _ = try context.fetch(request) }
      note { _ = try context.count(for: request) }
    }
    #expect(found.count == 6)
    for error in found {
      #expect(type(of: error) is NSError.Type, "\(type(of: error))")
      #expect((error as NSError).code == CocoaError.Code.formatting.rawValue)
    }
  }

  @Test("a key path that is no string")
  func wrongKeyPath() {
    #expect(throws: (any Error).self) { try NSPredicate(parsing: "%K == 1", arguments: [5]) }
    #expect(throws: (any Error).self) { try NSPredicate(parsing: "%K == 1", arguments: [nil]) }
  }
}
