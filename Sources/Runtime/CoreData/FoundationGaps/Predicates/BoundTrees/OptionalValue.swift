/// An optional of any type, which may be wrapped in an `Any`.
protocol OptionalValue {
  static var wrappedType: Any.Type { get }
  var anyValue: Any? { get }
}

extension Optional: OptionalValue {
  static var wrappedType: Any.Type { Wrapped.self }
  var anyValue: Any? { map { $0 as Any } }
}

/// The value without optionals around it.
func unwrapped(_ value: Any?) -> Any? {
  guard let value else { return nil }
  // A dynamic cast of an object to a protocol is slow, and an object is not an optional.
  if type(of: value) is AnyClass { return value }
  guard let optional = value as? any OptionalValue else { return value }
  return unwrapped(optional.anyValue)
}
