/// The CSRF token of the forms.
///
/// There are no users and no sessions, so one token per run of the server is enough: it shows that the sender of a
/// form could read a page of this site, which other origins cannot.
package struct FormToken: Sendable {
  package let text: String

  /// The name of the form field.
  package static let field = "token"

  package init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
    }
    .joined()
  }

  /// Whether a text is the token, compared in constant time.
  package func matches(_ other: String) -> Bool {
    let own = Array(text.utf8)
    let others = Array(other.utf8)
    guard own.count == others.count else { return false }
    return zip(own, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
