import HTTPServer
import LeagueOperations

/// A file that belongs to the pages, and is part of the program.
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

  /// The file, or that the browser has it already.
  func response(to request: HTTPRequest) -> HTTPResponse {
    let tag = "\"\(Fingerprint(bytes))\""
    let known = request.headers.values(of: "If-None-Match").joined(separator: ",")
    let isKnown = known.split(separator: ",").contains {
      // A proxy may have made the tag a weak one.
      $0.split(separator: " ").last?.trimmingPrefix("W/") == tag[...]
    }
    let headers: HTTPHeaders = ["ETag": tag, "Cache-Control": "no-cache", "Content-Type": type]
    return isKnown
      ? HTTPResponse(.notModified, headers: headers)
      : HTTPResponse(.ok, headers: headers, body: bytes)
  }
}
