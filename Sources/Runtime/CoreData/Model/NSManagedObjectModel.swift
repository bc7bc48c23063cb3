import Foundation
import ManagedModel

/// A data model: the kinds of objects there are.
open class NSManagedObjectModel: NSObject, NSCopying, DescriptionLock {
  final var isLocked = false

  /// Settings of the model file for which this class has no property.
  final var origin: Model?

  /// The file that the model was read from, in which its other versions are.
  final var fileURL: URL?

  /// The search for a model that this one stands in for, because nothing was found.
  final var failedSearch: (any FailedModelSearch)?

  final var storedEntities: [NSEntityDescription] = []
  final var configurationMembers: [String: [NSEntityDescription]] = [:]
  final var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]

  /// The version hashes, once the model is in use.
  final var settledHashes: VersionHashes?

  /// The hashes that a compiled bundle records, where the computed ones are not certain.
  final var recordedHashes = RecordedHashes()

  /// The entities by the classes of their objects, once the model is in use.
  final var classes: EntitiesByClass { madeClasses.value { EntitiesByClass(self) } }
  private final let madeClasses = LazyReference<EntitiesByClass>()

  /// Serialises the step into use.
  final let locking = NSLock()

  /// The entities of the model.
  open var entities: [NSEntityDescription] {
    get { storedEntities }
    set {
      requireMutable()
      adopt(newValue)
    }
  }

  /// The entities of the model by their names.
  open var entitiesByName: [String: NSEntityDescription] {
    Dictionary(
      storedEntities.compactMap { entity in entity.name.map { ($0, entity) } },
      uniquingKeysWith: { _, last in last }
    )
  }

  /// Texts that stand for names of the model where people read them.
  open var localizationDictionary: [String: String]? { willSet { requireMutable() } }

  /// The identifiers that the author of the model gave this version.
  open var versionIdentifiers: Set<AnyHashable> = [] { willSet { requireMutable() } }

  /// Makes a model without entities.
  public override init() {
    super.init()
  }

  /// A model with the same contents that can be changed.
  open func copy(with zone: NSZone? = nil) -> Any {
    ModelCopier().copy(self)
  }

  open override var description: String {
    let names = storedEntities.map { $0.name ?? "" }.sortedByCodePoint()
    return "<NSManagedObjectModel \(names.joined(separator: ", "))>"
  }

  /// Whether another object is a model with the same contents.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSManagedObjectModel else { return false }
    return other === self || hasContents(of: other)
  }

  open override var hash: Int { storedEntities.count }

  private func hasContents(of other: NSManagedObjectModel) -> Bool {
    storedEntities.count == other.storedEntities.count
      && entitiesByName == other.entitiesByName
      && versionIdentifiers == other.versionIdentifiers
      && configurationMembers.mapValues { Set($0.map(\.name)) }
        == other.configurationMembers.mapValues { Set($0.map(\.name)) }
      && templates == other.templates
  }
}

/// The search for a model that has found none that can be used.
protocol FailedModelSearch {
  /// A description of the places that were searched, in one or two sentences.
  var reason: String { get }

  /// The remedies, as a sentence.
  var remedies: String { get }
}
