import Diagnostics
import JSON
import ManagedModel
import ModelFiles

/// A model as a JSON document.
///
/// ``DumpSchema`` describes the form; a test compares the two.
struct ModelDump {
  private let loaded: LoadedModel
  let resolved: ResolvedModel
  let hashes: [String: EntityHash]
  private let versionHashes: VersionHashes

  init(_ loaded: LoadedModel) {
    self.loaded = loaded
    resolved = loaded.resolved
    versionHashes = VersionHashes(loaded.resolved)
    hashes = Dictionary(
      versionHashes.entities.map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  var document: JSONValue {
    let model = loaded.model
    return [
      "formatVersion": 1,
      "name": .string(loaded.bundle.name),
      "version": .string(loaded.version.name),
      "checksum": .string(versionHashes.checksum),
      "digest": .string(versionHashes.digest),
      "header": header(model.header),
      "entities": .array(resolved.entities.map(entity)),
      "fetchRequests": .array(model.fetchRequests.map(fetchRequest)),
      "configurations": .array(model.configurations.map(configuration)),
      "composites": .array(model.composites.map(composite)),
      "diagram": model.diagram.map { .array($0.map(box)) } ?? .null,
    ]
  }

  private func header(_ header: ModelHeader) -> JSONValue {
    [
      "name": JSONValue(header.name),
      "type": JSONValue(header.type),
      "documentVersion": JSONValue(header.documentVersion),
      "lastSavedToolsVersion": JSONValue(header.lastSavedToolsVersion),
      "systemVersion": JSONValue(header.systemVersion),
      "minimumToolsVersion": JSONValue(header.minimumToolsVersion),
      "sourceLanguage": JSONValue(header.sourceLanguage),
      "macOSVersion": JSONValue(header.macOSVersion),
      "iOSVersion": JSONValue(header.iOSVersion),
      "usedWithCloudKit": JSONValue(header.usedWithCloudKit),
      "usedWithSwiftData": JSONValue(header.usedWithSwiftData),
      "userDefinedModelVersionIdentifier": JSONValue(header.userDefinedModelVersionIdentifier),
    ]
  }

  private func configuration(_ configuration: Configuration) -> JSONValue {
    [
      "name": .string(configuration.name),
      "usedWithCloudKit": JSONValue(configuration.usedWithCloudKit),
      "entities": names(configuration.members),
    ]
  }

  private func composite(_ composite: Composite) -> JSONValue {
    [
      "name": .string(composite.name),
      "attributes": .array(composite.attributes.map(attribute)),
    ]
  }

  private func box(_ box: DiagramBox) -> JSONValue {
    [
      "name": .string(box.name),
      "positionX": .string(box.positionX),
      "positionY": .string(box.positionY),
      "width": .string(box.width),
      "height": .string(box.height),
    ]
  }

  func fetchRequest(_ request: FetchRequestTemplate) -> JSONValue {
    [
      "name": .string(request.name),
      "entity": JSONValue(request.entityName),
      "predicate": JSONValue(request.predicateText),
      "resultType": JSONValue(request.resultType.map { "\($0)" }),
      "fetchLimit": JSONValue(request.fetchLimit),
      "fetchBatchSize": JSONValue(request.fetchBatchSize),
      "includesSubentities": .bool(request.includesSubentities),
      "includesPropertyValues": .bool(request.includesPropertyValues),
      "includesPendingChanges": .bool(request.includesPendingChanges),
      "returnsObjectsAsFaults": .bool(request.returnsObjectsAsFaults),
      "returnsDistinctResults": .bool(request.returnsDistinctResults),
    ]
  }

  func names(_ references: [PropertyReference]) -> JSONValue {
    .array(references.map { .string($0.name) })
  }

  func userInfo(_ info: UserInfo?) -> JSONValue {
    .array(
      (info?.entries ?? []).map { entry in
        ["key": .string(entry.key), "value": .string(entry.value)]
      }
    )
  }
}

extension JSONValue {
  /// The Boolean, or `null` for nil.
  init(_ flag: Bool?) {
    self = flag.map(Self.bool) ?? .null
  }

  /// The number, or `null` for nil; whole numbers are written as such.
  init(_ number: Double?) {
    self = number.map { Int(exactly: $0).map(Self.integer) ?? .number($0) } ?? .null
  }
}
