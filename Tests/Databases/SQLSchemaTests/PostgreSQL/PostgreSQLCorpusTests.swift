import CorpusFiles
import Foundation
import ManagedModel
import ModelFiles
import SQLDriver
import Testing

@testable import SQLSchema

/// Tests that a real server accepts the schema of every real model.
@Suite struct PostgreSQLCorpusTests {
  @Test(
    .enabled(if: Corpus.isAvailable()),
    arguments: PostgreSQLProfile.allCases
  )
  func everyModelLoads(profile: PostgreSQLProfile) throws {
    let database = try SchemaDatabase()
    var count = 0
    for file in Corpus.contents {
      guard let model = ContentsReader.read(try Array(Data(contentsOf: file))).model else {
        continue
      }
      let plan = StoragePlan(ResolvedModel(model))
      for naming in PostgreSQLNaming.allCases {
        let schema = PostgreSQLSchema(
          plan,
          options: PostgreSQLSchemaOptions(profile: profile, naming: naming)
        )
        do {
          try database.with(schema) {
            try expectSameNames(schema, try database.tables())
          }
        } catch {
          Issue.record("\(Corpus.name(of: file)): \(error)")
        }
        count += 1
      }
    }
    #expect(count > 100)
  }

  private func expectSameNames(
    _ schema: PostgreSQLSchema,
    _ actual: [String: [String]]
  ) throws {
    var expected: [String: [String]] = [:]
    for table in schema.mapping.tables {
      expected[table.name] = table.columns.map(\.name)
    }
    let system = Set(PostgreSQLSystemTables.names)
    #expect(actual.filter { !system.contains($0.key) } == expected)
  }
}
