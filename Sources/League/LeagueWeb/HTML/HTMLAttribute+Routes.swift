import HTTPServer
import WebPages

/// Those that lead somewhere take routes and links, so that no address can come from what people have typed.
extension HTMLAttribute {
  static func href(_ route: Route) -> HTMLAttribute { plain("href", route.path) }
  static func href(_ link: Link) -> HTMLAttribute { plain("href", link.text) }
  static func action(_ route: Route) -> HTMLAttribute { plain("action", route.path) }
  static func src(_ asset: Asset) -> HTMLAttribute { plain("src", asset.path) }

  /// Leads to a place on the same page.
  static func href(fragment: String) -> HTMLAttribute {
    href(encodedFragment: PercentEncoding.encode(fragment))
  }

  /// Leads to the file of an asset.
  static func href(_ asset: Asset) -> HTMLAttribute { plain("href", asset.path) }

  /// A link that writes a letter to an address.
  static func href(mailTo address: String) -> HTMLAttribute {
    let parts = address.split(separator: "@").map { PercentEncoding.encode($0) }
    return plain("href", "mailto:\(parts.joined(separator: "@"))")
  }
}
