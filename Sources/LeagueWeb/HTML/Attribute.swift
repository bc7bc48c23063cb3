import HTTPServer

/// An attribute of an element.
///
/// Those that lead somewhere take routes and links, so that no address can come from what people have typed.
struct Attribute {
  let name: StaticString

  /// The value, not escaped yet; nil for attributes that only are there or not.
  let value: String?

  /// An attribute whose value is text to browsers: nothing that they load, follow or run.
  static func plain(_ name: StaticString, _ value: String? = nil) -> Attribute {
    Attribute(name: name, value: value)
  }

  static func id(_ value: String) -> Attribute { plain("id", value) }
  static func `class`(_ value: StaticString) -> Attribute { plain("class", "\(value)") }
  static func href(_ route: Route) -> Attribute { plain("href", route.path) }
  static func href(_ link: Link) -> Attribute { plain("href", link.text) }
  static func action(_ route: Route) -> Attribute { plain("action", route.path) }
  static func src(_ asset: Asset) -> Attribute { plain("src", asset.path) }

  /// Leads to a place on the same page.
  static func href(fragment: String) -> Attribute {
    plain("href", "#\(PercentEncoding.encode(fragment))")
  }

  /// Leads to the file of an asset.
  static func href(_ asset: Asset) -> Attribute { plain("href", asset.path) }

  /// Leads to somebody's letter box.
  static func href(mailTo address: String) -> Attribute {
    let parts = address.split(separator: "@").map { PercentEncoding.encode($0) }
    return plain("href", "mailto:\(parts.joined(separator: "@"))")
  }
}
