import Foundation

/// The way in which a property of a new object gets its value from an old one.
open class NSPropertyMapping: NSObject {
  /// The name of the property of the new object.
  open var name: String?

  /// The expression for the value; nil if the migration policy sets it.
  open var valueExpression: _NSExpression? {
    didSet { isImplied = false }
  }

  /// Whether a file says nothing of the value, so that the expression is for the property of the same name.
  ///
  /// Then an old object without such a property gives no value.
  final var isImplied = false

  /// Values that the author of the mapping keeps with it.
  open var userInfo: [AnyHashable: Any]? = [:]
}
