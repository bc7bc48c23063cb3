public import Foundation
public import ObjectRows

// The functions that companions call: files with the accessors of `@NSManaged` declarations in hand-written classes.
// Overloads are selected by the type of the declaration, so that a companion only repeats that type.

extension GeneratedCodeV2 {
  /// A type with a default for properties that are not optional and have no value.
  public protocol ZeroValue {
    static var managedZero: Self { get }
  }
}

// MARK: Reading

extension NSManagedObject {
  /// The value of an attribute; a number is converted from another type of number.
  @inlinable @inline(__always)
  public final func managedValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    of key: borrowing K
  ) -> V? {
    let ordinal = GeneratedCodeV2.ordinal(key)
    if state.allowsFastAccess || firesAlone(),
      let row = rowStorage.map({ Unmanaged.passUnretained($0) }),
      row._withUnsafeGuaranteedRef({ $0.fields[K.first + ordinal].kind == V.fieldKind })
    {
      return row._withUnsafeGuaranteedRef { $0.load(V.self, at: K.first + ordinal) }
    }
    return slowManagedValue(K.self, ordinal)
  }

  /// The value of an attribute that is not optional; zero if there is none.
  @inlinable @inline(__always)
  public final func requiredValue<
    K: GeneratedCodeV2.Key & ~Copyable,
    V: RowValue & GeneratedCodeV2.ZeroValue
  >(of key: borrowing K) -> V {
    managedValue(of: key) ?? V.managedZero
  }

  /// The value of an attribute as an enumeration or another type with raw values.
  public final func managedValue<K: GeneratedCodeV2.Key & ~Copyable, V: RawRepresentable>(
    of key: borrowing K
  ) -> V? where V.RawValue: RowValue {
    let value: V.RawValue? = managedValue(of: key)
    return value.flatMap { V(rawValue: $0) }
  }

  /// The value of an attribute as an enumeration or another type with raw values; that of zero if there is none.
  public final func requiredValue<K: GeneratedCodeV2.Key & ~Copyable, V: RawRepresentable>(
    of key: borrowing K
  ) -> V where V.RawValue: RowValue & GeneratedCodeV2.ZeroValue {
    let value: V.RawValue = requiredValue(of: key)
    guard let result = V(rawValue: value) ?? V(rawValue: V.RawValue.managedZero) else {
      missing(K.self, GeneratedCodeV2.ordinal(key), V.self)
    }
    return result
  }

  /// The object at the other end of a to-one relationship.
  public final func managedValue<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    of key: borrowing K
  ) -> T? {
    destination(of: key)
  }

  /// The object at the other end of a to-one relationship that is not optional.
  public final func requiredValue<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    of key: borrowing K
  ) -> T {
    guard let object: T = destination(of: key) else {
      missing(K.self, GeneratedCodeV2.ordinal(key), T.self)
    }
    return object
  }

  /// The objects at the other end of a to-many relationship.
  public final func managedValue<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    of key: borrowing K
  ) -> Set<T>? {
    members(of: key)
  }

  /// The objects at the other end of a to-many relationship.
  public final func requiredValue<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    of key: borrowing K
  ) -> Set<T> {
    members(of: key)
  }

  /// The objects at the other end of an ordered relationship, or the results of a fetched property.
  public final func managedValue<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    of key: borrowing K
  ) -> [T]? {
    isFetched(K.self, GeneratedCodeV2.ordinal(key)) ? results(of: key) : orderedMembers(of: key)
  }

  /// The objects at the other end of an ordered relationship, or the results of a fetched property.
  public final func requiredValue<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    of key: borrowing K
  ) -> [T] {
    isFetched(K.self, GeneratedCodeV2.ordinal(key)) ? results(of: key) : orderedMembers(of: key)
  }

  /// The value of a property of any other type.
  @_disfavoredOverload
  public final func managedValue<K: GeneratedCodeV2.Key & ~Copyable, T>(
    of key: borrowing K
  ) -> T? {
    managedValue(of: key, as: T.self)
  }

  /// The value of a property of a type that other overloads return too, such as `NSObject` and `Any`.
  public final func managedValue<K: GeneratedCodeV2.Key & ~Copyable, T>(
    of key: borrowing K,
    as _: T.Type
  ) -> T? {
    let ordinal = GeneratedCodeV2.ordinal(key)
    guard let index = index(K.self, ordinal), let value = publicValue(at: index) else { return nil }
    if let value: T = converted(value, at: index) { return value }
    K.table.reportType(ordinal, K.self, in: shape, expected: T.self)
    return nil
  }

  /// The value of a property of any other type that is not optional.
  @_disfavoredOverload
  public final func requiredValue<K: GeneratedCodeV2.Key & ~Copyable, T>(of key: borrowing K) -> T {
    requiredValue(of: key, as: T.self)
  }

  /// The value of a property that is not optional, of a type that other overloads return too.
  public final func requiredValue<K: GeneratedCodeV2.Key & ~Copyable, T>(
    of key: borrowing K,
    as _: T.Type
  ) -> T {
    let value = managedValue(of: key, as: T.self)
    guard let result = value ?? Self.empty(T.self) else {
      missing(K.self, GeneratedCodeV2.ordinal(key), T.self)
    }
    return result
  }
}

