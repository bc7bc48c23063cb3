import Foundation
import ManagedModel

/// A property of an entity: an attribute, a relationship or a fetched property.
open class NSPropertyDescription: NSObject, NSCopying, DescriptionLock {
  /// The entity that declares the property.
  @WeakReference final var owner: NSEntityDescription?

  /// Whether the model is in use, so that the property is immutable.
  final var isLocked = false

  /// Settings of the model file for which this class has no property.
  final var origin: Property?

  /// The renaming identifier, if one is set.
  final var writtenRenamingIdentifier: String?

  final var predicates: [NSPredicate] = []
  final var warnings: [Any] = []

  /// The entity that declares the property.
  ///
  /// The property must belong to an entity.
  open var entity: NSEntityDescription {
    guard let owner else { preconditionFailure("The property '\(name)' belongs to no entity.") }
    return owner
  }

  /// The name of the property.
  open var name: String = "" { willSet { requireMutable() } }

  /// Whether an object can be saved without a value.
  open var isOptional = true { willSet { requireMutable() } }

  /// Whether the value is not stored.
  open var isTransient = false { willSet { requireMutable() } }

  /// Entries that the model's author attached to the property.
  ///
  /// They can change while the model is in use: the predicate of a fetched property may refer to them.
  open var userInfo: [AnyHashable: Any]? = [:]

  /// The predicates that a value must satisfy.
  open var validationPredicates: [NSPredicate] { predicates }

  /// The error for each predicate that is not satisfied: a code or a text.
  open var validationWarnings: [Any] { warnings }

  /// Sets the predicates that a value must satisfy, and for each a text or an error code.
  open func setValidationPredicates(
    _ validationPredicates: [NSPredicate]?,
    withValidationWarnings validationWarnings: [String]?
  ) {
    requireMutable()
    predicates = validationPredicates ?? []
    warnings = validationWarnings ?? []
  }

  /// A value that changes the version hash if nothing else of the property changes.
  open var versionHashModifier: String? { willSet { requireMutable() } }

  /// The name of the property in an earlier version of the model; its own name if none is set.
  open var renamingIdentifier: String? {
    get { writtenRenamingIdentifier ?? name }
    set {
      requireMutable()
      writtenRenamingIdentifier = newValue
    }
  }

  /// Whether the property is in an index.
  @available(*, deprecated, message: "Use NSEntityDescription.indexes instead")
  open var isIndexed: Bool {
    get { hasIndex }
    set {
      requireMutable()
      hasIndex = newValue
    }
  }

  /// Whether the property is indexed, in models for Xcode 8 and earlier.
  final var hasIndex = false

  /// Whether Spotlight indexes the property; without effect here.
  open var isIndexedBySpotlight = false { willSet { requireMutable() } }

  /// Whether the value is written to an external record as well; without effect here.
  @available(*, deprecated, message: "Spotlight integration is deprecated")
  open var isStoredInExternalRecord: Bool {
    get { isInExternalRecord }
    set {
      requireMutable()
      isInExternalRecord = newValue
    }
  }

  final var isInExternalRecord = false

  /// Creates a property without a name.
  public override init() {
    super.init()
  }

  /// A mutable property with the same contents that belongs to no entity.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).makeEmpty()
    copy.take(from: self)
    return copy
  }

  /// Creates an empty property of the same kind.
  ///
  /// A subclass outside of this module is copied as the class of this module that it extends.
  class func makeEmpty() -> NSPropertyDescription { NSPropertyDescription() }

  /// Copies the contents of another property of the same kind.
  func take(from other: NSPropertyDescription) {
    origin = other.origin
    name = other.name
    isOptional = other.isOptional
    isTransient = other.isTransient
    userInfo = other.userInfo
    predicates = other.predicates
    warnings = other.warnings
    versionHashModifier = other.versionHashModifier
    writtenRenamingIdentifier = other.writtenRenamingIdentifier
    hasIndex = other.hasIndex
    isIndexedBySpotlight = other.isIndexedBySpotlight
    isInExternalRecord = other.isInExternalRecord
  }

  /// Makes the property immutable.
  func lock() { isLocked = true }

  open override var description: String {
    "<\(type(of: self)) \(owner?.name.map { "\($0)." } ?? "")\(name)>"
  }

  /// Whether another object is a property of the same kind with the same contents.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPropertyDescription else { return false }
    return other === self || hasContents(of: other)
  }

  open override var hash: Int { name.hashValue }

  /// Whether another property has the same kind and the same contents.
  func hasContents(of other: NSPropertyDescription) -> Bool {
    type(of: other) == type(of: self) && name == other.name && isOptional == other.isOptional
      && isTransient == other.isTransient && versionHashModifier == other.versionHashModifier
      && renamingIdentifier == other.renamingIdentifier && hasIndex == other.hasIndex
      && isIndexedBySpotlight == other.isIndexedBySpotlight
      && isInExternalRecord == other.isInExternalRecord
      && ObjectEquality.isEqual(userInfo ?? [:], other.userInfo ?? [:])
      && ObjectEquality.isEqual(predicates, other.predicates)
      && ObjectEquality.isEqual(warnings, other.warnings)
  }
}
