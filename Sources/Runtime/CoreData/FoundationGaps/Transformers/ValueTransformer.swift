import Foundation

/// The name of a value transformer.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The name itself.
  public let rawValue: String

  /// Creates a name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates a name.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// The transformer that negates a Boolean value.
  public static let negateBooleanTransformerName = Self("NSNegateBoolean")
  /// The transformer that returns whether there is no value.
  public static let isNilTransformerName = Self("NSIsNil")
  /// The transformer that returns whether there is a value.
  public static let isNotNilTransformerName = Self("NSIsNotNil")
  /// The transformer from an archive to the object in it.
  public static let unarchiveFromDataTransformerName = Self("NSUnarchiveFromData")
  /// The transformer from a keyed archive to the object in it.
  public static let keyedUnarchiveFromDataTransformerName = Self("NSKeyedUnarchiveFromData")
  /// The transformer from a keyed archive to an object of an allowed class.
  public static let secureUnarchiveFromDataTransformerName = Self("NSSecureUnarchiveFromData")
}

/// A conversion of values, for example into bytes, which may be reversible.
///
/// Foundation has it on Apple's platforms only. Register an instance to use it for a transformable attribute.
///
/// ```swift
/// ValueTransformer.setValueTransformer(ColorTransformer(), forName: NSValueTransformerName("Color"))
/// ```
open class ValueTransformer: NSObject, @unchecked Sendable {
  /// Creates a transformer.
  public override init() {
    super.init()
  }

  /// Creates a transformer of a class that is known at run time only; see `make_object.S`.
  ///
  /// Nothing in Swift calls it: without the attribute an optimized build would leave it out.
  @usableFromInline convenience init(making name: NSValueTransformerName) {
    self.init()
  }

  /// Creates a transformer of the class.
  @_silgen_name("coredata_make_transformer")
  class func makeTransformer(_ name: __owned NSValueTransformerName) -> ValueTransformer

  /// The class of the results of `transformedValue(_:)`.
  open class func transformedValueClass() -> AnyClass { NSObject.self }

  /// Whether the transformation is reversible.
  open class func allowsReverseTransformation() -> Bool { true }

  /// Transforms a value.
  open func transformedValue(_ value: Any?) -> Any? { value }

  /// Reverses the transformation of a value.
  open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

  /// Registers a transformer under a name; nil removes the name.
  public class func setValueTransformer(
    _ transformer: ValueTransformer?,
    forName name: NSValueTransformerName
  ) {
    RegisteredTransformers.set(transformer, for: name)
  }

  /// Returns the names of the registered transformers.
  public class func valueTransformerNames() -> [NSValueTransformerName] {
    RegisteredTransformers.names
  }
}

/// A type whose initializer returns an existing transformer, which initializers of classes cannot.
public protocol ValueTransforming {}

extension ValueTransformer: ValueTransforming {}

extension ValueTransforming where Self: ValueTransformer {
  /// Returns the transformer that is registered under a name, or one of the class with the name.
  public init?(forName name: NSValueTransformerName) {
    guard let known = RegisteredTransformers.transformer(named: name) as? Self else { return nil }
    self = known
  }
}