// MARK: Writing

extension NSManagedObject {
  /// Sets the value of an attribute; a number is converted to another type of number.
  @inlinable
  public final func setManagedValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    _ value: __owned V?,
    of key: borrowing K
  ) {
    let ordinal = GeneratedCodeV2.ordinal(key)
    if let row = writableRow(K.first + ordinal, V.fieldKind) {
      row._withUnsafeGuaranteedRef { _ = $0.store(value, at: K.first + ordinal) }
      didWrite(K.first + ordinal)
    } else {
      setSlowManagedValue(value, K.self, ordinal)
    }
  }

  /// Sets the value of an attribute to a raw value.
  public final func setManagedValue<K: GeneratedCodeV2.Key & ~Copyable, V: RawRepresentable>(
    _ value: V?,
    of key: borrowing K
  ) where V.RawValue: RowValue {
    setManagedValue(value?.rawValue, of: key)
  }

  /// Sets the object at the other end of a to-one relationship.
  public final func setManagedValue<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    _ object: T?,
    of key: borrowing K
  ) {
    setDestination(object, of: key)
  }

  /// Sets the members of a to-many relationship.
  public final func setManagedValue<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    _ objects: Set<T>?,
    of key: borrowing K
  ) {
    setMembers(objects ?? [], of: key)
  }

  /// Sets the members of an ordered relationship, in their order.
  public final func setManagedValue<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    _ objects: [T]?,
    of key: borrowing K
  ) {
    setOrderedMembers(objects ?? [], of: key)
  }

  /// Sets the value of a property of any other type.
  @_disfavoredOverload
  public final func setManagedValue<K: GeneratedCodeV2.Key & ~Copyable, T>(
    _ value: T?,
    of key: borrowing K
  ) {
    guard let index = index(K.self, GeneratedCodeV2.ordinal(key)) else { return }
    setPublicValue(value, at: index)
  }
}

// MARK: By name

extension NSManagedObject {
  /// The value of a property of a class without keys: a private or a generic one.
  public final func managedValue<T>(forKey key: String) -> T? {
    guard let index = shape.indexByName[key] else { return value(forUndefinedKey: key) as? T }
    return publicValue(at: index).flatMap { converted($0, at: index) }
  }

  /// The value of a property of a class without keys, if the property is not optional.
  public final func requiredValue<T>(forKey key: String) -> T {
    let value: T? = managedValue(forKey: key)
    guard let result = value ?? Self.empty(T.self) else { missing(key, T.self) }
    return result
  }

  /// Sets a property of a class without keys.
  public final func setManagedValue<T>(_ value: T?, forKey key: String) {
    guard let index = shape.indexByName[key] else { return setValue(value, forUndefinedKey: key) }
    setPublicValue(value, at: index)
  }

  /// Adds an object to a to-many relationship of a class without keys, or removes it.
  public final func changeManaged(_ value: Any, forKey key: String, isAdded: Bool) {
    guard let index = shape.indexByName[key], isToMany(index),
      let object = value as? NSManagedObject
    else { return }
    if isAdded {
      addRelated(object, at: index)
    } else {
      removeRelated(object, at: index)
    }
  }

  /// The value of a property without notifications.
  public final func managedPrimitiveValue<T>(forKey key: String) -> T? {
    guard let value = primitiveValue(forKey: key) else { return nil }
    return shape.indexByName[key].flatMap { converted(value, at: $0) } ?? value as? T
  }

  /// The value of a property without notifications, if the accessor is not optional.
  public final func requiredPrimitiveValue<T>(forKey key: String) -> T {
    let value: T? = managedPrimitiveValue(forKey: key)
    guard let result = value ?? Self.empty(T.self) else { missing(key, T.self) }
    return result
  }
}

// MARK: Converting

