/// A value with named parts, which a template reads by `object.key`, `object[variable]` and `for`.
///
/// Conform to it to offer parts that are computed only when a template asks for them: a context over
/// thousands of entities then costs nothing until it is read. The answers must not change during a
/// rendering.
package protocol TemplateObject: AnyObject, Sendable {
  /// The names of all parts, in the order in which they are shown. `for` sorts them.
  var keys: [String] { get }

  /// Whether there are no parts. Objects for which `keys` is work should answer this without it.
  var isEmpty: Bool { get }

  /// The part of this name; nil, unlike `.null`, when there is no such part.
  func value(forKey key: TemplateKey) -> TemplateValue?

  /// Whether a template may ask for the part. Where the names of all parts are settled, another one is a mistake.
  func mayHave(_ key: TemplateKey) -> Bool
}

extension TemplateObject {
  package var isEmpty: Bool { keys.isEmpty }

  package func mayHave(_ key: TemplateKey) -> Bool { true }

  /// The part of this name; nil, unlike `.null`, when there is no such part.
  package func value(forKey key: String) -> TemplateValue? {
    value(forKey: TemplateKey(key))
  }
}
