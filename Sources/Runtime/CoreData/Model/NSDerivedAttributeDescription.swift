import Foundation

/// An attribute whose value the store computes on saving.
open class NSDerivedAttributeDescription: NSAttributeDescription {
  /// The expression for the value.
  open var derivationExpression: _NSExpression? { willSet { requireMutable() } }

  override class func makeEmpty() -> NSPropertyDescription { NSDerivedAttributeDescription() }

  override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    guard let other = other as? NSDerivedAttributeDescription else { return }
    derivationExpression = other.derivationExpression
  }

  override func hasContents(of other: NSPropertyDescription) -> Bool {
    guard super.hasContents(of: other), let other = other as? NSDerivedAttributeDescription else {
      return false
    }
    return ObjectEquality.isEqual(derivationExpression, other.derivationExpression)
  }
}
