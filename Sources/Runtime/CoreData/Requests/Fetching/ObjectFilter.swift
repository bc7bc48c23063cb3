import Foundation

/// Evaluates a predicate for many managed objects.
struct ObjectFilter {
  private let predicate: NSPredicate
  private let tree: PredicateTree?
  private var compiled: [ObjectIdentifier: CompiledPredicate] = [:]
  private var last: (shape: EntityShape, predicate: CompiledPredicate)?

  init(_ predicate: NSPredicate) {
    self.predicate = predicate
    tree = try? predicate.tree
  }

  /// Returns the objects that match the predicate.
  static func objects(
    _ objects: [NSManagedObject],
    where predicate: NSPredicate
  ) -> [NSManagedObject] {
    var filter = ObjectFilter(predicate)
    return objects.filter { filter.holds(for: $0) }
  }

  private mutating func holds(for object: NSManagedObject) -> Bool {
    if let last, last.shape === object.shape { return last.predicate.evaluate(with: object) }
    guard let tree else { return predicate.evaluate(with: object) }
    let shape = object.shape
    let known = compiled[ObjectIdentifier(shape)] ?? CompiledPredicate(tree, for: shape)
    compiled[ObjectIdentifier(shape)] = known
    last = (shape, known)
    return known.evaluate(with: object)
  }
}
