public import FoundationEssentials

/// The value of one property of a row, whatever its type.
///
/// It is used where the type is not known at compile time, such as in key-value coding and stores. Accessors load and
/// store typed values.
public enum Value: @unchecked Sendable {
  // The objects are object IDs or boxed values, both immutable.

  /// No value: nil, or a property that is not stored in rows.
  case none
  case bool(Bool)
  /// A whole number of any width.
  case integer(Int64)
  case double(Double)
  case float(Float)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  /// An object ID, or a ``BoxedValue``.
  case object(AnyObject)
  /// The destination of a to-one relationship.
  case reference(Reference)

  /// Whether there is no value.
  public var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// The reference in the value; the reference to no object if there is none.
  public var reference: Reference {
    if case .reference(let value) = self { value } else { .none }
  }
}

extension Row {
  /// The value of the property with an index.
  public func value(at index: Int) -> Value {
    let field = fields[index]
    guard field.kind != .none, isPresent(field) else {
      return field.kind == .reference ? .reference(.none) : .none
    }
    let place = start + Int(field.offset)
    switch field.kind {
    case .none: return .none
    case .boolean: return .bool(place.load(as: Bool.self))
    case .integer16: return .integer(Int64(place.load(as: Int16.self)))
    case .integer32: return .integer(Int64(place.load(as: Int32.self)))
    case .integer64: return .integer(place.load(as: Int64.self))
    case .double: return .double(place.load(as: Double.self))
    case .float: return .float(place.load(as: Float.self))
    case .decimal: return .decimal(place.load(as: Decimal.self))
    case .string: return .string(place.assumingMemoryBound(to: String.self).pointee)
    case .date: return .date(place.load(as: Date.self))
    case .data: return .data(place.assumingMemoryBound(to: Data.self).pointee)
    case .uuid: return .uuid(place.load(as: UUID.self))
    case .url: return .url(place.assumingMemoryBound(to: URL.self).pointee)
    case .object: return .object(place.assumingMemoryBound(to: AnyObject.self).pointee)
    case .reference: return .reference(place.load(as: Reference.self))
    }
  }

  /// Sets the value of the property with an index; a value that does not have the type of the field clears it.
  public func setValue(_ value: Value, at index: Int) {
    let field = fields[index]
    switch (field.kind, value) {
    case (.none, _): break
    case (.boolean, .bool(let value)): put(value, at: field)
    case (.integer16, .integer(let value)): put(Int16(truncatingIfNeeded: value), at: field)
    case (.integer32, .integer(let value)): put(Int32(truncatingIfNeeded: value), at: field)
    case (.integer64, .integer(let value)): put(value, at: field)
    case (.double, .double(let value)): put(value, at: field)
    case (.float, .float(let value)): put(value, at: field)
    case (.decimal, .decimal(let value)): put(value, at: field)
    case (.string, .string(let value)): put(value, at: field)
    case (.date, .date(let value)): put(value, at: field)
    case (.data, .data(let value)): put(value, at: field)
    case (.uuid, .uuid(let value)): put(value, at: field)
    case (.url, .url(let value)): put(value, at: field)
    case (.object, .object(let value)): put(value, at: field)
    case (.reference, .reference(let value)): put(value.isNone ? nil : value, at: field)
    default: clear(at: index)
    }
  }
}

extension Value {
  /// Whether two values are equal by `isEqual`; texts are compared byte by byte.
  public func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.none, .none): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right || (left.isNaN && right.isNaN)
    case (.float(let left), .float(let right)): left == right || (left.isNaN && right.isNaN)
    case (.decimal(let left), .decimal(let right)): left == right
    case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
    case (.date(let left), .date(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.uuid(let left), .uuid(let right)): left == right
    case (.url(let left), .url(let right)): left == right
    case (.reference(let left), .reference(let right)): left == right
    case (.object(let left), .object(let right)): Self.areSame(left, right)
    default: false
    }
  }

  private static func areSame(_ left: AnyObject, _ right: AnyObject) -> Bool {
    if left === right { return true }
    guard let left = contents(of: left) as? any Hashable,
      let right = contents(of: right) as? any Hashable
    else { return false }
    return AnyHashable(left) == AnyHashable(right) && haveSameTexts(left, right)
  }

  /// Whether texts in equal values are the same byte for byte.
  private static func haveSameTexts(_ left: Any, _ right: Any) -> Bool {
    switch (left, right) {
    case (let left as String, let right as String): left.hasSameBytes(as: right)
    case (let left as [Any], let right as [Any]):
      zip(left, right).allSatisfy { haveSameTexts($0, $1) }
    case (let left as [AnyHashable: Any], let right as [AnyHashable: Any]):
      left.allSatisfy { key, value in
        right.index(forKey: key).map { place in
          haveSameTexts(key.base, right[place].key.base) && haveSameTexts(value, right[place].value)
        } ?? false
      }
    case (let left as Set<AnyHashable>, let right as Set<AnyHashable>):
      left.allSatisfy { member in
        right.firstIndex(of: member).map { haveSameTexts(member.base, right[$0].base) } ?? false
      }
    default: true
    }
  }

  private static func contents(of object: AnyObject) -> Any {
    (object as? BoxedValue)?.value ?? object
  }
}