extension NSManagedObject {
  /// The value of an attribute that is not in memory, or of another type.
  @usableFromInline
  final func slowManagedValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    _ keys: K.Type,
    _ ordinal: Int
  ) -> V? {
    guard let index = index(keys, ordinal) else { return nil }
    if shape.rowLayout[index].kind == V.fieldKind { return watchedValue(at: index) }
    guard let value = publicValue(at: index) else { return nil }
    if let value: V = converted(value, at: index) { return value }
    K.table.reportType(ordinal, keys, in: shape, expected: V.self)
    return nil
  }

  /// Sets an attribute of another type.
  @usableFromInline
  final func setSlowManagedValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    _ value: V?,
    _ keys: K.Type,
    _ ordinal: Int
  ) {
    guard let index = index(keys, ordinal) else { return }
    setPublicValue(value, at: index)
  }

  /// Converts a value to another type; nil if that is impossible.
  private func converted<T>(_ value: Any, at index: Int) -> T? {
    if let value = value as? T { return value }
    if T.self == NSMutableSet.self {
      return mutableSetValue(forKey: shape.slots[index].name) as? T
    }
    if T.self == NSMutableOrderedSet.self {
      return mutableOrderedSetValue(forKey: shape.slots[index].name) as? T
    }
    return (value as? NSNumber).flatMap { Self.converted($0) }
  }

  /// Converts a number to a type, which may be optional; nil if that is impossible.
  static func converted<T>(_ number: NSNumber) -> T? {
    // Values are stored in the type of the attribute, and read in that of the class, as with Objective-C.
    let type: Any.Type = (T.self as? any OptionalValue.Type)?.wrappedType ?? T.self
    if type == Double.self { return number.doubleValue as? T }
    if type == Float.self { return number.floatValue as? T }
    if type == Bool.self { return number.boolValue as? T }
    if type == Decimal.self { return number.decimalValue as? T }
    if type == NSDecimalNumber.self {
      return NSDecimalNumber(decimal: number.decimalValue) as? T
    }
    guard let type = type as? any BinaryInteger.Type else { return nil }
    return integer(number, type) as? T
  }

  private static func integer<I: BinaryInteger>(_ number: NSNumber, _ type: I.Type) -> I? {
    I(exactly: number.int64Value)
  }

  /// The value to return for a missing one.
  private static func empty<T>(_ type: T.Type) -> T? {
    if let type = type as? any GeneratedCodeV2.ZeroValue.Type { return type.managedZero as? T }
    let empties: [NSObject] = [NSSet(), NSOrderedSet(), NSArray(), NSDictionary(), NSString()]
    return empties.first { Swift.type(of: $0) == type }.flatMap { $0 as? T }
  }

  private func isFetched<K: GeneratedCodeV2.Key & ~Copyable>(_ keys: K.Type, _ ordinal: Int) -> Bool
  {
    index(keys, ordinal).map { shape.slots[$0].kind == .fetched } ?? false
  }

  private func missing<K: GeneratedCodeV2.Key & ~Copyable>(
    _ keys: K.Type,
    _ ordinal: Int,
    _ type: Any.Type
  ) -> Never {
    missing(index(keys, ordinal).map { shape.slots[$0].name } ?? "", type)
  }

  /// Ends the program, as on Apple's platforms: the declared type of the property has no value for a missing one.
  private func missing(_ name: String, _ type: Any.Type) -> Never {
    preconditionFailure(
      "the property \(name) of \(shape.name) has no value of the type \(type), and is not declared as optional"
    )
  }
}

// MARK: Zeros

extension Bool: GeneratedCodeV2.ZeroValue {
  /// The value for a missing one.
  @inlinable public static var managedZero: Bool { false }
}

extension GeneratedCodeV2.ZeroValue where Self: ExpressibleByIntegerLiteral {
  /// The value for a missing one.
  @inlinable public static var managedZero: Self { 0 }
}

extension Int: GeneratedCodeV2.ZeroValue {}
extension Int16: GeneratedCodeV2.ZeroValue {}
extension Int32: GeneratedCodeV2.ZeroValue {}
extension Int64: GeneratedCodeV2.ZeroValue {}
extension Double: GeneratedCodeV2.ZeroValue {}
extension Float: GeneratedCodeV2.ZeroValue {}
extension Decimal: GeneratedCodeV2.ZeroValue {}

extension String: GeneratedCodeV2.ZeroValue {
  /// The value for a missing one.
  @inlinable public static var managedZero: String { "" }
}

extension Data: GeneratedCodeV2.ZeroValue {
  /// The value for a missing one.
  @inlinable public static var managedZero: Data { Data() }
}

extension Date: GeneratedCodeV2.ZeroValue {
  /// The value for a missing one.
  @inlinable public static var managedZero: Date { Date(timeIntervalSinceReferenceDate: 0) }
}

extension UUID: GeneratedCodeV2.ZeroValue {
  /// The value for a missing one.
  @inlinable public static var managedZero: UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }
}

extension URL: GeneratedCodeV2.ZeroValue {
  /// The value for a missing one.
  @inlinable public static var managedZero: URL { URL(fileURLWithPath: "/") }
}

extension Array: GeneratedCodeV2.ZeroValue {
  /// The value for a missing one.
  @inlinable public static var managedZero: [Element] { [] }
}

extension Set: GeneratedCodeV2.ZeroValue {
  /// The value for a missing one.
  @inlinable public static var managedZero: Set<Element> { [] }
}

extension Dictionary: GeneratedCodeV2.ZeroValue {
  /// The value for a missing one.
  @inlinable public static var managedZero: [Key: Value] { [:] }
}
