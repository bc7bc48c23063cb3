public import Foundation
import PredicateFormat

extension _FoundationExtension where Self: _NSExpression {
  /// Creates an expression from a format string, such as `"price * %f"`.
  ///
  /// An invalid string is reported on standard error, and the value is nil. Use `init(parsing:arguments:)` for
  /// strings from outside of the program.
  ///
  /// - Parameters:
  ///   - expressionFormat: The format string.
  ///   - arguments: The values for `%@`, `%K`, `%d` and similar, in order.
  public init(format expressionFormat: String, _ arguments: any CVarArg...) {
    self = initialised(Self.reading(expressionFormat, arguments))
  }

  /// Creates an expression from a format string and an array of arguments.
  ///
  /// - Parameters:
  ///   - expressionFormat: The format string.
  ///   - arguments: The values for `%@`, `%K`, `%d` and similar, in order.
  public init(format expressionFormat: String, argumentArray arguments: [Any]) {
    self = initialised(Self.reading(expressionFormat, arguments))
  }

  /// Creates an expression from a format string, or throws an error that describes what is wrong with it.
  ///
  /// It is an addition to Apple's interface, for format strings from outside of the program.
  ///
  /// - Parameters:
  ///   - format: The format string.
  ///   - arguments: The values for `%@`, `%K`, `%d` and similar, in order.
  /// - Throws: An `NSError` of Cocoa's code `formatting`, whose failure reason names the position.
  public init(parsing format: String, arguments: [Any?] = []) throws {
    let binding = ArgumentBinding(format: format, arguments: arguments)
    do {
      self = initialised(TreeExpression.carrying(try binding.expression()))
    } catch {
      throw error as NSError
    }
  }

  /// Allows an expression that was decoded from an archive to be evaluated; here all may be.
  public func allowEvaluation() {}

  private static func reading(_ format: String, _ arguments: [Any?]) -> TreeExpression {
    do {
      return TreeExpression.carrying(
        try ArgumentBinding(format: format, arguments: arguments).expression()
      )
    } catch {
      if let error = error as? PredicateFormatError, error == .tooDeep { return tooDeep() }
      PredicateFormatError.report(error)
      return combining { _ in .constant(.null) }
    }
  }
}
