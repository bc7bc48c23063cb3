import Foundation
import PredicateFormat

/// The reason why a format string is not a valid predicate or expression.
///
/// It is an `NSError` in the Cocoa error domain with the code `formatting`; the failure reason states the problem and
/// its position.
struct PredicateFormatError: Error, Hashable, CustomNSError, LocalizedError {
  let message: String

  /// The format string; nil for a predicate that was composed of others.
  let format: String?

  /// The offset of the problem in the format string, in UTF-8 bytes.
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

  /// The user info key of the offset.
  static let utf8OffsetKey = "NSPredicateFormatUTF8Offset"

  static var errorDomain: String { NSCocoaErrorDomain }

  /// `NSFormattingError`: Cocoa's code for malformed texts.
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

  /// Logs an error of a predicate or an expression that cannot be thrown.
  static func report(_ error: any Error) {
    CoreDataLog.sendPlainly(.error, .predicate, error.localizedDescription)
  }
}
