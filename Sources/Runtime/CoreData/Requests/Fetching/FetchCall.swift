import Foundation
import PredicateFormat

/// The evaluation of the call `FETCH(request, context, countOnly)`.
enum FetchCall {
  /// The results of the request, or their number.
  ///
  /// - Parameter arguments: A request, a context, and whether to return only the number of results.
  /// - Returns: A list or a number.
  /// - Throws: The error of the fetch, or an error if an argument has another type.
  static func value(of arguments: [PredicateValue]) throws -> Any {
    guard arguments.count == 3, let request = arguments[0].object as? any FetchRequesting,
      let context = arguments[1].object as? NSManagedObjectContext
    else {
      let found = arguments.map { $0.object.map { "\(type(of: $0))" } ?? "nil" }
      throw StoreFailure.error(
        NSCoreDataError,
        "A fetch expression needs a fetch request and a context, not \(found.prefix(2))."
      )
    }
    guard (arguments[2].real ?? 0) == 0 else { return try context.count(for: request.untyped) }
    return try context.fetchResults(of: request.untyped)
  }

  /// Returns the result of a fetch call; nil for any other call.
  fileprivate static func answer(to call: FunctionCall, among values: [Any]) throws -> Any? {
    guard call.isFetch else { return nil }
    let compiler = PredicateCompiler(values: values)
    let arguments = call.arguments.map { compiler.operand($0).evaluate(Scope(object: .null)) }
    let found = try value(of: arguments)
    guard let results = found as? [AnyObject] else { return found }
    return results.map { ($0 as? NSDictionary).flatMap(onlyValue) ?? $0 }
  }

  private static func onlyValue(of dictionary: NSDictionary) -> AnyObject? {
    dictionary.count == 1 ? dictionary.allValues.first as AnyObject? : nil
  }
}

extension NSManagedObjectContext: FetchCallReceiver {
  final func result(ofFetch arguments: [PredicateValue]) throws -> Any {
    try FetchCall.value(of: arguments)
  }
}

extension PredicateStorage {
  /// Returns the predicate with fetch expressions, which stores cannot evaluate, replaced by their results.
  ///
  /// Dictionaries with one entry, from a request for one property, are replaced by the entry's value.
  ///
  /// - Returns: The predicate; nil if there are no such expressions in it.
  /// - Throws: The error of the fetch.
  func answeringFetches() throws -> NSPredicate? {
    // A fetch expression has a context, and checking the values is faster than searching the tree. The type of a
    // value is compared, which takes a tenth of a cast.
    guard format == nil,
      values.contains(where: { type(of: $0) is NSManagedObjectContext.Type })
    else { return nil }
    var table = ValueTable()
    let root = table.adopt(tree)
    var substitution = Substitution()
    substitution.call = { call in
      guard let answer = try FetchCall.answer(to: call, among: table.values) else { return nil }
      return table.constant(answer)
    }
    return .make(PredicateTree(try root.applying(substitution), values: table.values))
  }
}
