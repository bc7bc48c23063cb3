import Foundation

/// A value during the evaluation of a predicate.
///
/// Values arrive as `Any`; they are classified once, here, so that they need not be cast at every step.
enum PredicateValue {
  case null
  /// A whole number or a Boolean value.
  case integer(Int64)
  case real(Double)
  case decimal(Decimal)
  case string(String)
  case date(Date)
  case data(Data)
  case id(UUID)
  case collection(ValueCollection)
  case object(AnyObject)
  /// A value of another type, which supports only equality.
  case other(Any)
}

/// An object that may be equal to one of another class: a managed object and its ID are equal in predicates.
protocol IdentifiedInPredicates: AnyObject {
  /// The identity of an object, which equal objects share.
  var identityInPredicates: AnyHashable { get }

  /// Whether the object was never saved, so that it is in no store.
  var isUnsaved: Bool { get }
}

/// An object with an order among others of its kind.
protocol OrderedInPredicates: AnyObject {
  /// The order of the object and another one; nil if they are not comparable.
  func orderInPredicates(with other: AnyObject) -> ComparisonResult?
}

extension PredicateValue {
  /// Classifies a value.
  ///
  /// - Parameter value: Any value, or an optional.
  init(_ value: Any?) {
    guard let value else {
      self = .null
      return
    }
    if let object = ExactCast.object(value) {
      self.init(object: object)
    } else if let string = ExactCast.value(value, String.self) {
      self = .string(string)
    } else if let number = Self(swiftNumber: value) {
      self = number
    } else {
      self.init(uncommon: value)
    }
  }

  private init?(swiftNumber value: Any) {
    if let number = ExactCast.value(value, Int.self) {
      self = .integer(Int64(number))
    } else if let number = ExactCast.value(value, Double.self) {
      self = .real(number)
    } else if let truth = ExactCast.value(value, Bool.self) {
      self = .integer(truth ? 1 : 0)
    } else if let number = ExactCast.value(value, Int64.self) {
      self = .integer(number)
    } else {
      return nil
    }
  }

  private init(uncommon value: Any) {
    switch value {
    case let date as Date: self = .date(date)
    case let data as Data: self = .data(data)
    case let id as UUID: self = .id(id)
    case let number as Decimal: self = .decimal(number)
    case let number as any BinaryInteger: self.init(number)
    case let number as any BinaryFloatingPoint: self = .real(Double(number))
    case let text as Substring: self = .string(String(text))
    default:
      if let elements = CollectionElements(value) {
        self = .collection(ValueCollection(elements, source: value))
      } else if let optional = unwrapped(value) {
        self = Swift.type(of: optional) == Swift.type(of: value) ? .other(value) : Self(optional)
      } else {
        self = .null
      }
    }
  }

  private init(_ number: any BinaryInteger) {
    if let value = Int64(exactly: number) {
      self = .integer(value)
    } else if let value = UInt64(exactly: number) {
      self = .decimal(Decimal(value))
    } else {
      self = .real(Double(number))
    }
  }

  private init(object: AnyObject) {
    switch object {
    case let number as NSNumber: self.init(number)
    case let string as NSString: self = .string(String(string))
    case let date as NSDate: self = .date(Date(timeIntervalSinceReferenceDate: date.seconds))
    case is NSNull: self = .null
    case let data as NSData: self = .data(Data(data))
    case let url as NSURL: self = .other(url as URL)
    case let id as NSUUID: self = UUID(uuidString: id.uuidString).map(Self.id) ?? .object(object)
    case is any PredicateSubject: self = .object(object)
    default:
      if let elements = CollectionElements(object) {
        self = .collection(ValueCollection(elements, source: object))
      } else {
        self = .object(object)
      }
    }
  }

  private init(_ number: NSNumber) {
    if let decimal = number as? NSDecimalNumber {
      self = .decimal(decimal.decimalValue)
      return
    }
    switch NumberKind(number) {
    case .boolean, .signed: self = .integer(number.int64Value)
    case .unsigned: self.init(number.uint64Value as any BinaryInteger)
    case .real: self = .real(number.doubleValue)
    }
  }
}

extension NSDate {
  fileprivate var seconds: TimeInterval { timeIntervalSinceReferenceDate }
}

extension PredicateValue {
  /// The value as an object: a number is an `NSNumber`.
  var object: Any? {
    switch self {
    case .null: nil
    case .integer(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .decimal(let value): NSDecimalNumber(decimal: value)
    case .string(let value): value
    case .date(let value): value
    case .data(let value): value
    case .id(let value): value
    case .collection(let collection): collection.object
    case .object(let object): object
    case .other(let value): value
    }
  }

  var isNull: Bool {
    if case .null = self { return true }
    return false
  }
}
