/// The reason why a filter cannot process its input.
///
/// The caller adds the position.
package struct FilterError: Error, Sendable {
  package var message: String

  /// A remedy, if one is known.
  package var hint: String?

  /// The limit that was reached, if it is not a mistake of the template.
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

  /// The error for too many steps, whose message the rendering supplies.
  static let tooMuchWork: FilterError = {
    var error = FilterError("this exceeds the limit of work")
    error.limit = .work
    return error
  }()
}
