import Foundation

extension PredicateValue {
  /// The value as an entry of a dictionary, of the requested type; nil for no entry.
  ///
  /// Each case creates the object that Foundation would bridge a Swift value to, because finding out which takes
  /// long.
  func dictionaryValue(
    as type: NSAttributeDescription.AttributeType
  ) -> AnyObject? {
    switch type {
    case .boolean: return real.map { NSNumber(value: $0 != 0) } ?? plainValue
    case .integer16, .integer32, .integer64: return wholeNumber ?? plainValue
    case .double: return real.map { NSNumber(value: $0) } ?? plainValue
    case .float: return real.map { NSNumber(value: Float($0)) } ?? plainValue
    case .decimal: return decimalNumber ?? plainValue
    case .date: return real.map(NSDate.init(timeIntervalSinceReferenceDate:)) ?? plainValue
    case .uuid: return identifier.map { $0 as AnyObject } ?? plainValue
    case .uri:
      guard case .string(let text) = self else { return plainValue }
      return URL(string: text).map { $0 as AnyObject }
    default: return plainValue
    }
  }

  /// The value as it is; an object is represented by its ID.
  private var plainValue: AnyObject? {
    switch self {
    case .null: nil
    case .integer(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .string(let value): value as NSString
    case .object(let object as NSManagedObject): object.objectID
    case .object(let object): object
    default: object.map { $0 as AnyObject }
    }
  }

  private var wholeNumber: NSNumber? {
    if case .integer(let number) = self { return NSNumber(value: number) }
    guard let real, real.isFinite else { return nil }
    return NSNumber(value: Int64(exactly: real.rounded(.towardZero)) ?? (real < 0 ? .min : .max))
  }

  private var decimalNumber: NSDecimalNumber? {
    switch self {
    case .integer(let number): NSDecimalNumber(value: number)
    case .real(let number): Decimal(string: "\(number)").map(NSDecimalNumber.init(decimal:))
    case .decimal(let number): NSDecimalNumber(decimal: number)
    case .string(let text): Decimal(string: text).map(NSDecimalNumber.init(decimal:))
    default: nil
    }
  }

  private var identifier: UUID? {
    guard case .data(let data) = self, data.count == 16 else { return nil }
    return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

/// Creates the dictionaries of a request, row by row.
struct DictionaryRows {
  private let columns: [DictionaryPlan.Column]

  /// The names of the columns, which all dictionaries share.
  private let names: [NSString]

  // The keys of the next dictionary.
  private var keys: [NSObject] = []
  private var objects: [AnyObject] = []

  init(_ columns: [DictionaryPlan.Column]) {
    self.columns = columns
    names = columns.map { $0.name as NSString }
  }

  /// Creates a dictionary of the values of the columns, by their indices; nil has no entry.
  mutating func dictionary(_ value: (_ place: Int) -> PredicateValue) -> NSDictionary {
    keys.removeAll(keepingCapacity: true)
    objects.removeAll(keepingCapacity: true)
    for place in columns.indices {
      let value = value(place)
      guard !value.isNull, let object = value.dictionaryValue(as: columns[place].type) else {
        continue
      }
      keys.append(names[place])
      objects.append(object)
    }
    return NSDictionary(objects: objects, forKeys: keys, count: keys.count)
  }
}
