/// A value with named parts, which a template reads with `object.key`, `object[variable]` and `for`.
///
/// Conform to it to provide parts that are computed only when a template reads them: a context over
/// thousands of entities then costs nothing until it is read. The values must not change during a
/// rendering.
package protocol TemplateObject: AnyObject, Sendable {
  /// The names of all parts, in display order. `for` sorts them.
  var keys: [String] { get }

  /// The number of parts. Objects that make `keys` of something else should implement it separately.
  var count: Int { get }

  /// Whether there are no parts. Objects whose `keys` are expensive should implement it separately.
  var isEmpty: Bool { get }

  /// The part of this name; nil, unlike `.null`, when there is no such part.
  func value(forKey key: TemplateKey) -> TemplateValue?

  /// Whether a template may read the part. If the names of all parts are fixed, another one is a mistake.
  func mayHave(_ key: TemplateKey) -> Bool
}

extension TemplateObject {
  package var count: Int { keys.count }

  package var isEmpty: Bool { keys.isEmpty }

  package func mayHave(_ key: TemplateKey) -> Bool { true }

  /// The part of this name; nil, unlike `.null`, when there is no such part.
  package func value(forKey key: String) -> TemplateValue? {
    value(forKey: TemplateKey(key))
  }
}
