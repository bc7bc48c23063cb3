import HTTPServer

extension HTTPResponse {
  /// The response with security headers that restrict pages to what the site needs.
  package var guarded: HTTPResponse {
    var response = self
    for field in Self.safetyFields { response.headers[field.name] = field.value }
    return response
  }

  private static let safetyFields: [HTTPHeaders.Field] = [
    .init(
      name: "Content-Security-Policy",
      value: "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
        + "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    .init(name: "X-Content-Type-Options", value: "nosniff"),
    // Not `no-referrer`: browsers would not send the origin of a form.
    .init(name: "Referrer-Policy", value: "same-origin"),
    .init(name: "Cross-Origin-Opener-Policy", value: "same-origin"),
    .init(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
  ]
}
