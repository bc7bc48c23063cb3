import Foundation

/// A property whose value is the result of a fetch request.
open class NSFetchedPropertyDescription: NSPropertyDescription {
  /// The request; its predicate may use `$FETCH_SOURCE` and `$FETCHED_PROPERTY`.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { willSet { requireMutable() } }

  /// Creates a fetched property without a request.
  public override init() {
    super.init()
    isTransient = true
  }

  override class func makeEmpty() -> NSPropertyDescription { NSFetchedPropertyDescription() }

  override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    guard let other = other as? NSFetchedPropertyDescription else { return }
    fetchRequest = other.fetchRequest?.copy() as? NSFetchRequest<any NSFetchRequestResult>
  }

  override func hasContents(of other: NSPropertyDescription) -> Bool {
    guard super.hasContents(of: other), let other = other as? NSFetchedPropertyDescription else {
      return false
    }
    return ObjectEquality.isEqual(fetchRequest, other.fetchRequest)
  }
}
