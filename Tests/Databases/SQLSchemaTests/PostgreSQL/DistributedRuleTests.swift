import CorpusFiles
import Foundation
import ManagedModel
import ModelFiles
import SQLSchema
import Testing

/// Tests of the rules of the profile for distributed databases.
struct DistributedRuleTests {
  /// Keywords that one of the databases does not support, or not as PostgreSQL does.
  static let forbidden = [
    "DEFERRABLE", "TRIGGER", "FUNCTION", "NULLS FIRST", "NULLS LAST", "SEQUENCE", "SERIAL",
    "IDENTITY",
    "EXTENSION", "CONCURRENTLY", "LISTEN", "NOTIFY", "advisory", "pg_", "EXCLUDE", "INHERITS",
  ]

  private static func statements(_ name: String, _ profile: PostgreSQLProfile) throws -> [String] {
    let path = Corpus.package.appending(path: "Models/\(name).xcdatamodeld").path
    let loaded = try #require(ModelLoader().load(path).loaded)
    return PostgreSQLSchema(loaded.resolved, options: .init(profile: profile)).statements.map(
      \.text
    )
  }

  /// A statement without its string literals, which may contain any word.
  private static func bare(_ statement: String) -> String {
    statement.replacing(/'[^']*'|"[^"]*"/, with: "")
  }

  @Test(
    "No statement has what one of the databases lacks",
    arguments: ["League", "Company", "Contacts", "Everything"]
  )
  func words(model: String) throws {
    for statement in try Self.statements(model, .distributed) {
      let text = Self.bare(statement)
      for word in Self.forbidden { #expect(!text.contains(word), "\(word): \(statement)") }
    }
  }

  @Test(
    "Objects to create may exist already",
    arguments: ["League", "Company", "Contacts", "Everything"]
  )
  func repetition(model: String) throws {
    for statement in try Self.statements(model, .distributed) where statement.hasPrefix("CREATE") {
      #expect(statement.contains(" IF NOT EXISTS "), "\(statement)")
    }
  }

  @Test("The standard profile has such words, so that the search can find some")
  func standard() throws {
    let text = try Self.statements("Everything", .standard).map(Self.bare).joined()
    #expect(Self.forbidden.count { text.contains($0) } >= 4)
  }
}
