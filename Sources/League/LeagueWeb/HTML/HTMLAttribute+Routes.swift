import HTTPServer
import WebPages

/// Attributes with addresses, which take routes and links, so that no address can come from user input.
extension HTMLAttribute {
  static func href(_ route: Route) -> HTMLAttribute { plain("href", route.path) }
  static func href(_ link: Link) -> HTMLAttribute { plain("href", link.text) }
  static func action(_ route: Route) -> HTMLAttribute { plain("action", route.path) }
  static func src(_ asset: Asset) -> HTMLAttribute { plain("src", asset.path) }

  /// A link to a place on the same page.
  static func href(fragment: String) -> HTMLAttribute {
    href(encodedFragment: PercentEncoding.encode(fragment))
  }

  /// A link to an asset.
  static func href(_ asset: Asset) -> HTMLAttribute { plain("href", asset.path) }

  /// A link that writes an e-mail to an address.
  static func href(mailTo address: String) -> HTMLAttribute {
    let parts = address.split(separator: "@").map { PercentEncoding.encode($0) }
    return plain("href", "mailto:\(parts.joined(separator: "@"))")
  }
}
