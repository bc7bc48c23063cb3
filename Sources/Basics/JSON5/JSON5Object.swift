import Diagnostics

/// The members of an object with known keys.
///
/// The keys are an enumeration, so that the allowed keys are those that are read:
///
///     enum Key: String, CaseIterable { case path, version }
///
///     let object = JSON5Object<Key>(value, as: "a model", into: &collector)
///     let path = object?.required(.path, .text, into: &collector)
package struct JSON5Object<Key>: Sendable
where Key: RawRepresentable<String> & CaseIterable & Sendable {
  /// The kind of the object with its article: `a model`.
  package let name: String

  /// The beginning of the object.
  package let place: Place

  private let members: [String: JSON5Value.Member]

  /// Reads an object, and reports unknown keys; nil for another value.
  package init?(_ value: JSON5Value, as name: String, into collector: inout DiagnosticCollector) {
    guard case .object(let members) = value.content else {
      collector.reportSetting(
        "expected \(name) (an object), but found \(value.kind)",
        at: value.place
      )
      return nil
    }
    self.name = name
    place = value.place
    let keys = Key.allCases.map(\.rawValue)
    var known: [String: JSON5Value.Member] = [:]
    for member in members {
      if keys.contains(member.name) {
        known[member.name] = member
      } else {
        collector.reportSetting(
          "\(name) has no '\(member.name.visible)'",
          at: member.place,
          hint: Suggestion.didYouMean(member.name, among: keys)
            ?? "its keys are " + keys.joined(separator: ", ")
        )
      }
    }
    self.members = known
  }

  /// The value of a key; nil if it is missing.
  package subscript(key: Key) -> JSON5Value? { members[key.rawValue]?.value }

  /// The position of a key, or else of the object.
  package func place(of key: Key) -> Place { members[key.rawValue]?.place ?? place }

  /// The value of an optional key; also nil after a report.
  package func optional<Value>(
    _ key: Key,
    _ shape: JSON5Schema<Value>,
    into collector: inout DiagnosticCollector
  ) -> Value? {
    self[key].flatMap { shape.read($0, into: &collector) }
  }

  /// The value of a required key; nil only after a report.
  package func required<Value>(
    _ key: Key,
    _ shape: JSON5Schema<Value>,
    into collector: inout DiagnosticCollector
  ) -> Value? {
    guard let value = self[key] else {
      collector.reportSetting("\(name) needs '\(key.rawValue)'", at: place, hint: shape.name)
      return nil
    }
    return shape.read(value, into: &collector)
  }
}
