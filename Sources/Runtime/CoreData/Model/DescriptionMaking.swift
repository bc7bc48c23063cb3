import Foundation

// Initializers of classes cannot be called on a metatype, as in `Self()`, unless they are `required`, which
// subclasses would have to repeat. Those in an extension of a protocol can.

extension _FoundationExtension where Self: NSPropertyDescription {
  /// Creates a property without a name.
  @_disfavoredOverload public init() {
    self = initialised(Self.makeEmpty())
  }
}

extension _FoundationExtension where Self: NSEntityDescription {
  /// Creates an entity without a name.
  @_disfavoredOverload public init() {
    self = initialised(NSEntityDescription())
  }
}

extension _FoundationExtension where Self: NSManagedObjectModel {
  /// Creates a model without entities.
  @_disfavoredOverload public init() {
    self = initialised(NSManagedObjectModel())
  }
}
