/// A value of an object, as it is shown.
package indirect enum ShownValue: Sendable, Hashable {
  case none

  /// The beginning of a text, and how many characters it has.
  case text(String, count: Int)

  /// The beginning of a text whose rest was not read, and its size in bytes; empty for a composite of such texts.
  case beginning(String, bytes: Int)

  /// A number, a date, an identifier: what is short in any case.
  case word(String)
  case bytes(StoredData)

  /// The elements of a composite attribute, by their names.
  case composite([Element])
  case object(ObjectName)

  /// An element of a composite attribute.
  package struct Element: Sendable, Hashable {
    package var name: String
    package var value: ShownValue

    package init(name: String, value: ShownValue) {
      self.name = name
      self.value = value
    }
  }
}

/// Bytes in a store: how many they are, and what is known of their content.
package struct StoredData: Sendable, Hashable {
  package var count: Int

  /// The media type, where the bytes are a picture that browsers show.
  package var picture: String?

  /// The lines of an archive, a property list or a text; empty for other bytes.
  package var lines: [String]
}

/// An object of a store: its entity, and the last part of its URI.
package struct ObjectName: Sendable, Hashable {
  package var entity: String
  package var key: String

  /// A text of the object by which people know it; nil where it was not read, or there is none.
  package var title: String?

  package init(entity: String, key: String, title: String? = nil) {
    self.entity = entity
    self.key = key
    self.title = title
  }

  /// The object as it is shown: `Player 3`, as the store numbers it.
  package var text: String {
    isNew ? "new \(entity)" : "\(entity) \(key.hasPrefix("p") ? String(key.dropFirst()) : key)"
  }

  /// Whether the object was not saved when it was named.
  package var isNew: Bool { key.hasPrefix("t") }
}
