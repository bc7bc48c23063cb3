import Foundation

/// An attribute that consists of other attributes.
open class NSCompositeAttributeDescription: NSAttributeDescription {
  /// The attributes that make up the value.
  open var elements: [NSAttributeDescription] = [] { willSet { requireMutable() } }

  /// Creates a composite without elements.
  public override init() {
    super.init()
    type = .composite
  }

  override class func makeEmpty() -> NSPropertyDescription { NSCompositeAttributeDescription() }

  override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    guard let other = other as? NSCompositeAttributeDescription else { return }
    elements = other.elements.compactMap { $0.copy() as? NSAttributeDescription }
  }

  override func hasContents(of other: NSPropertyDescription) -> Bool {
    guard super.hasContents(of: other), let other = other as? NSCompositeAttributeDescription
    else { return false }
    return elements == other.elements
  }

  override func lock() {
    super.lock()
    for element in elements { element.lock() }
  }
}
