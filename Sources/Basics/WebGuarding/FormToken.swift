/// The secret that each form of ours carries.
///
/// There are no users and no sessions, so one secret a run of the server is enough: it shows that the sender of a form
/// has been able to read one of our pages, which pages of other sites are not.
package struct FormToken: Sendable {
  package let text: String

  /// The name of the form's field.
  package static let field = "token"

  package init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<2).map { _ in String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
    }
    .joined()
  }

  /// Whether a text is the token; how long that takes does not tell how much of it is right.
  package func matches(_ other: String) -> Bool {
    let own = Array(text.utf8)
    let others = Array(other.utf8)
    guard own.count == others.count else { return false }
    return zip(own, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
