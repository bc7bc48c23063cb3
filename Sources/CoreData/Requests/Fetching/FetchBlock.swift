import Foundation
import PredicateFormat

/// The calculation of a fetch expression: its arguments are a request and a context.
final class FetchBlock: ExpressionBlock {
  let countsOnly: Bool

  init(countsOnly: Bool) {
    self.countsOnly = countsOnly
    super.init { _, arguments, _ in
      (try? Self.value(of: arguments, countsOnly: countsOnly)) ?? NSNull()
    }
  }

  /// What the request finds: a list, or a number.
  ///
  /// - Parameters:
  ///   - arguments: A request and a context.
  ///   - countsOnly: Whether only the number of results is wanted.
  /// - Returns: What the expression's value is.
  /// - Throws: What fetching throws, or that one of the arguments is something else.
  static func value(of arguments: [Any], countsOnly: Bool) throws -> Any {
    guard let request = arguments.first as? any FetchRequesting,
      let context = arguments.last as? NSManagedObjectContext
    else {
      throw StoreFailure.error(
        NSCoreDataError,
        "A fetch expression needs a fetch request and a context, not \(arguments)."
      )
    }
    guard !countsOnly else { return try context.count(for: request.untyped) }
    return try context.fetchResults(of: request.untyped)
  }
}

extension NSPredicate {
  /// The predicate with what they find in the place of fetch expressions, which no store can be handed.
  ///
  /// Dictionaries of one entry, as a request for one property yields, stand for the entry's value.
  ///
  /// - Parameter tree: The tree of the predicate.
  /// - Returns: The predicate itself, if there are no such expressions in it.
  /// - Throws: What fetching throws.
  func answeringFetches(in tree: PredicateTree) throws -> NSPredicate {
    guard tree.values.contains(where: { $0 is FetchBlock }) else { return self }
    var table = ValueTable()
    let root = table.adopt(tree)
    var substitution = Substitution()
    substitution.call = { call in
      guard let answer = try FetchBlock.answer(to: call, among: tree.values) else { return nil }
      return table.constant(answer)
    }
    return .make(PredicateTree(try root.applying(substitution), values: table.values))
  }
}

extension FetchBlock {
  /// What the call of a fetch expression finds; nil for any other call.
  fileprivate static func answer(to call: FunctionCall, among values: [Any]) throws -> Any? {
    guard case .argument(let argument)? = call.receiver,
      let block = values[checked: argument.index] as? FetchBlock
    else { return nil }
    let arguments = call.arguments.map { part in
      CompiledExpression(ExpressionTree(part, values: values)).value(with: nil, context: nil)
    }
    let found = try value(of: arguments.map { $0 ?? NSNull() }, countsOnly: block.countsOnly)
    guard let results = found as? [AnyObject] else { return found }
    return results.map { ($0 as? NSDictionary).flatMap(onlyValue) ?? $0 }
  }

  private static func onlyValue(of dictionary: NSDictionary) -> AnyObject? {
    dictionary.count == 1 ? dictionary.allValues.first as AnyObject? : nil
  }
}
