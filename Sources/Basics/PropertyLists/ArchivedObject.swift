/// An object of a keyed archive.
///
/// The accessors return nil for a key that is absent or holds no object, and throw if the value has another type.
package struct ArchivedObject: Sendable {
  package let archive: KeyedArchive

  /// The number of the object in its archive, which identifies it.
  package let number: Int
  package let `class`: ArchivedClass
  package let fields: PropertyListDictionary

  /// The object's description in messages.
  package var label: String { "\(`class`.name) (object \(number))" }

  package func isKind(of name: String) -> Bool {
    `class`.isKind(of: name)
  }

  /// Whether the object has the key, even if its value is null.
  package func has(_ key: String) -> Bool {
    fields[key] != nil
  }

  package func value(_ key: String) throws(KeyedArchiveError) -> ArchivedValue? {
    guard let field = fields[key] else { return nil }
    return try archive.value(field)
  }

  package func object(_ key: String) throws(KeyedArchiveError) -> ArchivedObject? {
    switch try value(key) {
    case nil, .null: return nil
    case .object(let object): return object
    case .plain(let value): throw mismatch(key, "an object", value.kindName)
    }
  }

  package func string(_ key: String) throws(KeyedArchiveError) -> String? {
    guard let value = try value(key) else { return nil }
    if case .null = value { return nil }
    guard let text = try value.string else { throw mismatch(key, "a string", value.kindName) }
    return text
  }

  package func integer(_ key: String) throws(KeyedArchiveError) -> Int? {
    guard let value = try value(key) else { return nil }
    switch value {
    case .null: return nil
    case .plain(.integer(let integer)): return Int(integer)
    case .plain(.boolean(let boolean)): return boolean ? 1 : 0
    case .plain(.real(let real)) where real.isWhole: return Int(real)
    default: break
    }
    throw mismatch(key, "an integer", value.kindName)
  }

  /// The Boolean of a key; false if it is absent.
  package func boolean(_ key: String) throws(KeyedArchiveError) -> Bool {
    guard let value = try value(key) else { return false }
    switch value {
    case .null: return false
    case .plain(.boolean(let boolean)): return boolean
    case .plain(.integer(let integer)): return integer != 0
    default: throw mismatch(key, "a Boolean", value.kindName)
    }
  }

  package func real(_ key: String) throws(KeyedArchiveError) -> Double? {
    guard let value = try value(key) else { return nil }
    switch value {
    case .null: return nil
    case .plain(.real(let real)), .plain(.date(let real)): return real
    case .plain(.integer(let integer)): return Double(integer)
    default: throw mismatch(key, "a number", value.kindName)
    }
  }

  package func data(_ key: String) throws(KeyedArchiveError) -> [UInt8]? {
    guard let value = try value(key) else { return nil }
    if case .null = value { return nil }
    guard let bytes = try value.data else { throw mismatch(key, "data", value.kindName) }
    return bytes
  }

  /// The elements of an archived array or set.
  package func elements(_ key: String) throws(KeyedArchiveError) -> [ArchivedValue]? {
    guard let collection = try object(key) else { return nil }
    return try collection.elements()
  }

  /// The elements of the object, which must be an array or a set.
  package func elements() throws(KeyedArchiveError) -> [ArchivedValue] {
    guard isKind(of: "NSArray") || isKind(of: "NSSet") || isKind(of: "NSOrderedSet") else {
      throw KeyedArchiveError("\(label) is not an array or a set")
    }
    return try list("NS.objects")
  }

  /// The entries of an archived dictionary.
  package func entries(_ key: String) throws(KeyedArchiveError) -> [ArchivedEntry]? {
    guard let dictionary = try object(key) else { return nil }
    return try dictionary.entries()
  }

  /// The entries of the object, which must be a dictionary, in archive order.
  package func entries() throws(KeyedArchiveError) -> [ArchivedEntry] {
    guard isKind(of: "NSDictionary") else {
      throw KeyedArchiveError("\(label) is not a dictionary")
    }
    let keys = try list("NS.keys")
    let values = try list("NS.objects")
    guard keys.count == values.count else {
      throw KeyedArchiveError("\(label) has \(keys.count) keys and \(values.count) values")
    }
    var entries: [ArchivedEntry] = []
    entries.reserveCapacity(keys.count)
    for (key, value) in zip(keys, values) { entries.append(ArchivedEntry(key: key, value: value)) }
    return entries
  }

  /// The references in a field that holds a plain array.
  private func list(_ key: String) throws(KeyedArchiveError) -> [ArchivedValue] {
    guard let field = fields[key] else { return [] }
    guard let references = field.array else { throw mismatch(key, "an array", field.kindName) }
    var values: [ArchivedValue] = []
    values.reserveCapacity(references.count)
    for reference in references { values.append(try archive.value(reference)) }
    return values
  }

  private func mismatch(_ key: String, _ wanted: String, _ found: String) -> KeyedArchiveError {
    KeyedArchiveError("'\(key)' of \(label) is \(found), not \(wanted)")
  }
}

/// An entry of an archived dictionary.
package struct ArchivedEntry: Sendable {
  package let key: ArchivedValue
  package let value: ArchivedValue

  package init(key: ArchivedValue, value: ArchivedValue) {
    self.key = key
    self.value = value
  }
}

extension ArchivedValue {
  /// The string, which is plain or an object of a class such as NSMutableString; nil for other values.
  package var string: String? {
    get throws(KeyedArchiveError) {
      switch self {
      case .plain(.string(let text)): return text
      case .object(let object) where object.isKind(of: "NSString"):
        if object.has("NS.bytes") {
          return try object.data("NS.bytes").map { String(decoding: $0, as: UTF8.self) }
        }
        return try object.string("NS.string") ?? ""
      default: return nil
      }
    }
  }

  /// The data, which is plain or an object of a class such as NSMutableData; nil for other values.
  package var data: [UInt8]? {
    get throws(KeyedArchiveError) {
      switch self {
      case .plain(.data(let bytes)): return bytes
      case .object(let object) where object.isKind(of: "NSData"):
        return try object.data("NS.data") ?? []
      default: return nil
      }
    }
  }

  package var object: ArchivedObject? {
    guard case .object(let object) = self else { return nil }
    return object
  }

  /// The kind of the value, in messages.
  package var kindName: String {
    switch self {
    case .null: "no object"
    case .plain(let value): value.kindName
    case .object(let object): "an object of \(object.class.name)"
    }
  }
}

extension Double {
  /// Whether the number is an integer in the range in which doubles represent all integers.
  ///
  /// `Int(exactly:)` does the same, but would link libm.
  fileprivate var isWhole: Bool {
    abs(self) <= 0x1p53 && Double(Int(self)) == self
  }
}
