import CorpusFiles
import ManagedModel
import ModelShorthand
import SQLiteDriver
import Testing

@testable import SQLSchema

/// Tests of stores from before models were XML.
///
/// Their models are rewritten here.
@Suite(.enabled(if: Corpus.isAvailable()))
struct LegacyStoreTests {
  @Test func `a store of 2012 has the same rows`() throws {
    let twitter = model(
      entity(
        "Tweet",
        attribute("isFavorited", .boolean),
        attribute("statusID", .integer64),
        attribute("createdAt", .date),
        attribute("inReplyToScreenName"),
        attribute("text"),
        attribute("urlString"),
        toOne("user", "User", inverse: "tweets")
      ),
      entity(
        "User",
        attribute("userID", .integer64),
        attribute("name"),
        attribute("screenName"),
        toMany("tweets", "Tweet", inverse: "user")
      )
    )
    try compare(twitter, with: "RestKit+RestKit-96fce45e") { made, expected in
      #expect(made == expected)
    }
  }

  /// Columns of the same type had the order of an unknown dictionary, so the rows are compared in order, and their
  /// columns as sets.
  @Test func `a store of 2009 has the same rows but for the order of columns`() throws {
    let recipes = model(
      entity(
        "Image",
        attribute("image", .transformable),
        toOne("recipe", "Recipe", inverse: "image")
      ),
      entity(
        "Ingredient",
        attribute("displayOrder", .integer16),
        attribute("amount"),
        attribute("name"),
        toOne("recipe", "Recipe", inverse: "ingredients")
      ),
      entity(
        "Recipe",
        attribute("prepTime"),
        attribute("name"),
        attribute("instructions"),
        attribute("overview"),
        attribute("thumbnailImage", .transformable),
        toOne("image", "Image", inverse: "recipe"),
        toOne("type", "RecipeType", inverse: "recipes"),
        toMany("ingredients", "Ingredient", inverse: "recipe")
      ),
      entity("RecipeType", attribute("name"), toMany("recipes", "Recipe", inverse: "type"))
    )
    try compare(recipes, with: "magicalpanda+MagicalRecord-426001fe") { made, expected in
      #expect(made.map(\.name) == expected.map(\.name))
      #expect(made != expected, "the order is known now")
      #expect(made.map(columns) == expected.map(columns))
    }
  }

  private func columns(of row: SchemaRow) -> [Substring] {
    (row.sql ?? "").split(separator: ", ").map { $0.trimmingSuffix(" )") }.sorted()
  }

  private func compare(
    _ model: ResolvedModel,
    with name: String,
    _ body: ([SchemaRow], [SchemaRow]) -> Void
  ) throws {
    let store = try #require(CorpusStore.all.first { $0.name == name })
    try store.open { database in
      let era = LayoutEra(frameworkVersion: try store.frameworkVersion(database))
      let made = try SQLiteConnection.store(SQLiteSchema(model, era: era))
      defer { made.close() }
      body(try made.schemaRows(), try database.schemaRows())
    }
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
    hasSuffix(suffix) ? dropLast(suffix.count) : self
  }
}
