import Foundation
import PredicateFormat
import Synchronization

/// A sort descriptor of this module: by a key, or by a closure.
final class KeySortDescriptor: NSSortDescriptor {
  /// The key that a descriptor sorts by.
  struct Criterion {
    /// The key path; nil for the objects themselves, and if the name of a Swift key path is unknown.
    var key: String?

    /// The Swift key path that the descriptor was created with.
    var keyPath: AnyKeyPath?

    var comparison: SortComparison

    /// Returns the value of an object to compare; nil if it is that of the key.
    var value: ((Any) -> PredicateValue)?
  }

  // It is set before another thread can have the object.
  @exclusivity(unchecked) private(set) var criterion = Criterion(comparison: .natural)

  private let lock = Mutex(())

  // Protected by the lock.
  /// The evaluation of the key, which is compiled when objects are compared: stores sort by the name of the key.
  @exclusivity(unchecked) private var evaluation: Evaluation?

  convenience init(_ criterion: Criterion, ascending: Bool) {
    // No initializer of the superclass fits; the values that this one sets are overridden, except the direction.
    self.init(keyPath: \NSObject.hash, ascending: ascending)
    self.criterion = criterion
  }

  override var keyPath: AnyKeyPath { criterion.keyPath ?? super.keyPath }

  override var comparator: Comparator {
    let comparison = criterion.comparison
    return { comparison.order(PredicateValue($0), PredicateValue($1)) }
  }

  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    order(value(of: object1), value(of: object2))
  }

  /// Returns the value of an object to compare.
  func value(of object: Any) -> PredicateValue {
    if let value = criterion.value { return value(object) }
    guard let key = criterion.key else { return PredicateValue(object) }
    return evaluation(of: key)(Scope(object: PredicateValue(object)))
  }

  private func evaluation(of key: String) -> Evaluation {
    lock._unsafeLock()
    defer { lock._unsafeUnlock() }
    let made = evaluation ?? PredicateCompiler(values: []).operand(.path(keyPath: key)).evaluate
    evaluation = made
    return made
  }

  /// The order of two objects with known values.
  func order(_ first: PredicateValue, _ second: PredicateValue) -> ComparisonResult {
    let order = criterion.comparison.order(first, second)
    return ascending ? order : order.reversed
  }

  override var reversedSortDescriptor: Any {
    KeySortDescriptor(criterion, ascending: !ascending)
  }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override var hash: Int { criterion.key?.hashValue ?? 0 }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeySortDescriptor else { return false }
    if other === self { return true }
    guard case .selector(let mine) = criterion.comparison,
      case .selector(let others) = other.criterion.comparison
    else { return false }
    return mine == others && ascending == other.ascending && criterion.key == other.criterion.key
      && criterion.keyPath == other.criterion.keyPath
  }

  override var description: String {
    let name = criterion.key.map { "\"\($0)\"" } ?? "SELF"
    return "(\(name), \(ascending ? "ascending" : "descending"))"
  }
}

extension KeySortDescriptor.Criterion {
  /// The criterion for a dotted key path; nil for the objects themselves.
  init(key: String?, _ comparison: SortComparison) {
    self.key = key
    self.comparison = comparison
  }

  /// The criterion for a Swift key path, with its name if that is known.
  init<Root, Value>(keyPath: KeyPath<Root, Value>, _ comparison: SortComparison) {
    self.init(key: KeyPathNames.shared.name(of: keyPath), comparison)
    self.keyPath = keyPath
    guard key == nil else { return }
    value = { object in PredicateValue((object as? Root)?[keyPath: keyPath]) }
  }
}
