/// An attribute of an element.
///
/// Those that lead somewhere are made by sites of their routes, so that no address can come from what people have
/// typed.
package struct HTMLAttribute: Sendable, Hashable {
  package let name: String

  /// The value, not escaped yet; nil for attributes that only are there or not.
  package let value: String?

  /// An attribute whose value is text to browsers: nothing that they load, follow or run.
  package static func plain(_ name: StaticString, _ value: String? = nil) -> Self {
    Self(name: "\(name)", value: value)
  }

  package static func id(_ value: String) -> Self { plain("id", value) }
  package static func `class`(_ value: StaticString) -> Self { plain("class", "\(value)") }

  /// Leads to a place on the same page, whose identifier is encoded as in an address.
  package static func href(encodedFragment fragment: String) -> Self {
    plain("href", "#\(fragment)")
  }
}
