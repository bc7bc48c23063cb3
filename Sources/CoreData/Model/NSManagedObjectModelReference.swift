import Foundation

/// A model in one of the stages of a migration, found when it is needed.
open class NSManagedObjectModelReference: NSObject {
  /// Where the model comes from.
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

  /// A reference to a model that is at hand.
  public init(model: NSManagedObjectModel, versionChecksum: String) {
    source = .model(model)
    checksum = versionChecksum
    super.init()
  }

  /// A reference to a model in a file.
  public init(fileURL: URL, versionChecksum: String) {
    source = .file(fileURL)
    checksum = versionChecksum
    super.init()
  }

  /// A reference to a model in a bundle.
  public init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
    source = .named(modelName, bundle)
    checksum = versionChecksum
    super.init()
  }

  /// A reference to the model of a bundle whose entities have the given version hashes.
  public init(
    entityVersionHashes versionHash: [AnyHashable: Any],
    in bundle: Bundle?,
    versionChecksum: String
  ) {
    source = .hashes(versionHash, bundle)
    checksum = versionChecksum
    super.init()
  }
}
