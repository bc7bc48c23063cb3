import Deflation
import Foundation
import ManagedModel
import ModelFiles
import SQLSchema

/// The part of a model that is in a store.
struct SQLiteModel {
  private let model: NSManagedObjectModel
  private let value: Model
  let mapping: SchemaMapping

  /// The part that a configuration has; all of the model for one that the model does not know.
  init(_ model: NSManagedObjectModel, configuration: String) {
    self.model = model
    var value = ModelValue.model(model)
    if let entities = model.entities(forConfigurationName: configuration) {
      let names = Set(entities.compactMap(\.name))
      value.entities.removeAll { !names.contains($0.name) }
    }
    self.value = value
    mapping = CoreDataLayout.mapping(of: ResolvedModel(value))
  }

  /// What goes into the metadata of a new store.
  func metadata(identifier: String) -> [String: Any] {
    let names = Set(value.entities.map(\.name))
    let hashes = VersionHashes(ResolvedModel(value))
    let isWhole = names.count == model.entities.count
    return [
      NSStoreTypeKey: NSSQLiteStoreType,
      NSStoreUUIDKey: identifier,
      NSStoreModelVersionHashesKey: model.entityVersionHashesByName.filter {
        names.contains($0.key)
      },
      "NSStoreModelVersionHashesVersion": 3,
      NSStoreModelVersionIdentifiersKey:
        model.versionIdentifiers.compactMap { $0.base as? String }.sorted(),
      "NSPersistenceFrameworkVersion": 1_345,
      "_NSAutoVacuumLevel": "2",
      "NSStoreModelVersionHashesDigest": hashes.digest,
      "NSStoreModelVersionChecksumKey": isWhole ? model.versionChecksum : hashes.checksum,
    ]
  }

  /// The model as stores keep it.
  func archive() throws -> [UInt8] {
    try Deflation.compress(CompiledModelWriter.bytes(of: value))
  }
}
