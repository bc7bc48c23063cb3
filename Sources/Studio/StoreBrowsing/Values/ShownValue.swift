/// A value of an object in displayable form.
package indirect enum ShownValue: Sendable, Hashable {
  case none

  /// The beginning of a text, and its number of characters.
  case text(String, count: Int)

  /// The beginning of a text whose rest was not read, and its size in bytes; empty for a composite of such texts.
  case beginning(String, bytes: Int)

  /// A number, a date, an identifier: a short text.
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

/// Bytes in a store: their number, and a description of their content.
package struct StoredData: Sendable, Hashable {
  package var count: Int

  /// The media type, if the bytes are a picture that browsers display.
  package var picture: String?

  /// The lines of an archive, a property list or a text; empty for other bytes.
  package var lines: [String]
}

/// An object of a store: its entity, and the last part of its URI.
package struct ObjectName: Sendable, Hashable {
  package var entity: String
  package var key: String

  /// The title of the object, a text attribute; nil if it was not read, or there is none.
  package var title: String?

  package init(entity: String, key: String, title: String? = nil) {
    self.entity = entity
    self.key = key
    self.title = title
  }

  /// The displayed name, `Player 3`, with the number in the store.
  package var text: String {
    isNew ? "new \(entity)" : "\(entity) \(key.hasPrefix("p") ? String(key.dropFirst()) : key)"
  }

  /// Whether the object was not saved when it was named.
  package var isNew: Bool { key.hasPrefix("t") }
}
