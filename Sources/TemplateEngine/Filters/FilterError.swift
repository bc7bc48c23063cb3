/// Why a filter cannot work with what it was given.
///
/// The place is added by who called it.
package struct FilterError: Error, Sendable {
  package var message: String

  /// What to do about it, if that is known.
  package var hint: String?

  /// Whether a limit was met, rather than a mistake made.
  var isLimit = false

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  static func tooLong(_ limit: Int) -> FilterError {
    var error = FilterError("the text grows beyond \(limit) bytes")
    error.isLimit = true
    return error
  }
}
