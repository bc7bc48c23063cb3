import Foundation

/// The name of a value transformer.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The name itself.
  public let rawValue: String

  /// A name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A name.
  public init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// The transformer that turns truth into untruth and back.
  public static let negateBooleanTransformerName = Self("NSNegateBoolean")
  /// The transformer that says whether there is no value.
  public static let isNilTransformerName = Self("NSIsNil")
  /// The transformer that says whether there is a value.
  public static let isNotNilTransformerName = Self("NSIsNotNil")
  /// The transformer that turns an archive into the object in it.
  public static let unarchiveFromDataTransformerName = Self("NSUnarchiveFromData")
  /// The transformer that turns a keyed archive into the object in it.
  public static let keyedUnarchiveFromDataTransformerName = Self("NSKeyedUnarchiveFromData")
  /// The transformer that turns a keyed archive into an object of an allowed class.
  public static let secureUnarchiveFromDataTransformerName = Self("NSSecureUnarchiveFromData")
}

/// Turns values into other values, for instance into bytes, and perhaps back.
///
/// Foundation has it on Apple's platforms only.
open class ValueTransformer: NSObject, @unchecked Sendable {
  /// Makes a transformer.
  public override init() {
    super.init()
  }

  /// Lets a transformer be made of a class that is known at run time only; see `make_object.S`.
  ///
  /// Nothing in Swift calls it: without the attribute an optimised build would leave it out.
  @usableFromInline convenience init(making name: NSValueTransformerName) {
    self.init()
  }

  /// A transformer of the class.
  @_silgen_name("coredata_make_transformer")
  class func makeTransformer(_ name: __owned NSValueTransformerName) -> ValueTransformer

  /// The class of the values that `transformedValue(_:)` gives.
  open class func transformedValueClass() -> AnyClass { NSObject.self }

  /// Whether there is a way back.
  open class func allowsReverseTransformation() -> Bool { true }

  /// The value that another one is turned into.
  open func transformedValue(_ value: Any?) -> Any? { value }

  /// The value that another one was made from.
  open func reverseTransformedValue(_ value: Any?) -> Any? { transformedValue(value) }

  /// Makes a transformer known under a name; nil makes the name unknown.
  public class func setValueTransformer(
    _ transformer: ValueTransformer?,
    forName name: NSValueTransformerName
  ) {
    RegisteredTransformers.set(transformer, for: name)
  }

  /// The names of the transformers that were made known.
  public class func valueTransformerNames() -> [NSValueTransformerName] {
    RegisteredTransformers.names
  }
}

/// Lets an initializer return an existing transformer, which initializers of classes cannot.
public protocol ValueTransforming {}

extension ValueTransformer: ValueTransforming {}

extension ValueTransforming where Self: ValueTransformer {
  /// The transformer that is known under a name, or one of the class with the name.
  public init?(forName name: NSValueTransformerName) {
    guard let known = RegisteredTransformers.transformer(named: name) as? Self else { return nil }
    self = known
  }
}
