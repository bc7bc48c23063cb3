import CoreData
import CorpusFiles
import Foundation
import ManagedModel
import ModelFiles
import Testing

/// Tests of model files.
@Suite("Files of models")
struct ModelFileTests {
  private static let models = Corpus.package.appending(path: "Models")

  @Test(
    "The sources of models are read",
    arguments: ["Company", "Contacts", "Everything", "League"]
  )
  func sources(name: String) throws {
    let url = Self.models.appending(path: "\(name).xcdatamodeld")
    let model = try #require(NSManagedObjectModel(contentsOf: url))
    #expect(!model.entities.isEmpty)
    #expect(model.entities.allSatisfy { $0.managedObjectModel === model })
    let checksums = try NSManagedObjectModel.checksumsForVersionedModel(at: url)
    #expect(checksums.values.contains(model.versionChecksum))
  }

  @Test(
    "Compiled models have the hashes that Apple's compiler recorded",
    .enabled(if: Corpus.isAvailable())
  )
  func compiled() throws {
    let bundles = Corpus.files { $0.lastPathComponent == "VersionInfo.plist" }
    for file in bundles {
      let bundle = file.deletingLastPathComponent()
      guard bundle.pathExtension == "momd",
        let info = try PropertyListSerialization.propertyList(
          from: Data(contentsOf: file),
          format: nil
        ) as? [String: Any],
        let versions = info["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]]
      else { continue }
      for (version, hashes) in versions {
        let url = bundle.appending(path: "\(version).mom")
        guard FileManager.default.fileExists(atPath: url.path) else { continue }
        let model = try #require(NSManagedObjectModel(contentsOf: url))
        #expect(model.entityVersionHashesByName == hashes, "\(url.path)")
        #expect(
          model.isConfiguration(
            withName: nil,
            compatibleWithStoreMetadata: [NSStoreModelVersionHashesKey: hashes]
          )
        )
      }
      let recorded = info["NSManagedObjectModel_VersionChecksums"] as? [String: String] ?? [:]
      let checksums = try NSManagedObjectModel.checksumsForVersionedModel(at: bundle)
      for (version, checksum) in recorded { #expect(checksums[version] == checksum) }
      #expect(NSManagedObjectModel(contentsOf: bundle) != nil)
    }
  }

  @Test("A file that is not a model gives nil, not a crash")
  func noModels() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "models-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let garbage = folder.appending(path: "Garbage.mom")
    try Data([1, 2, 3]).write(to: garbage)
    #expect(NSManagedObjectModel(contentsOf: garbage) == nil)
    #expect(NSManagedObjectModel(contentsOf: folder) == nil)
    #expect(NSManagedObjectModel(contentsOf: folder.appending(path: "None.momd")) == nil)
    let remote = try #require(URL(string: "https://example.com/Model.momd"))
    #expect(NSManagedObjectModel(contentsOf: remote) == nil)
    #expect(throws: CocoaError.self) {
      try NSManagedObjectModel.checksumsForVersionedModel(at: garbage)
    }
  }

  @Test("If a computed hash is uncertain, the one that the bundle records is used")
  func recordedHashes() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "models-\(UUID().uuidString).momd")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let value = Model(entities: [Entity(name: "Café"), Entity(name: "Plain")])
    let recorded = [
      "Café": [UInt8](repeating: 7, count: 32), "Plain": [UInt8](repeating: 9, count: 32),
    ]
    let bundle = CompiledBundle(
      versions: [.init(name: "V", model: value, hashes: recorded, checksum: "recorded")],
      currentVersionName: "V"
    )
    for file in try bundle.files() {
      try Data(file.bytes).write(to: folder.appending(path: file.name))
    }
    let model = try #require(NSManagedObjectModel(contentsOf: folder))
    let plain = SampleModels.entity("Plain").versionHash
    #expect(model.entityVersionHashesByName["Café"] == Data(repeating: 7, count: 32))
    #expect(model.entityVersionHashesByName["Plain"] == plain)
    #expect(model.entitiesByName["Café"]?.versionHash == Data(repeating: 7, count: 32))
    #expect(model.versionChecksum == "recorded")
    let changed = try #require(model.copy() as? NSManagedObjectModel)
    #expect(changed.versionChecksum == "recorded")
    changed.entitiesByName["Café"]?.isAbstract = true
    #expect(changed.entityVersionHashesByName["Café"] != Data(repeating: 7, count: 32))
    #expect(changed.versionChecksum != "recorded")
  }

  @Test("Models of a bundle are merged, and found for a store")
  func bundles() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "models-\(UUID().uuidString).resources")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["League", "Contacts"] {
      try FileManager.default.copyItem(
        at: Self.models.appending(path: "\(name).xcdatamodeld"),
        to: folder.appending(path: "\(name).xcdatamodeld")
      )
    }
    let bundle = try #require(Bundle(path: folder.path))
    let league = try #require(
      NSManagedObjectModel(contentsOf: folder.appending(path: "League.xcdatamodeld"))
    )
    let contacts = try #require(
      NSManagedObjectModel(contentsOf: folder.appending(path: "Contacts.xcdatamodeld"))
    )
    let merged = try #require(NSManagedObjectModel.mergedModel(from: [bundle]))
    #expect(merged.entities.count == league.entities.count + contacts.entities.count)
    let metadata: [String: Any] = [
      NSStoreModelVersionHashesKey: contacts.entityVersionHashesByName
    ]
    let found = try #require(
      NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: metadata)
    )
    #expect(Set(found.entitiesByName.keys) == Set(contacts.entitiesByName.keys))
    #expect(
      NSManagedObjectModel.mergedModel(
        from: [bundle],
        forStoreMetadata: [NSStoreModelVersionHashesKey: ["X": Data([1])]]
      ) == nil
    )
    let reference = NSManagedObjectModelReference(
      name: "League",
      in: bundle,
      versionChecksum: league.versionChecksum
    )
    #expect(reference.resolvedModel == league)
    let hashes = NSManagedObjectModelReference(
      entityVersionHashes: contacts.entityVersionHashesByName,
      in: bundle,
      versionChecksum: contacts.versionChecksum
    )
    #expect(hashes.resolvedModel == contacts)
  }

  @Test("References resolve to a model with the checksum")
  func references() {
    let model = SampleModels.league()
    let reference = NSManagedObjectModelReference(
      model: model,
      versionChecksum: model.versionChecksum
    )
    #expect(reference.resolvedModel === model)
    let file = NSManagedObjectModelReference(
      fileURL: Self.models.appending(path: "League.xcdatamodeld"),
      versionChecksum: "none"
    )
    #expect(file.versionChecksum == "none")
  }

  @Test("A reference to another model ends the program")
  func brokenReference() async {
    await #expect(processExitsWith: .failure) {
      let reference = NSManagedObjectModelReference(
        model: SampleModels.league(),
        versionChecksum: "other"
      )
      _ = reference.resolvedModel
    }
  }
}
