import CorpusFiles
import Foundation
import ModelFiles
import StoreBrowsing
import StoreMigration
import Testing

/// Stores of real programs.
@Suite(.enabled(if: Corpus.isAvailable())) struct CorpusStoreTests {
  private static let stores = Corpus.files(below: "stores") {
    ["sqlite", "moody"].contains($0.pathExtension)
  }

  /// The versions of the models beside a store.
  private func candidates(beside store: URL) -> [ModelCandidate] {
    let folder = store.deletingLastPathComponent()
    let models = Corpus.files(below: Corpus.name(of: folder)) {
      ["xcdatamodeld", "mom", "momd"].contains($0.pathExtension)
    }
    return models.flatMap { url -> [ModelCandidate] in
      guard let bundle = try? BundleReader().read(url.path) else { return [] }
      return bundle.versions.compactMap { version in
        ModelLoader().load(version, of: bundle).loaded.map {
          ModelCandidate(title: version.name, model: $0.model)
        }
      }
    }
  }

  @Test("Every entity of every store is shown, and its first object", arguments: stores)
  func store(_ original: URL) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "corpus-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: original.lastPathComponent)
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: original.path + suffix)
    {
      try FileManager.default.copyItem(atPath: original.path + suffix, toPath: copy.path + suffix)
    }
    let store = BrowsedStore(copy.path)
    let candidates = candidates(beside: original)
    let inspection = try store.inspection(.survey, candidates: candidates)
    guard inspection.model.model != nil else {
      print("\(Corpus.name(of: original)): of an unknown model")
      #expect(throws: BrowsingError.self) { try store.model(candidates: candidates) }
      return
    }
    let model = try store.model(candidates: candidates)
    for entity in inspection.entities {
      let table = try store.reading(model) { try $0.table(TableQuery(entity.name)) }
      #expect(table.count >= entity.objectCount)
      #expect(table.rows.count == min(table.count, TableQuery.pageSize), "\(entity.name)")
      guard let row = table.rows.first else { continue }
      let details = try store.reading(model) { try $0.details(of: row.object) }
      #expect(details?.name.key == row.object.key)
    }
    _ = try store.reading(model) { try $0.history(upTo: nil) }
  }
}
