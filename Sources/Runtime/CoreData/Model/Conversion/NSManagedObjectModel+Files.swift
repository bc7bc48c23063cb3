import Foundation
import ManagedModel

extension NSManagedObjectModel {
  /// Reads the model in a file: a compiled model (`.mom`, `.momd`) or, other than on Apple's platforms, the source of
  /// one (`.xcdatamodel`, `.xcdatamodeld`), in its current version.
  ///
  /// It is nil for a file without a valid model; the reasons are printed.
  ///
  /// ```swift
  /// guard let url = Bundle.module.url(forResource: "League", withExtension: "momd"),
  ///   let model = NSManagedObjectModel(contentsOf: url)
  /// else { return }
  /// ```
  public convenience init?(contentsOf url: URL) {
    guard let model = ModelFile(url: url).model() else { return nil }
    self.init(taking: model)
    fileURL = url
  }

  /// Creates the model of a value.
  package convenience init(_ resolved: ResolvedModel) {
    self.init(taking: ModelDescriptions.model(resolved))
  }

  /// The checksums of all versions of a model in a file, by the names of the versions.
  public class func checksumsForVersionedModel(at url: URL) throws -> [String: String] {
    let versions = ModelFile(url: url).versions()
    guard !versions.isEmpty else {
      throw CocoaError(.fileReadCorruptFile, userInfo: [NSURLErrorKey: url])
    }
    return Dictionary(
      versions.map { ($0.name, $0.model.versionChecksum) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Takes over the contents of a model without another owner.
  convenience init(taking model: NSManagedObjectModel) {
    self.init()
    origin = model.origin
    localizationDictionary = model.localizationDictionary
    versionIdentifiers = model.versionIdentifiers
    recordedHashes = model.recordedHashes
    configurationMembers = model.configurationMembers
    templates = model.templates
    let entities = model.storedEntities
    model.adopt([])
    adopt(entities)
  }
}
