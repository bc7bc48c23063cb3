import CorpusFiles
import Foundation
import ManagedModel
import ModelComparison
import ModelFiles
import ModelShorthand
import SQLDriver
import SQLiteDriver
import StoreSamples
import Testing

@testable import SQLSchema

/// Tests of plans on a real store: the schema must equal that of a new store, and data must be kept where possible.
struct SQLiteMigrationTests {
  private func expectMigration(
    from old: ResolvedModel,
    to new: ResolvedModel,
    era: LayoutEra = .current,
    _ title: String,
    keepsData: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      let store = try MigratedStore(
        from: old,
        to: new,
        era: era,
        tracksHistory: era == .current
      )
      defer { store.database.close() }
      let differences = try store.schemaDifferences()
      let losses = keepsData ? try store.lostData() : []
      if !(differences + losses).isEmpty {
        Issue.record(
          """
          \(title): \((differences + losses).joined(separator: "\n"))
          \(store.plan.steps.flatMap(\.statements).joined(separator: "\n"))
          """,
          sourceLocation: sourceLocation
        )
      }
    } catch {
      Issue.record("\(title): \(error)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: 0..<4)
  func `random edits keep the data`(part: UInt64) {
    for seed in part * 150..<(part + 1) * 150 {
      var edits = ModelEdits(seed: seed)
      let old = edits.model()
      let new = edits.edited(old)
      expectMigration(from: ResolvedModel(old), to: ResolvedModel(new), "seed \(seed)")
    }
  }

  @Test func `random edits that Core Data cannot infer give the schema all the same`() {
    for seed: UInt64 in 1_000..<1_200 {
      var edits = ModelEdits(seed: seed, allowsObstacles: true)
      let old = edits.model()
      let new = edits.edited(old)
      expectMigration(from: ResolvedModel(old), to: ResolvedModel(new), "seed \(seed)")
    }
  }

  @Test func `any model becomes any other`() {
    for seed: UInt64 in 0..<150 {
      var one = RandomModel(seed: seed)
      var other = RandomModel(seed: seed + 5_000)
      let era = LayoutEra.allCases[Int(seed) % LayoutEra.allCases.count]
      expectMigration(
        from: ResolvedModel(one.model()),
        to: ResolvedModel(other.model()),
        era: era,
        "seed \(seed), \(era)",
        keepsData: false
      )
    }
  }

  @Test func `nothing to do is nothing done`() throws {
    for seed: UInt64 in 0..<100 {
      var edits = ModelEdits(seed: seed)
      let model = ResolvedModel(edits.model())
      let correspondence = ModelCorrespondence(from: model, to: model)
      let schema = SQLiteSchema(model)
      let plan = SQLiteMigration.plan(correspondence, from: schema, to: schema)
      #expect(plan.steps.isEmpty, "seed \(seed): \(plan.steps.map(\.title))")
    }
  }

  @Test(.enabled(if: Corpus.isAvailable()))
  func `every pair of versions in the corpus`() throws {
    var count = 0
    let bundles = Corpus.files(below: "models") { $0.pathExtension == "xcdatamodeld" }
    for file in bundles {
      let bundle = try BundleReader().read(file.path)
      let versions = bundle.versions.compactMap { version in
        ModelLoader().load(version, of: bundle).loaded
      }
      for (old, new) in zip(versions, versions.dropFirst()) {
        let title = "\(Corpus.name(of: file)): \(old.version.name) to \(new.version.name)"
        for era in [LayoutEra.ios9, .current] {
          expectMigration(from: old.resolved, to: new.resolved, era: era, title)
        }
        expectMigration(from: new.resolved, to: old.resolved, title + " and back")
        count += 1
      }
    }
    #expect(count >= 10)
  }

  /// An index that is created again, because its table is, has the same values as before.
  @Test(arguments: [(["a"], ["a"], false), (["a", "b"], ["a"], true), ([], ["a"], true)])
  func `only what data may break is said to fail on some data`(
    old: [String],
    new: [String],
    fails: Bool
  ) throws {
    func model(_ members: [String], _ names: String...) -> ResolvedModel {
      var entity = Entity(name: "A", properties: names.map { attribute($0) })
      entity.uniquenessConstraints =
        members.isEmpty
        ? nil : [UniquenessConstraint(members: members.map { PropertyReference($0) })]
      return ResolvedModel(Model(entities: [entity]))
    }
    // Removing an attribute rebuilds the table.
    let store = try MigratedStore(from: model(old, "a", "b", "gone"), to: model(new, "a", "b"))
    let step = try #require(
      store.plan.steps.first { $0.kind == .createIndex && $0.title.contains("UNIQUE") }
    )
    #expect(step.cautions == (fails ? [.dependsOnData] : []))
  }
}
