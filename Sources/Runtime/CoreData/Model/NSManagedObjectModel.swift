import Foundation
import ManagedModel

/// A data model: entities with their properties, configurations and fetch requests.
///
/// Models are read from files, generated as code, or built at run time. They are mutable until a coordinator uses
/// them.
///
/// ```swift
/// let url = URL(fileURLWithPath: "Models/League.xcdatamodeld")
/// let model = NSManagedObjectModel(contentsOf: url)
/// ```
open class NSManagedObjectModel: NSObject, NSCopying, DescriptionLock {
  final var isLocked = false

  /// Settings of the model file for which this class has no property.
  final var origin: Model?

  /// The file that the model was read from, which has its other versions.
  final var fileURL: URL?

  /// The failed search for the model that this empty one replaces.
  final var failedSearch: (any FailedModelSearch)?

  final var storedEntities: [NSEntityDescription] = []
  final var configurationMembers: [String: [NSEntityDescription]] = [:]
  final var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]

  /// The version hashes, once the model is in use.
  final var settledHashes: VersionHashes?

  /// The hashes that a compiled bundle records, for cases in which the computed ones are not certain.
  final var recordedHashes = RecordedHashes()

  /// The entities by the classes of their objects, once the model is in use.
  final var classes: EntitiesByClass { madeClasses.value { EntitiesByClass(self) } }
  private final let madeClasses = LazyReference<EntitiesByClass>()

  /// The lock for making the model immutable.
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

  /// Localized texts for names of the model.
  open var localizationDictionary: [String: String]? { willSet { requireMutable() } }

  /// The version identifiers that the author of the model has set.
  open var versionIdentifiers: Set<AnyHashable> = [] { willSet { requireMutable() } }

  /// Creates a model without entities.
  public override init() {
    super.init()
  }

  /// A mutable model with the same contents.
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

/// A failed search for a model.
protocol FailedModelSearch {
  /// A description of the places that were searched, in one or two sentences.
  var reason: String { get }

  /// The remedies, as a sentence.
  var remedies: String { get }
}
