import CorpusFiles
import Foundation
import Testing

/// Tests which declarations of Apple's interface the module has.
///
/// The ledger is next to this file. With `RECORD_GOLDENS` in the environment it is recorded again, and the test
/// fails, so that a recording is not taken for a passing run.
struct LedgerGoldenTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Ledger.tsv")

  /// The inventory of Apple's interface that the entries come from; not part of the checkout.
  private static let inventory = Corpus.package.deletingLastPathComponent()
    .appending(components: "shared", "design", "coredata-api.tsv")

  private static var recorded: String {
    (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  /// The entries of the inventory; without it, those of the ledger.
  private static func entries() -> [Ledger.Entry] {
    if let text = try? String(contentsOf: inventory, encoding: .utf8) {
      return Ledger.inventory(text)
    }
    print(
      "the inventory of Apple's interface is not beside the checkout: the ledger's own is taken"
    )
    return Ledger.entries(of: recorded)
  }

  private static func ledger() throws -> Ledger {
    Ledger(entries(), in: try BuiltInterface.graph.get(), reasons: LedgerReasons())
  }

  @Test("The ledger agrees with the built module") func isCurrent() throws {
    let text = try Self.ledger().text
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
      Issue.record("recorded \(Self.file.path)")
      return
    }
    let old = Set(Self.recorded.split(separator: "\n"))
    let new = Set(text.split(separator: "\n"))
    #expect(new.subtracting(old).sorted() == [], "true, and not in the ledger: run make golden")
    #expect(old.subtracting(new).sorted() == [], "in the ledger, and not true: run make golden")
    #expect(text == Self.recorded)
  }

  @Test("Each declaration that has no effect has a reason, and no reason is unused") func reasons()
    throws
  {
    let rows = try Self.ledger().rows.filter { $0.status != .present }
    #expect(rows.filter { $0.reason.isEmpty }.map { "\($0.entry.owner).\($0.entry.name)" } == [])
    #expect(LedgerReasons().idleRules(rows.map(\.entry)) == [])
  }

  @Test("All declarations of tier A exist, except planned ones") func tierA() throws {
    let missing = try Self.ledger().rows.filter { row in
      row.entry.tier == "A" && row.status == .missing && !row.reason.hasPrefix("To come")
    }
    #expect(missing.map { "\($0.entry.owner).\($0.entry.name)" } == [])
  }
}

/// Tests of deprecation warnings in code written for Apple's platforms.
struct DeprecationTests {
  /// The declarations that Apple's SDK deprecates.
  private static let apples: Set<String> = [
    "NSEntityDescription.compoundIndexes", "NSManagedObjectContext.init()",
    "NSPersistentStoreCoordinator.metadataForPersistentStore(ofType:at:)",
    "NSPersistentStoreCoordinator.metadataForPersistentStore(with:)",
    "NSPersistentStoreCoordinator.setMetadata(_:forPersistentStoreOfType:at:)",
    "NSPropertyDescription.isIndexed", "NSPropertyDescription.isStoredInExternalRecord",
  ]

  /// The declarations that Foundation deprecates on this platform, and those that use them.
  private static let foundations: Set<String> = [".NSFetchRequestExpression"]

  @Test("Only the old names of errors are deprecated") func deprecations() throws {
    let symbols = try BuiltInterface.graph.get().symbols.values.flatMap(\.self)
    let found = symbols.filter { symbol in
      symbol.isDeprecated && !symbol.name.hasPrefix("_") && !symbol.owner.contains("_")
        && !symbol.owner.hasPrefix("CocoaError")
        // Deprecated because its superclass is deprecated in Foundation on this platform.
        && symbol.owner != "NSFetchRequestExpression"
    }
    let names = Set(found.map { "\($0.owner).\($0.name)" })
    #expect(names.subtracting(Self.foundations) == Self.apples)
  }
}

/// Tests of the comparison of declarations.
struct DeclarationTests {
  @Test(
    "Declarations that code uses in the same way",
    arguments: [
      ("func save() throws", "open func save() throws"),
      (
        "class func entity( forEntityName entityName: String, in c: C ) -> E?",
        "static func entity(forEntityName n: String, in context: C) -> E?"
      ),
      ("let key: String", "var key: String { get }"),
      ("static var refresh: T { get }", "static let refresh: T"),
      ("var name: String? { get set }", "final var name: String?"),
      ("unowned(unsafe) var model: M { get }", "open var model: M { get }"),
      ("class NSSet<T> where T : AnyObject", "class NSSet"),
      ("case insert", "case insert"),
      ("var ids: Set { get }", "var ids: Set<AnyHashable> { get }"),
      ("func fetch(_ request: R<P>) -> [Any]", "func fetch(_ r: R<any P>) -> [Any]"),
      (
        "init(at url: URL, options: [AnyHashable : Any]? = nil)",
        "convenience init(at place: URL, options: [AnyHashable: Any]? = [:])"
      ),
      ("func perform(_ block: @escaping () -> Void)", "func perform(_ b: @escaping () -> ())"),
    ]
  )
  func same(apples: String, ours: String) {
    #expect(Declaration(apples).admits(Declaration(ours)))
  }

  @Test(
    "Declarations that differ",
    arguments: [
      ("func save() throws", "func save()"),
      ("func save() async throws", "func save() throws"),
      ("func f(_ a: Int)", "func f(_ a: Int32)"),
      ("func f(a: Int)", "func f(b: Int)"),
      ("func f(a: Int)", "func f(a: Int, b: Int)"),
      ("func f(a: Int = 1)", "func f(a: Int)"),
      ("static func f()", "func f()"),
      ("var a: Int { get set }", "var a: Int { get }"),
      ("var a: Int? { get }", "var a: Int { get }"),
      ("static var a: Int { get }", "static var b: Int { get }"),
      ("var a: Set<Int> { get }", "var a: Set<String> { get }"),
      ("func f(_ b: @escaping () -> Int)", "func f(_ b: () -> Int)"),
    ]
  )
  func different(apples: String, ours: String) {
    #expect(!Declaration(apples).admits(Declaration(ours)))
  }
}
