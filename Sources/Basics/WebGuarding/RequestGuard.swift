import HTTPServer

/// Turns away what pages of ours would not send.
///
/// Any page in a browser can make the browser send requests to this machine. Against that: an address of
/// another site that leads here is not answered (its pages could read the answer), and forms are only taken
/// from our own pages.
package struct RequestGuard: Sendable {
  /// The name under which the server was asked to listen.
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
  ///   - takesForms: Whether the address takes forms; nil if there is no such address.
  /// - Returns: Why the request is not answered; nil if it is.
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

  /// Whether a name can only mean this server.
  ///
  /// Any domain can be made to lead to this machine, but a number cannot, nor `localhost`. The port may be
  /// another one, if it is forwarded from elsewhere.
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
