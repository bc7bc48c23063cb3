import Foundation

/// A reference to a model for a stage of a migration, which is resolved lazily.
open class NSManagedObjectModelReference: NSObject {
  /// The source of the model.
  enum Source {
    case model(NSManagedObjectModel)
    case file(URL)
    case named(String, Bundle?)
    case hashes([AnyHashable: Any], Bundle?)
  }

  final let source: Source

  /// The checksum that the model must have.
  open var versionChecksum: String { checksum }

  private let checksum: String

  /// Creates a reference to a model in memory.
  public init(model: NSManagedObjectModel, versionChecksum: String) {
    source = .model(model)
    checksum = versionChecksum
    super.init()
  }

  /// Creates a reference to a model in a file.
  public init(fileURL: URL, versionChecksum: String) {
    source = .file(fileURL)
    checksum = versionChecksum
    super.init()
  }

  /// Creates a reference to a model in a bundle.
  public init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
    source = .named(modelName, bundle)
    checksum = versionChecksum
    super.init()
  }

  /// Creates a reference to the model of a bundle whose entities have the given version hashes.
  public init(
    entityVersionHashes versionHash: [AnyHashable: Any],
    in bundle: Bundle?,
    versionChecksum: String
  ) {
    source = .hashes(versionHash, bundle)
    checksum = versionChecksum
    super.init()
  }

  /// The model of the reference.
  ///
  /// If the model cannot be found, or has another checksum, this stops the program: Core Data raises an exception.
  open var resolvedModel: NSManagedObjectModel {
    do {
      return try resolve()
    } catch {
      preconditionFailure(error.localizedDescription)
    }
  }

  /// Returns the model of the reference, or throws an error with the code
  /// ``NSManagedObjectModelReferenceNotFoundError``.
  final func resolve() throws -> NSManagedObjectModel {
    let model = candidates.first { $0.versionChecksum == versionChecksum }
    guard let model else {
      throw NSError.coreData(
        NSManagedObjectModelReferenceNotFoundError,
        ["reason": "There is no model with the checksum \(versionChecksum)."]
      )
    }
    return model
  }

  private var candidates: [NSManagedObjectModel] {
    switch source {
    case .model(let model): return [model]
    case .file(let url): return ModelFile(url: url).versions().map(\.model)
    case .named(let name, let bundle):
      let files = ModelFile.files(in: [bundle ?? .main])
      return files.flatMap { file in
        let isNamed = file.url.deletingPathExtension().lastPathComponent == name
        return file.versions().filter { isNamed || $0.name == name }.map(\.model)
      }
    case .hashes(let hashes, let bundle):
      let models = ModelFile.files(in: [bundle ?? .main]).flatMap { $0.versions().map(\.model) }
      return models.filter { model in
        hashes as? [String: Data] == model.entityVersionHashesByName
      }
    }
  }
}
