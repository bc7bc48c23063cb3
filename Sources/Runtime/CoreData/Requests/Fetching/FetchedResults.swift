import Foundation

/// Conversion of the results of a fetch to the type of the request.
enum FetchedResults {
  /// Returns the results as values of the type.
  ///
  /// - Parameters:
  ///   - results: The results.
  ///   - areKnown: Whether all of them are known to be of the type, so that they need not be checked.
  /// - Returns: The same results.
  /// - Throws: An error if one of them is of another type. Core Data traps in this case.
  static func typed<T: NSFetchRequestResult>(
    _ results: [AnyObject],
    areKnown: Bool = false
  ) throws -> [T] {
    if !areKnown { try confirm(results, are: T.self) }
    // All of them are of the type, or it is a protocol of classes without witnesses: one word, as every object.
    return unsafeBitCast(results, to: [T].self)
  }

  /// Throws an error if one of the results is not of the type of the request.
  static func confirm<T: NSFetchRequestResult>(_ results: [AnyObject], are type: T.Type) throws {
    // `any NSFetchRequestResult` is one word, as every object, and a marker protocol, to which nothing can be cast.
    guard ResultCast.isClass(type) else { return }
    var known: ObjectIdentifier?
    for result in results {
      let found = ObjectIdentifier(Swift.type(of: result))
      if found == known { continue }
      guard result is T else { throw mismatch(result, type) }
      known = found
    }
  }

  private static func mismatch<T>(_ result: AnyObject, _ type: T.Type) -> NSError {
    let found = kind(of: result)
    let reason =
      if let object = result as? NSManagedObject {
        "The objects of the entity '\(object.entity.name ?? "")' are of the class \(found)."
      } else {
        "Its resultType makes it return a \(found)."
      }
    return RequestCheck.failure(
      "The fetch request is an NSFetchRequest<\(type)>. \(reason) Declare it as an "
        + "NSFetchRequest<\(found)> or an NSFetchRequest<any NSFetchRequestResult>."
    )
  }

  /// The name of a result's class for messages.
  private static func kind(of result: AnyObject) -> String {
    switch result {
    case is NSDictionary: "NSDictionary"
    case is NSNumber: "NSNumber"
    case is NSManagedObjectID: "NSManagedObjectID"
    default: "\(type(of: result))"
    }
  }
}
