import CorpusFiles
import Foundation
import ManagedModel
import ModelComparison
import ModelFiles
import StoreSamples
import Testing

@testable import SQLSchema

/// Tests of plans on a real server: the catalogs must equal those of a new schema, and values must be kept.
struct PostgreSQLMigrationTests {
  private func expectMigration(
    _ database: MigratedSchema,
    from old: ResolvedModel,
    to new: ResolvedModel,
    _ title: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    // Changes that Core Data could not infer are tested with empty tables: on others validation would correctly fail.
    let obstacles = ModelCorrespondence(from: old, to: new).obstacles
    do {
      let faults = try database.faults(from: old, to: new, isFilled: obstacles.isEmpty)
      if !faults.isEmpty {
        Issue.record(
          "\(title): \(faults.joined(separator: "\n"))",
          sourceLocation: sourceLocation
        )
      }
    } catch {
      Issue.record("\(title): \(error)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: 0..<2)
  func `random edits keep the data`(part: UInt64) throws {
    let database = try MigratedSchema()
    for seed in part * 60..<(part + 1) * 60 {
      var edits = ModelEdits(seed: seed)
      let old = edits.model()
      let new = edits.edited(old)
      expectMigration(database, from: ResolvedModel(old), to: ResolvedModel(new), "seed \(seed)")
    }
  }

  @Test(arguments: 0..<2)
  func `random edits of both ends of relationships give the schema`(part: UInt64) throws {
    let database = try MigratedSchema()
    for seed in 2_000 + part * 60..<2_000 + (part + 1) * 60 {
      var edits = ModelEdits(seed: seed, changesConnections: true)
      let old = edits.model()
      let new = edits.edited(old)
      expectMigration(database, from: ResolvedModel(old), to: ResolvedModel(new), "seed \(seed)")
    }
  }

  @Test func `random edits that Core Data cannot infer give the schema all the same`() throws {
    let database = try MigratedSchema()
    for seed: UInt64 in 1_000..<1_040 {
      var edits = ModelEdits(seed: seed, allowsObstacles: true)
      let old = edits.model()
      let new = edits.edited(old)
      expectMigration(database, from: ResolvedModel(old), to: ResolvedModel(new), "seed \(seed)")
    }
  }

  @Test func `nothing to do is nothing done`() {
    for seed: UInt64 in 0..<100 {
      var edits = ModelEdits(seed: seed)
      let model = ResolvedModel(edits.model())
      let schema = PostgreSQLSchema(model)
      let plan = PostgreSQLMigration.plan(
        ModelCorrespondence(from: model, to: model),
        from: schema,
        to: schema
      )
      #expect(plan.steps.isEmpty, "seed \(seed): \(plan.steps.map(\.title))")
    }
  }

  @Test(.enabled(if: Corpus.isAvailable()))
  func `every pair of versions in the corpus`() throws {
    let database = try MigratedSchema()
    for file in Corpus.files(below: "models", where: { $0.pathExtension == "xcdatamodeld" }) {
      let bundle = try BundleReader().read(file.path)
      let versions = bundle.versions.compactMap { version in
        ModelLoader().load(version, of: bundle).loaded
      }
      for (old, new) in zip(versions, versions.dropFirst()) {
        let title = "\(Corpus.name(of: file)): \(old.version.name) to \(new.version.name)"
        expectMigration(database, from: old.resolved, to: new.resolved, title)
      }
    }
  }

  /// No step blocks readers or writers for longer than a catalog change, unless it says so.
  @Test func `heavy locks are short`() {
    for seed: UInt64 in 0..<100 {
      var edits = ModelEdits(seed: seed)
      let old = edits.model()
      let new = ResolvedModel(edits.edited(old))
      let before = ResolvedModel(old)
      let plan = PostgreSQLMigration.plan(
        ModelCorrespondence(from: before, to: new),
        from: PostgreSQLSchema(before),
        to: PostgreSQLSchema(new)
      )
      for step in plan.steps where step.lock == .accessExclusive {
        #expect(step.work == .catalog || step.statements[0].contains("PRIMARY KEY"), "\(step)")
      }
    }
  }
}

/// Tests that the definitions of a schema match its statements.
struct PostgreSQLDefinitionsTests {
  @Test func `every table, constraint and index is read back`() {
    for seed: UInt64 in 0..<200 {
      var random = RandomModel(
        seed: seed,
        names: seed.isMultiple(of: 2) ? RandomModel.ordinaryNames : RandomModel.hostileNames
      )
      let schema = PostgreSQLSchema(ResolvedModel(random.model()))
      let definitions = PostgreSQLDefinitions(schema)
      #expect(definitions.tables.map(\.name) == schema.mapping.tables.map(\.name))
      for (table, mapping) in zip(definitions.tables, schema.mapping.tables) {
        let texts = table.columns.map(\.type)
        #expect(texts == mapping.columns.map(\.type.postgreSQLName), "seed \(seed)")
        #expect(table.constraints.first?.definition.hasPrefix("PRIMARY KEY") == true)
      }
      #expect(definitions.indexes.map(\.name) == schema.mapping.indexes.map(\.name))
      let triggers = schema.statements.filter { $0.kind == .trigger }
      #expect(definitions.triggers.map(\.name) == triggers.map(\.name))
    }
  }

  @Test func `columns are taken apart`() {
    var attribute = Attribute(name: "a", type: .string)
    attribute.defaultValueText = "x, \"y\") -- 'z'\n"
    let entity = Entity(name: "E", properties: [.attribute(attribute)])
    let definitions = PostgreSQLDefinitions(
      PostgreSQLSchema(ResolvedModel(Model(entities: [entity])))
    )
    let column = definitions.tables[0].columns[2]
    #expect(column.isRequired)
    #expect(column.defaultLiteral?.contains("''z''") == true)
    #expect(definitions.tables[0].constraints.map(\.name) == ["e_pkey"])
  }
}
