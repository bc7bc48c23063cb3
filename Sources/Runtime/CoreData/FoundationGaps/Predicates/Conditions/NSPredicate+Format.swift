public import Foundation
import PredicateFormat

extension _FoundationExtension where Self: NSPredicate {
  /// Makes a predicate from a format string, such as `"name BEGINSWITH[cd] %@ AND age >= %d"`.
  ///
  /// On Apple's platforms a string that is no predicate raises an exception. Here the predicate remembers
  /// what is wrong: it holds for no object, says so on the standard error, and a request with it throws.
  /// Use `init(parsing:arguments:)` for strings that are not the program's own.
  ///
  /// - Parameters:
  ///   - predicateFormat: The format string.
  ///   - arguments: The values for `%@`, `%K`, `%d` and their like, in their order.
  public init(format predicateFormat: String, _ arguments: any CVarArg...) {
    // To convert the array as a whole would be a cast of each argument.
    self = initialised(NSPredicate.reading(predicateFormat, arguments.map { $0 as Any }))
  }

  /// Makes a predicate from a format string and an array of arguments.
  ///
  /// - Parameters:
  ///   - predicateFormat: The format string.
  ///   - arguments: The values for `%@`, `%K`, `%d` and their like, in their order.
  public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self = initialised(NSPredicate.reading(predicateFormat, arguments ?? []))
  }

  /// Makes a predicate from a format string and a list of C arguments, such as `withVaList(_:_:)` makes.
  ///
  /// - Parameters:
  ///   - predicateFormat: The format string.
  ///   - argList: The values for `%@`, `%K`, `%d` and their like, in their order.
  public init(format predicateFormat: String, arguments argList: CVaListPointer) {
    let arguments = ArgumentList(format: predicateFormat).values(from: argList)
    self = initialised(NSPredicate.reading(predicateFormat, arguments))
  }

  /// Makes a predicate from a format string, or throws what is wrong with it.
  ///
  /// It is an addition to Apple's interface, for format strings that come from outside of the program.
  ///
  /// - Parameters:
  ///   - format: The format string.
  ///   - arguments: The values for `%@`, `%K`, `%d` and their like, in their order.
  /// - Throws: An `NSError` of Cocoa's code `formatting`, whose failure reason names the place.
  public init(parsing format: String, arguments: [Any?] = []) throws {
    let binding = ArgumentBinding(format: format, arguments: arguments)
    do {
      self = initialised(NSPredicate.make(try binding.predicate()))
    } catch {
      throw error as NSError
    }
  }

  /// A copy with values in the place of variables.
  ///
  /// - Parameter variables: The values, by the names of the variables without `$`.
  /// - Returns: The predicate; a variable that has no value stays one.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> Self {
    initialised((self as NSPredicate).substituting(variables))
  }

  /// Allows a predicate to be evaluated that was decoded from an archive; here all may be.
  public func allowEvaluation() {}
}

extension NSPredicate {
  /// The predicate of a format string, or one that remembers why there is none.
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

  /// The reason why the predicate's format string, or one of its parts', could not be read.
  var formatError: (any Error)? {
    do {
      _ = try tree
      return nil
    } catch {
      return error
    }
  }
}
