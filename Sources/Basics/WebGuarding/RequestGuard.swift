import HTTPServer

/// Rejects cross-site requests.
///
/// Any page in a browser can send requests to this machine. Requests for a host that is not this server's are
/// rejected, against DNS rebinding, and forms are only accepted from the site's own pages.
package struct RequestGuard: Sendable {
  /// The host that the server was asked to listen on.
  package let host: String
  package let token: FormToken

  package init(host: String, token: FormToken) {
    self.host = host
    self.token = token
  }

  /// Checks a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - takesForms: Whether the route accepts forms; nil if there is no such route.
  /// - Returns: The reason to reject the request; nil if there is none.
  package func objection(to request: HTTPRequest, takesForms: Bool?) -> Objection? {
    guard let authority = request.headers["Host"], isOurs(authority) else { return .foreignHost }
    switch request.method {
    case .get, .head: return nil
    case .post:
      guard let takesForms else { return nil }
      guard takesForms else { return .wrongMethod("GET, HEAD") }
      guard isFromOurPages(request, authority) else { return .foreignOrigin }
      guard let form = request.form else { return .noForm }
      return token.matches(form[FormToken.field] ?? "") ? nil : .wrongToken
    default:
      return .wrongMethod(takesForms == true ? "GET, HEAD, POST" : "GET, HEAD")
    }
  }

  /// Whether a host can only be this server.
  ///
  /// Any domain can resolve to this machine, but an IP address cannot be rebound, nor can `localhost`. The port may
  /// differ, if it is forwarded.
  private func isOurs(_ authority: String) -> Bool {
    let name = Self.name(in: authority)
    return name == "localhost" || name == host.lowercased() || Self.isNumeric(name)
  }

  private func isFromOurPages(_ request: HTTPRequest, _ authority: String) -> Bool {
    guard let origin = request.headers["Origin"] else { return false }
    return ["http://\(authority)", "https://\(authority)"].contains(origin.lowercased())
      || ["http://\(authority.lowercased())"].contains(origin.lowercased())
  }

  private static func name(in authority: String) -> String {
    let text = authority.lowercased()
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      return String(text[text.index(after: text.startIndex)..<end])
    }
    return String(text.prefix { $0 != ":" })
  }

  private static func isNumeric(_ name: String) -> Bool {
    if name.contains(":") { return name.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." } }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
