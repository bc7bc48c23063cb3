import CorpusFiles
import Foundation
import ManagedModel
import ModelFiles
import StoreSamples
import Testing

/// Tests of migrations between versions, with data.
@Suite struct MigrationProofTests {
  /// The number of seeds: a few hundred, or as many as the environment says.
  private static let seedCount =
    ProcessInfo.processInfo.environment["MIGRATION_SEEDS"].flatMap { UInt64($0) } ?? 400

  @Test("Random edits of random models keep the data", arguments: 0..<4 as Range<UInt64>)
  func randomEdits(part: UInt64) throws {
    var migrated = 0
    for seed in stride(from: part, to: Self.seedCount, by: 4) {
      var edits = ModelEdits(seed: seed + 20_000)
      let old = edits.model()
      let new = edits.edited(old)
      let outcome = try MigrationProof(from: old, to: new).outcome(tracksHistory: seed % 3 == 0)
      switch outcome {
      case .migrated: migrated += 1
      case .current, .refused: continue
      case .faults(let faults): Issue.record("seed \(seed): \(faults.joined(separator: "\n"))")
      }
    }
    #expect(migrated > Self.seedCount / 8)
  }

  @Test("Random edits that cannot be inferred leave the store as it was")
  func randomObstacles() throws {
    var refused = 0
    for seed in 0..<Self.seedCount / 2 {
      var edits = ModelEdits(seed: seed + 90_000, allowsObstacles: true)
      let old = edits.model()
      let new = edits.edited(old)
      switch try MigrationProof(from: old, to: new).outcome() {
      case .refused: refused += 1
      case .migrated, .current: continue
      case .faults(let faults): Issue.record("seed \(seed): \(faults.joined(separator: "\n"))")
      }
    }
    #expect(refused > Self.seedCount / 20)
  }

  @Test(
    "Every version in the corpus becomes the next, and goes back",
    .enabled(if: Corpus.isAvailable())
  )
  func corpus() throws {
    var migrated = 0
    for (title, versions) in try CorpusVersions.all() {
      for (old, new) in zip(versions, versions.dropFirst()) {
        for (old, new) in [(old, new), (new, old)] {
          switch try MigrationProof(from: old.model, to: new.model).outcome() {
          case .migrated, .current: migrated += 1
          case .refused(let reason): print("\(title) \(old.name) to \(new.name): \(reason)")
          case .faults(let faults):
            Issue.record("\(title) \(old.name) to \(new.name): \(faults.joined(separator: "\n"))")
          }
        }
      }
    }
    #expect(migrated >= 20)
  }
}

/// The versions of the bundles in the corpus, in order.
enum CorpusVersions {
  struct Version {
    var name: String
    var model: Model
  }

  static func all() throws -> [(title: String, versions: [Version])] {
    try Corpus.files(below: "models") { $0.pathExtension == "xcdatamodeld" }.map { file in
      let bundle = try BundleReader().read(file.path)
      let versions = bundle.versions.compactMap { version in
        ModelLoader().load(version, of: bundle).loaded
      }
      return (
        Corpus.name(of: file),
        versions.map { Version(name: $0.version.name, model: $0.resolved.model) }
      )
    }
  }
}
