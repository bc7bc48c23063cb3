import Foundation
import PredicateFormat

/// The reason why a format string is no predicate or expression.
///
/// It is an `NSError` in the domain of Cocoa's errors with the code of an invalid argument; the failure
/// reason says what is wrong, and where.
struct PredicateFormatError: Error, Hashable, CustomNSError, LocalizedError {
  let message: String

  /// The format string; nil for a predicate that was composed of others.
  let format: String?

  /// The byte of the format string, in UTF-8, at which it goes wrong.
  let utf8Offset: Int?

  init(message: String, format: String, utf8Offset: Int? = nil) {
    self.message = message
    self.format = format
    self.utf8Offset = utf8Offset
  }

  init(_ error: PredicateSyntaxError, format: String) {
    message = error.description
    self.format = format
    utf8Offset = error.utf8Offset
  }

  /// The error of a predicate or an expression that was composed of others.
  init(composed message: String) {
    self.message = message
    format = nil
    utf8Offset = nil
  }

  /// The key of the offset among the values that the error carries.
  static let utf8OffsetKey = "NSPredicateFormatUTF8Offset"

  static var errorDomain: String { NSCocoaErrorDomain }

  /// `NSFormattingError`: the number that Cocoa has for texts that are not in their format.
  var errorCode: Int { CocoaError.Code.formatting.rawValue }

  var errorUserInfo: [String: Any] {
    var values: [String: Any] = [
      NSLocalizedDescriptionKey: errorDescription ?? "", NSLocalizedFailureReasonErrorKey: message,
    ]
    values[Self.utf8OffsetKey] = utf8Offset
    return values
  }

  var errorDescription: String? {
    guard let format else { return "Unable to use the predicate: \(message)" }
    return "Unable to parse the format string \"\(format)\": \(message)"
  }

  /// Logs what is wrong with a predicate or an expression that cannot throw it.
  static func report(_ error: any Error) {
    CoreDataLog.sendPlainly(.error, .predicate, error.localizedDescription)
  }
}
