import CorpusFiles
import Foundation
import Testing

@testable import SwiftSource

/// Tests of the declarations in source texts.
struct DeclarationTests {
  private static let source = """
    import CoreData
    @testable import struct Foundation.Date

    #if canImport(ObjectiveC)
    @objc(Team)
    #endif
    public final class Team: NSManagedObject, Sendable {
      @NSManaged public private(set) var name: String?
      @NSManaged var a: Set<Player>?, b: [String: [Int]]!
      lazy var size: Int = { let class_ = 1; return class_ }()
      var open = 3
      let other: (Int) throws -> String = { _ in "class X {" }
      @objc(addPlayersObject:) @NSManaged public func addToPlayers(_ value: Player)
      class func make<T: Hashable>(in context: NSManagedObjectContext, _ t: T = .init(), at i: Int) async throws -> [T] where T: Sendable {
        class Local {}
      }
      override class var supportsSecureCoding: Bool { true }
      enum Kind: Int16 { case open, closed; case other
        case last }
      init?(x: Int) { }
      subscript(i: Int) -> Int { 0 }
      static func == (a: Team, b: Team) -> Bool { true }
      class Nested<T> where T: AnyObject { var deep: T? }
    }
    extension Team.Kind: CustomStringConvertible where Self: Sendable { var description: String { "" } }
    typealias Pair<T> = (T, T)
    protocol P: AnyObject { func f() -> any P & Sendable; var v: Int { get set } }
    actor Worker {}
    let actor = 1
    """

  private var file: SwiftSourceFile { SwiftSourceFile(Array(Self.source.utf8)) }

  @Test func kindsAndNames() {
    #expect(
      file.declarations.map { "\($0.kind.rawValue) \($0.name)" } == [
        "import CoreData", "import Foundation", "class Team", "var name", "var a", "var size",
        "var open",
        "let other", "func addToPlayers", "func make", "var supportsSecureCoding", "enum Kind",
        "init init", "func =", "class Nested", "var deep", "extension Team.Kind", "var description",
        "typealias Pair", "protocol P", "func f", "var v", "actor Worker", "let actor",
      ]
    )
  }

  @Test func parts() throws {
    let file = file
    let text = { (range: ClosedRange<Int>) in file.text(file.range(range)) }
    let all = file.declarations
    let team = all[2]
    #expect(team.attributes.map(\.name) == ["objc"])
    #expect(team.modifiers.map(\.name) == ["public", "final"])
    #expect(team.inheritance.map(text) == ["NSManagedObject", "Sendable"])
    #expect(all[3].modifiers.map(\.name) == ["public", "private(set)"])
    #expect(all[3].bindings.map { $0.type.map(text) } == ["String?"])
    #expect(all[4].bindings.map(\.name) == ["a", "b"])
    #expect(all[4].bindings.map { $0.type.map(text) } == ["Set<Player>?", "[String: [Int]]!"])
    #expect(all[8].attributes.map(\.name) == ["objc", "NSManaged"])
    #expect(all[8].parameters.map(\.label) == [nil])
    let make = all[9]
    #expect(make.parameters.map(\.label) == ["in", nil, "at"])
    #expect(make.parameters.map { text($0.type) } == ["NSManagedObjectContext", "T", "Int"])
    #expect(make.isGeneric && make.isThrowing && make.isAsynchronous && make.hasConditions)
    #expect(make.result.map(text) == "[T]")
    #expect(make.modifiers.map(\.name) == ["class"])
    #expect(all[10].modifiers.map(\.name) == ["override", "class"])
    #expect(all[14].parent == 2 && all[15].parent == 14)
    #expect(all[16].hasConditions && all[18].isGeneric)
    #expect(all[20].result.map(text) == "any P & Sendable")
  }

  @Test(arguments: [
    ("canImport(ObjectiveC)", true), ("!canImport(ObjectiveC)", false), ("os(Linux)", false),
    ("os(iOS) || os(macOS)", true), ("os(iOS) || os(Linux)", false), ("DEBUG", false),
    ("canImport(UIKit) && DEBUG", true), ("DEBUG || canImport(Darwin)", false),
    ("!(os(Linux) || FOO)", true), ("swift(>=5.9)", false), ("compiler(>=6) && os(watchOS)", true),
    ("canImport(Foundation)", false), ("false", true),
  ])
  func conditions(_ condition: String, _ isInactive: Bool) throws {
    let file = SwiftSourceFile(
      Array("#if \(condition)\nlet a = 1\n#else\nlet b = 1\n#endif\nlet c".utf8)
    )
    let token = try #require(file.tokens.indices.first { file.text($0) == "a" })
    #expect(file.isInactiveOnLinux(token) == isInactive)
    #expect(!file.isInactiveOnLinux(file.tokens.count - 1))
  }

  /// The sources of this package are valid.
  @Test func ownSources() throws {
    let folders = ["Sources", "Tests", "Plugins"].map { Corpus.package.appending(path: $0) }
    let files = folders.flatMap { folder in
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL } ?? []
    }.filter { $0.pathExtension == "swift" }
    #expect(files.count > 1_000)
    for url in files {
      let file = SwiftSourceFile([UInt8](try Data(contentsOf: url)))
      #expect(file.problems == [], "\(url.path)")
      #expect(!file.declarations.isEmpty || file.tokens.count < 400, "\(url.path)")
    }
  }
}
