import Foundation

/// A position in the histories of stores, which can be archived.
///
/// Keep the token of the last processed transaction, to continue from it later. It has a position for each
/// store of the coordinator.
///
/// ```swift
/// let data = try NSKeyedArchiver.archivedData(withRootObject: transaction.token, requiringSecureCoding: true)
/// ```
open class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  /// The number of the last transaction before the position, by the UUID of the store.
  package final let positions: [String: Int64]

  package init(_ positions: [String: Int64]) {
    self.positions = positions
    super.init()
  }

  open class var supportsSecureCoding: Bool { true }

  /// Decodes a token from an archive.
  public required init?(coder: NSCoder) {
    let classes = [NSDictionary.self, NSString.self, NSNumber.self]
    let numbers = coder.decodeObject(of: classes, forKey: Self.archiveKey) as? [String: NSNumber]
    guard let numbers else { return nil }
    positions = numbers.mapValues(\.int64Value)
    super.init()
  }

  /// Encodes the token in an archive.
  open func encode(with coder: NSCoder) {
    let numbers = positions.mapValues { NSNumber(value: $0) }
    coder.encode(numbers as NSDictionary, forKey: Self.archiveKey)
  }

  private static let archiveKey = "positions"

  /// The token itself, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another object is a token of the same position.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? NSPersistentHistoryToken)?.positions == positions
  }

  open override var hash: Int { positions.hashValue }
}

extension NSPersistentHistoryToken: OrderedInPredicates {
  /// The order of two positions in the histories that both contain.
  final func orderInPredicates(with other: AnyObject) -> ComparisonResult? {
    guard let other = other as? NSPersistentHistoryToken else { return nil }
    let orders = positions.compactMap { store, position in
      other.positions[store].map { ComparisonResult(position, $0) }
    }
    let isBefore = orders.contains(.orderedAscending)
    let isAfter = orders.contains(.orderedDescending)
    if orders.isEmpty || (isBefore && isAfter) { return nil }
    return isBefore ? .orderedAscending : isAfter ? .orderedDescending : .orderedSame
  }
}
