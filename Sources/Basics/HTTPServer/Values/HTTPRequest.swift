/// A complete request, with its body.
package struct HTTPRequest: Sendable {
  package var method: HTTPMethod
  package var target: RequestTarget
  package var headers: HTTPHeaders
  package var body: [UInt8]

  package init(
    method: HTTPMethod,
    target: RequestTarget,
    headers: HTTPHeaders = [:],
    body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The fields of the submitted form; nil if the body is not a form, or is malformed.
  package var form: FormFields? {
    let type = headers["Content-Type"]?.prefix { $0 != ";" } ?? ""
    let words = type.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, words[0].lowercased() == "application/x-www-form-urlencoded" else {
      return nil
    }
    return FormFields(encoded: body)
  }
}
