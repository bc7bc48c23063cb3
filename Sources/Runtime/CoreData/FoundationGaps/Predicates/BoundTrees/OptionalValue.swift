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
  // A dynamic cast to a protocol is slow; objects and the most common values are not optional.
  let type = type(of: value)
  if type is AnyClass || type == String.self || type == Int.self { return value }
  guard let optional = value as? any OptionalValue else { return value }
  return unwrapped(optional.anyValue)
}
