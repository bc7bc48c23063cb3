/// The reason why a filter cannot work with what it was given.
///
/// The place is added by who called it.
package struct FilterError: Error, Sendable {
  package var message: String

  /// A remedy, if one is known.
  package var hint: String?

  /// The limit that was met, if it is not a mistake that was made.
  var limit: Limit?

  enum Limit {
    case length
    case work
  }

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  static func tooLong(_ limit: Int) -> FilterError {
    var error = FilterError("the text grows beyond \(limit) bytes")
    error.limit = .length
    return error
  }

  /// The message is the same as for other limits, and made by the rendering.
  static let tooMuchWork: FilterError = {
    var error = FilterError("this is too much work")
    error.limit = .work
    return error
  }()
}
