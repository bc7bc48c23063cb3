import TemplateEngine

/// A template object whose parts are listed in an enumeration.
///
/// The compiler then holds the list of keys, the switch that answers them and the contract together.
/// Besides, each has `literals` (see ``LiteralsObject``), which no list of keys mentions.
protocol KeyedObject: TemplateObject {
  associatedtype Key: CaseIterable & RawRepresentable<String> & Sendable

  /// Finds the keys; a type of objects makes its table once.
  static var table: TemplateKeys<Key> { get }

  /// The part, `.null` where there is nothing to say, or nil where the key shall not be there.
  func part(_ key: Key) -> TemplateValue?

  /// Whether a key is there, without computing its part.
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

/// A property: a template goes through several kinds with one text, and asks one for what only another has.
protocol PropertyObject: KeyedObject {}

extension PropertyObject {
  package func mayHave(_ key: TemplateKey) -> Bool {
    AttributeObject.table[key] != nil || RelationshipObject.table[key] != nil
      || FetchedPropertyObject.table[key] != nil || key.text == "literals"
  }
}

/// The cases of an enumeration of keys, found without comparing texts one after the other.
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
