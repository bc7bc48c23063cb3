/// A pointer to a value that a validation method may read and replace.
///
/// Swift has this type only on Apple's platforms, where it represents a pointer of Objective-C. It exists here so
/// that overrides of ``NSManagedObject/validateValue(_:forKey:)-(AutoreleasingUnsafeMutablePointer<AnyObject?>,_)``
/// compile unchanged.
public struct AutoreleasingUnsafeMutablePointer<Pointee> {
  private let place: ValuePlace<Pointee>

  /// The value.
  public var pointee: Pointee {
    get { place.value }
    nonmutating set { place.value = newValue }
  }

  init(_ place: ValuePlace<Pointee>) {
    self.place = place
  }

  /// The referenced object as an instance of a class.
  func place<P>(as type: P.Type) -> P? { place as? P }
}

/// The place of a value; subclasses fetch it lazily.
class ValuePlace<Pointee> {
  var value: Pointee

  init(_ value: Pointee) {
    self.value = value
  }
}
