/// A dictionary of a property list.
///
/// It preserves the order of its entries, so that the output does not depend on hashing.
///
/// Two dictionaries are equal if they have the same entries in the same order.
package struct PropertyListDictionary: Sendable {
  /// One key and its value.
  package struct Entry: Sendable, Hashable {
    package var key: String
    package var value: PropertyList

    package init(_ key: String, _ value: PropertyList) {
      self.key = key
      self.value = value
    }
  }

  package let entries: [Entry]

  /// The first position of each key; only for dictionaries too large for a linear search.
  private let positions: [String: Int]?

  package init(_ entries: [Entry] = []) {
    self.entries = entries
    if entries.count > 24 {
      positions = Dictionary(
        entries.enumerated().map { ($0.element.key, $0.offset) },
        uniquingKeysWith: { first, _ in first }
      )
    } else {
      positions = nil
    }
  }

  /// The value of the first entry with a key.
  package subscript(key: String) -> PropertyList? {
    if let positions {
      return positions[key].map { entries[$0].value }
    }
    return entries.first { $0.key == key }?.value
  }
}

extension PropertyListDictionary: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.entries == right.entries
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(entries)
  }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, PropertyList)...) {
    self.init(elements.map { Entry($0.0, $0.1) })
  }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, PropertyList)...) {
    self = .dictionary(PropertyListDictionary(elements.map { .init($0.0, $0.1) }))
  }
}
