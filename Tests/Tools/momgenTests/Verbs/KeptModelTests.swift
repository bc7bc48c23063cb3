import Foundation
import ManagedModel
import PropertyLists
import SQLDriver
import SQLiteDriver
import StoreMigration
import Testing

@testable import momgen

/// Verbs that are given a store read the model in it.
struct KeptModelTests {
  @Test func hashesAreThoseOfTheModel() throws {
    let store = try SampleStore()
    let ofStore = Run("hash", store.path)
    let ofModel = Run("hash", "--model-version", "League", SampleModel.path("League"))
    #expect(ofStore.exitCode == 0 && ofStore.errorOutput.isEmpty)
    #expect(
      ofStore.output.split(separator: "\n").dropFirst()
        == ofModel.output.split(separator: "\n").dropFirst()
    )
    #expect(Run("hash", "--all-versions", store.path).output == ofStore.output)
  }

  @Test func tablesAreThoseOfTheModel() throws {
    let store = try SampleStore()
    func statements(_ run: Run) -> [Substring] {
      run.output.split(separator: "\n").filter { !$0.hasPrefix("--") && !$0.isEmpty }
    }
    for dialect in ["sqlite", "postgresql"] {
      let ofStore = Run("sql", "--dialect", dialect, store.path)
      let ofModel = Run(
        words: [
          "sql", "--dialect", dialect, "--model-version", "League", SampleModel.path("League"),
        ]
      )
      #expect(ofStore.exitCode == 0)
      #expect(statements(ofStore) == statements(ofModel) && !statements(ofStore).isEmpty)
    }
    for verb in ["validate", "dump", "diagram"] {
      #expect(Run(verb, store.path).exitCode == 0, "\(verb)")
    }
  }

  @Test func aStoreWithoutAModelIsRefused() throws {
    let store = try SampleStore(keepsModel: false)
    for verb in ["hash", "sql"] {
      let run = Run(verb, store.path)
      #expect(run.exitCode == 3 && run.output.isEmpty)
      #expect(run.errorOutput.contains("error: the store contains no model"))
    }
    try store.execute("UPDATE Z_METADATA SET Z_PLIST = X'00'")
    #expect(Run("sql", store.path).exitCode == 3)
  }

  @Test func noStoreIsFormatted() throws {
    let store = try SampleStore()
    let before = try store.bytes()
    #expect(Run("format", store.path).exitCode != 0)
    #expect(try store.bytes() == before)
  }

  /// Core Data's own stores contain an index twice if the model marks its attribute as well.
  @Test(arguments: ["sql", "hash", "validate", "dump", "diagram", "inspect", "verify"])
  func anIndexThatIsKeptTwice(verb: String) throws {
    let store = try SampleStore()
    let index = FetchIndex(
      name: "byEmail",
      elements: [FetchIndexElement(propertyName: "email")]
    )
    try store.withConnection { connection in
      var model = try #require(try StoreMetadata.cachedModel(connection))
      let player = try #require(model.entities.firstIndex { $0.name == "Player" })
      model.entities[player].fetchIndexes = [index, index]
      try connection.run(
        "UPDATE Z_MODELCACHE SET Z_CONTENT = ?",
        .blob(StoredModel(model).archive())
      )
      try connection.execute(
        "CREATE INDEX Z_Player_byEmail ON ZPLAYER (ZEMAIL COLLATE BINARY ASC)"
      )
    }
    let run = Run(verb, store.path)
    #expect(run.exitCode == 0, "\(run.errorOutput)\(run.output)")
    #expect(!run.errorOutput.contains("error"))
  }
}
