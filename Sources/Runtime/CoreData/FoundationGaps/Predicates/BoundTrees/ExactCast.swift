/// Casts of values whose type is compared only, which a dynamic cast takes ten times as long for.
///
/// Generic code may put a value of type `Any` into another one; such a value is rare, and cast dynamically.
enum ExactCast {
  /// The value, if it is an instance of exactly the type.
  @inline(__always)
  static func value<Wanted>(_ value: Any, _ type: Wanted.Type) -> Wanted? {
    func cast<Value>(_ value: Value) -> Wanted? {
      // Both are the same type.
      if Value.self == Wanted.self { return unsafeBitCast(value, to: Wanted.self) }
      return Swift.type(of: value as Any) == Wanted.self ? value as? Wanted : nil
    }
    return _openExistential(value, do: cast)
  }

  /// The value, if it is an object.
  @inline(__always)
  static func object(_ value: Any) -> AnyObject? {
    func cast<Value>(_ value: Value) -> AnyObject? {
      // A value of a class type is a reference to an object.
      if Value.self is AnyClass { return unsafeBitCast(value, to: AnyObject.self) }
      return type(of: value as Any) is AnyClass ? value as AnyObject : nil
    }
    return _openExistential(value, do: cast)
  }
}
