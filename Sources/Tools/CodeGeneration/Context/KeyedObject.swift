import TemplateEngine

/// A template object whose parts are listed in an enumeration.
///
/// The compiler then checks that the list of keys, the switch that answers them and the contract agree.
/// Each object also has `literals` (see ``LiteralsObject``), which is not in the list of keys.
protocol KeyedObject: TemplateObject {
  associatedtype Key: CaseIterable & RawRepresentable<String> & Sendable

  /// The table that finds keys, created once per type.
  static var table: TemplateKeys<Key> { get }

  /// The part, `.null` for a missing value, or nil if the object does not have the key.
  func part(_ key: Key) -> TemplateValue?

  /// Whether the object has a key, without computing its part.
  func has(_ key: Key) -> Bool
}

extension KeyedObject {
  func has(_ key: Key) -> Bool { true }

  package var keys: [String] {
    Key.allCases.filter(has).map(\.rawValue)
  }

  package var isEmpty: Bool { false }

  package func value(forKey key: TemplateKey) -> TemplateValue? {
    if let known = Self.table[key] { return part(known) }
    return key.text == "literals" ? .object(LiteralsObject(self)) : nil
  }

  package func mayHave(_ key: TemplateKey) -> Bool {
    Self.table[key] != nil || key.text == "literals"
  }
}

/// A property; a template that iterates over several kinds may read keys that only another kind has.
protocol PropertyObject: KeyedObject {}

extension PropertyObject {
  package func mayHave(_ key: TemplateKey) -> Bool {
    AttributeObject.table[key] != nil || RelationshipObject.table[key] != nil
      || FetchedPropertyObject.table[key] != nil || key.text == "literals"
  }
}

/// Finds the cases of an enumeration of keys without comparing strings one by one.
struct TemplateKeys<Key: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
  private let cases = Array(Key.allCases)
  private let places = TemplateKeyTable(Key.allCases.map { TemplateKey($0.rawValue) })

  subscript(key: TemplateKey) -> Key? {
    places.place(of: key).map { cases[$0] }
  }
}

extension TemplateValue {
  /// A list of texts.
  static func strings(_ texts: some Sequence<String>) -> TemplateValue {
    .array(texts.map(TemplateValue.string))
  }

  static func optional(_ number: Int?) -> TemplateValue {
    number.map(TemplateValue.int) ?? .null
  }
}
