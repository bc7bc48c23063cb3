/// Named values in a fixed order, all of them known beforehand.
package final class TemplateDictionary: TemplateObject {
  package let keys: [String]
  private let values: [String: TemplateValue]

  /// Of equal keys the last value counts, at the place of the first.
  package init(_ entries: some Sequence<(String, TemplateValue)>) {
    var keys: [String] = []
    var values: [String: TemplateValue] = [:]
    keys.reserveCapacity(entries.underestimatedCount)
    values.reserveCapacity(entries.underestimatedCount)
    for (key, value) in entries where values.updateValue(value, forKey: key) == nil {
      keys.append(key)
    }
    self.keys = keys
    self.values = values
  }

  package func value(forKey key: String) -> TemplateValue? {
    values[key]
  }
}
