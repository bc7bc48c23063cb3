public import Foundation
import PredicateFormat

extension _FoundationExtension where Self: NSPredicate {
  /// Creates a predicate from a format string, such as `"name BEGINSWITH[cd] %@ AND age >= %d"`.
  ///
  /// On Apple's platforms an invalid string raises an exception. Here the predicate stores the error: it is false for
  /// every object, reports the error on standard error, and a request with it throws. Use `init(parsing:arguments:)`
  /// for strings from outside of the program.
  ///
  /// ```swift
  /// request.predicate = NSPredicate(format: "lastName BEGINSWITH[cd] %@", "al")
  /// ```
  ///
  /// - Parameters:
  ///   - predicateFormat: The format string.
  ///   - arguments: The values for `%@`, `%K`, `%d` and similar, in order.
  public init(format predicateFormat: String, _ arguments: any CVarArg...) {
    self = initialised(NSPredicate.reading(predicateFormat, values: NSPredicate.values(arguments)))
  }

  /// Creates a predicate from a format string and an array of arguments.
  ///
  /// - Parameters:
  ///   - predicateFormat: The format string.
  ///   - arguments: The values for `%@`, `%K`, `%d` and similar, in order.
  public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self = initialised(NSPredicate.reading(predicateFormat, values: arguments ?? []))
  }

  /// Creates a predicate from a format string and a C argument list, for example from `withVaList(_:_:)`.
  ///
  /// - Parameters:
  ///   - predicateFormat: The format string.
  ///   - argList: The values for `%@`, `%K`, `%d` and similar, in order.
  public init(format predicateFormat: String, arguments argList: CVaListPointer) {
    let arguments = ArgumentList(format: predicateFormat).values(from: argList)
    self = initialised(NSPredicate.reading(predicateFormat, arguments))
  }

  /// Creates a predicate from a format string, or throws an error that describes what is wrong with it.
  ///
  /// It is an addition to Apple's interface, for format strings from outside of the program.
  ///
  /// ```swift
  /// let predicate = try NSPredicate(parsing: text)
  /// ```
  ///
  /// - Parameters:
  ///   - format: The format string.
  ///   - arguments: The values for `%@`, `%K`, `%d` and similar, in order.
  /// - Throws: An `NSError` of Cocoa's code `formatting`, whose failure reason names the position.
  public init(parsing format: String, arguments: [Any?] = []) throws {
    let binding = ArgumentBinding(format: format, arguments: arguments)
    do {
      self = initialised(NSPredicate.make(try binding.predicate()))
    } catch {
      throw error as NSError
    }
  }

  /// Returns a copy with values substituted for variables.
  ///
  /// - Parameter variables: The values, by the names of the variables without `$`.
  /// - Returns: The predicate; a variable without a value stays.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
    initialised((self as NSPredicate).substituting(variables))
  }

  /// Allows a predicate that was decoded from an archive to be evaluated; here all may be.
  public func allowEvaluation() {}
}

extension NSPredicate {
  /// The arguments as values.
  ///
  /// Converting the array as a whole would cast each of them, and any other way than a literal looks up the type of the
  /// new array's storage.
  fileprivate static func values(_ arguments: [any CVarArg]) -> [Any] {
    switch arguments.count {
    case 1: [arguments[0]]
    case 2: [arguments[0], arguments[1]]
    default: arguments.map { $0 }
    }
  }

  /// The predicate of a format string, or one that stores the error.
  fileprivate static func reading(_ format: String, values: consuming [Any]) -> NSPredicate {
    guard let parsed = ParsedFormat.translatable(format, with: values) else {
      return reading(format, values)
    }
    return make(PredicateStorage(parsed, values))
  }

  /// The predicate of a format string, with its arguments substituted, or one that stores the error.
  fileprivate static func reading(_ format: String, _ arguments: [Any?]) -> NSPredicate {
    do {
      return make(try ArgumentBinding(format: format, arguments: arguments).predicate())
    } catch {
      PredicateFormatError.report(error)
      return FailedPredicate(error as NSError)
    }
  }

  fileprivate func substituting(_ variables: [String: Any]) -> NSPredicate {
    guard let tree = try? tree, !tree.root.variables.isEmpty else { return self }
    let substituted = tree.substituting(variables)
    guard !substituted.root.isHigher(than: maximumTreeHeight) else {
      PredicateFormatError.report(PredicateFormatError.tooDeep)
      return FailedPredicate(PredicateFormatError.tooDeep as NSError)
    }
    return .make(substituted)
  }

  /// The error in the format string of the predicate, or of one of its parts.
  var formatError: (any Error)? {
    do {
      _ = try tree
      return nil
    } catch {
      return error
    }
  }
}
