import Foundation

/// Evaluates a predicate for many managed objects.
struct ObjectFilter {
  private let predicate: NSPredicate
  private let tree: PredicateTree?
  private var compiled: [Form: CompiledPredicate] = [:]
  private var last: (shape: EntityShape, isOfDatabase: Bool, predicate: CompiledPredicate)?

  /// A form of the compiled predicate.
  private struct Form: Hashable {
    let shape: ObjectIdentifier
    let isOfDatabase: Bool
  }

  init(_ predicate: NSPredicate) {
    self.predicate = predicate
    tree = try? predicate.tree
  }

  /// Returns the objects that match the predicate.
  ///
  /// - Parameters:
  ///   - objects: The objects.
  ///   - predicate: The predicate.
  ///   - isOfDatabase: Whether a database would find an object, for which nil is unknown.
  /// - Returns: The matching objects, in their order.
  static func objects(
    _ objects: [NSManagedObject],
    where predicate: NSPredicate,
    _ isOfDatabase: (NSManagedObject) -> Bool
  ) -> [NSManagedObject] {
    var filter = ObjectFilter(predicate)
    return objects.filter { filter.holds(for: $0, isOfDatabase: isOfDatabase($0)) }
  }

  private mutating func holds(for object: NSManagedObject, isOfDatabase: Bool) -> Bool {
    if let last, last.shape === object.shape, last.isOfDatabase == isOfDatabase {
      return last.predicate.evaluate(with: object)
    }
    guard let tree else { return predicate.evaluate(with: object) }
    let shape = object.shape
    let form = Form(shape: ObjectIdentifier(shape), isOfDatabase: isOfDatabase)
    let known =
      compiled[form]
      ?? CompiledPredicate(tree, for: shape, isOfDatabase ? .unknown(countsAs: false) : .value)
    compiled[form] = known
    last = (shape, isOfDatabase, known)
    return known.evaluate(with: object)
  }
}
