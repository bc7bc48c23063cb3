import Foundation
import ManagedModel

/// An entity of a model: its name, its properties and its relation to other entities.
open class NSEntityDescription: NSObject, NSCopying, DescriptionLock {
  final var isLocked = false
  final weak var model: NSManagedObjectModel?

  /// The superentity.
  @WeakReference final var parent: NSEntityDescription?

  /// The reference to the entity in its properties, indexes, subentities and requests, which do not retain it.
  final let handle = WeakHandle<NSEntityDescription>()

  /// Settings of the model file for which this class has no property.
  final var origin: Entity?

  /// The name of a superentity in the model file that does not exist.
  final var missingParentName: String?

  /// The renaming identifier, if one is set.
  final var writtenRenamingIdentifier: String?

  /// The properties that the entity itself declares, in the order in which they were given.
  final var ownProperties: [NSPropertyDescription] = []

  final var constraintNames: [[String]] = []
  final var compoundIndexNames: [[String]]?
  final var spotlightExpression: _NSExpression?

  /// The shape, once the model is in use.
  @exclusivity(unchecked) final var settledShape: EntityShape?

  /// The model of the entity.
  ///
  /// The entity must belong to a model.
  open var managedObjectModel: NSManagedObjectModel {
    guard let model else {
      preconditionFailure("The entity '\(name ?? "")' belongs to no model.")
    }
    return model
  }

  /// The name of the entity.
  open var name: String? { willSet { requireMutable() } }

  /// The name of the class of the objects; `NSManagedObject` if none is set.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var managedObjectClassName: String! {
    get {
      // A leading dot stands for the module that uses the model, which is not known at run time.
      className.map { String($0.drop { $0 == "." }) } ?? "NSManagedObject"
    }
    set {
      requireMutable()
      className = newValue.flatMap { $0.isEmpty ? nil : $0 }
    }
  }

  final var className: String?

  /// Whether only subentities have objects.
  open var isAbstract = false { willSet { requireMutable() } }

  /// Entries that the model's author attached to the entity; they may change while the model is in use.
  open var userInfo: [AnyHashable: Any]? = [:]

  /// A value that changes the version hash if nothing else of the entity changes.
  open var versionHashModifier: String? { willSet { requireMutable() } }

  /// The direct subentities.
  open var subentities: [NSEntityDescription] = [] {
    willSet { requireMutable() }
    didSet { adoptSubentities(insteadOf: oldValue) }
  }

  /// The parent entity.
  open var superentity: NSEntityDescription? { parent }

  /// The indexes of the entity in a store.
  open var indexes: [NSFetchIndexDescription] = [] {
    willSet { requireMutable() }
    didSet {
      for index in oldValue where index.owner === self { index.owner = nil }
      for index in indexes { index.owner = self }
    }
  }

  /// Creates an entity without a name.
  public override init() {
    super.init()
    handle.bind(to: self)
  }

  deinit { handle.cut() }

  /// A mutable entity with the same contents that belongs to no model.
  ///
  /// Its properties and subentities are copies; its relationships have the same destinations, or the copies of
  /// entities that are copied as well.
  open func copy(with zone: NSZone? = nil) -> Any {
    ModelCopier().copy(self)
  }

  open override var description: String { "<NSEntityDescription \(name ?? "")>" }

  /// Whether another object is an entity with the same contents and the same superentity.
  ///
  /// Subentities are not compared, because they are separate entities.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSEntityDescription else { return false }
    return other === self || hasContents(of: other)
  }

  open override var hash: Int { name.hashValue }

  private func hasContents(of other: NSEntityDescription) -> Bool {
    name == other.name && className == other.className && isAbstract == other.isAbstract
      && versionHashModifier == other.versionHashModifier
      && renamingIdentifier == other.renamingIdentifier
      && superentity?.name == other.superentity?.name
      && constraintNames == other.constraintNames
      && compoundIndexNames ?? [] == other.compoundIndexNames ?? []
      && ObjectEquality.isEqual(userInfo ?? [:], other.userInfo ?? [:])
      && ownPropertiesByName == other.ownPropertiesByName && indexes == other.indexes
  }
}

extension NSEntityDescription: WeaklyReferenced {}
