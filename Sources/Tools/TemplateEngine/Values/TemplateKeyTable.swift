/// An immutable hash table with open addressing that finds the positions of keys.
package struct TemplateKeyTable: Sendable {
  private struct Entry: Sendable {
    let key: TemplateKey
    let place: Int
  }

  /// The slots, at least half of them empty, so that searches are short.
  private let slots: [Entry?]

  /// Of equal keys the first one counts.
  package init(_ keys: some Collection<TemplateKey>) {
    var size = 4
    while size < keys.count * 2 { size *= 2 }
    var slots = [Entry?](repeating: nil, count: size)
    for (place, key) in keys.enumerated() {
      var index = Self.start(key, size)
      while let entry = slots[index], entry.key != key { index = (index + 1) & (size - 1) }
      if slots[index] == nil { slots[index] = Entry(key: key, place: place) }
    }
    self.slots = slots
  }

  /// The position of a key among those of the table, or nil if it is not in the table.
  package func place(of key: TemplateKey) -> Int? {
    var index = Self.start(key, slots.count)
    while let entry = slots[index] {
      if entry.key == key { return entry.place }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The first slot of a key; the size is a power of two.
  private static func start(_ key: TemplateKey, _ size: Int) -> Int {
    Int(truncatingIfNeeded: key.fingerprint ^ key.fingerprint >> 32) & (size - 1)
  }
}
