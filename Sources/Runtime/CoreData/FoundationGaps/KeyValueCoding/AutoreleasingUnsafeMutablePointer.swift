/// A place where a value is that a validation method may read and replace.
///
/// Swift has this type on Apple's platforms only, where it stands for a pointer of Objective-C. It is here so that
/// overrides of ``NSManagedObject/validateValue(_:forKey:)-(AutoreleasingUnsafeMutablePointer<AnyObject?>,_)``
/// compile as they are.
public struct AutoreleasingUnsafeMutablePointer<Pointee> {
  private let place: ValuePlace<Pointee>

  /// The value that is there.
  public var pointee: Pointee {
    get { place.value }
    nonmutating set { place.value = newValue }
  }

  init(_ place: ValuePlace<Pointee>) {
    self.place = place
  }

  /// The object that is pointed at, if it is of a class.
  func place<P>(as type: P.Type) -> P? { place as? P }
}

/// The place of a value; subclasses fetch it when it is asked for.
class ValuePlace<Pointee> {
  var value: Pointee

  init(_ value: Pointee) {
    self.value = value
  }
}
