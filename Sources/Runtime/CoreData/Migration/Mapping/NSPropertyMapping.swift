import Foundation

/// The mapping of a property of a new object to a value of an old one.
open class NSPropertyMapping: NSObject {
  /// The name of the property of the new object.
  open var name: String?

  /// The expression for the value; nil if the migration policy sets it.
  open var valueExpression: _NSExpression? {
    didSet { isImplied = false }
  }

  /// Whether the file does not define the value, so that the expression is the property of the same name.
  ///
  /// Then an old object without such a property has no value.
  final var isImplied = false

  /// Values that the author of the mapping attaches to it.
  open var userInfo: [AnyHashable: Any]? = [:]
}
