import HTTPServer
import WebSites

/// A static file of the pages, compiled into the program.
enum Asset: String, CaseIterable, Sendable {
  case style = "style.css"
  case script = "script.js"
  case icon = "icon.svg"

  var path: String { Route.asset(self).path }

  private var bytes: [UInt8] {
    switch self {
    case .style: PackageResources.style_css
    case .script: PackageResources.script_js
    case .icon: PackageResources.icon_svg
    }
  }

  private var type: String {
    switch self {
    case .style: "text/css; charset=utf-8"
    case .script: "text/javascript; charset=utf-8"
    case .icon: "image/svg+xml"
    }
  }

  /// The file, or "not modified".
  func response(to request: HTTPRequest) -> HTTPResponse {
    SiteFile(bytes, type: type).response(to: request)
  }
}
