import Foundation

/// The value of a property that is being validated, boxed lazily.
final class ValidatedValue: ValuePlace<AnyObject?> {
  let object: NSManagedObject

  /// The rules of the property, which the object's entity retains.
  @exclusivity(unchecked) private(set) unowned(unsafe) var rules: PropertyRules?

  /// The replacement by a validation method.
  @exclusivity(unchecked) private(set) var replacement: AnyObject??

  var isUntouched: Bool { if case .none = replacement { true } else { false } }

  init(of object: NSManagedObject) {
    self.object = object
    super.init(nil)
  }

  /// Moves on to another property.
  func aim(at rules: PropertyRules) {
    self.rules = rules
    replacement = nil
  }

  override var value: AnyObject? {
    get {
      replacement ?? rules.flatMap { object.modeledValue(at: $0.index) }.map { $0 as AnyObject }
    }
    set { replacement = .some(newValue) }
  }
}
