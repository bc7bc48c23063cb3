/// Named values in a fixed order, all known in advance.
package final class TemplateDictionary: TemplateObject {
  private let entries: [(key: TemplateKey, value: TemplateValue)]

  /// The positions of entries, if there are so many that a linear search would take longer.
  private let places: [TemplateKey: Int]

  private static let few = 8

  /// Of equal keys the last value counts, at the position of the first.
  package init(_ entries: some Sequence<(String, TemplateValue)>) {
    var ordered: [(key: TemplateKey, value: TemplateValue)] = []
    var places: [TemplateKey: Int] = [:]
    ordered.reserveCapacity(entries.underestimatedCount)
    for (text, value) in entries {
      let key = TemplateKey(text)
      if let place = Self.place(of: key, in: ordered, places) {
        ordered[place].value = value
        continue
      }
      ordered.append((key, value))
      if ordered.count == Self.few + 1 {
        for (place, entry) in ordered.enumerated() { places[entry.key] = place }
      } else if ordered.count > Self.few {
        places[key] = ordered.count - 1
      }
    }
    self.entries = ordered
    self.places = places
  }

  package var keys: [String] { entries.map(\.key.text) }

  package var count: Int { entries.count }

  package var isEmpty: Bool { entries.isEmpty }

  package func value(forKey key: TemplateKey) -> TemplateValue? {
    Self.place(of: key, in: entries, places).map { entries[$0].value }
  }

  private static func place(
    of key: TemplateKey,
    in entries: [(key: TemplateKey, value: TemplateValue)],
    _ places: [TemplateKey: Int]
  ) -> Int? {
    entries.count > few ? places[key] : entries.firstIndex { $0.key == key }
  }
}
