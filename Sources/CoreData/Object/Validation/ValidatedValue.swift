import Foundation

/// The value of a property that is being validated, made an object only if somebody looks at it.
final class ValidatedValue: ValuePlace<AnyObject?> {
  let object: NSManagedObject
  @exclusivity(unchecked) private(set) var index = 0

  /// What a validation method has put there instead.
  @exclusivity(unchecked) private(set) var replacement: AnyObject??

  var isUntouched: Bool { if case .none = replacement { true } else { false } }

  init(of object: NSManagedObject) {
    self.object = object
    super.init(nil)
  }

  /// Goes on to another property.
  func aim(at index: Int) {
    self.index = index
    replacement = nil
  }

  override var value: AnyObject? {
    get { replacement ?? object.modeledValue(at: index).map { $0 as AnyObject } }
    set { replacement = .some(newValue) }
  }
}
