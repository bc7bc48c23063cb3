/// An attribute of an element.
///
/// Attributes with a URL are made by sites from their routes, so that no URL can come from user input.
package struct HTMLAttribute: Sendable, Hashable {
  package let name: String

  /// The unescaped value; nil for Boolean attributes.
  package let value: String?

  /// An attribute whose value is plain text: nothing that a browser loads, follows or runs.
  package static func plain(_ name: StaticString, _ value: String? = nil) -> Self {
    Self(name: "\(name)", value: value)
  }

  package static func id(_ value: String) -> Self { plain("id", value) }
  package static func `class`(_ value: StaticString) -> Self { plain("class", "\(value)") }

  /// Links to a fragment of the same page, whose identifier is percent-encoded.
  package static func href(encodedFragment fragment: String) -> Self {
    plain("href", "#\(fragment)")
  }
}
