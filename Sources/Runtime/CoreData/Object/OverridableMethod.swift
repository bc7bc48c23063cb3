/// A method of ``NSManagedObject`` that subclasses may override, but usually do not.
///
/// A save would call some of them for each object, and prepare the arguments. Swift cannot tell whether a method is
/// overridden, but a class has its methods in a virtual table, and a method that is not overridden has the same entry
/// as in the superclass. The index of the entry is found with a class that overrides only that method. If it cannot
/// be found, the method counts as overridden by all classes, which only costs time.
struct OverridableMethod {
  /// The index of the method in the metadata of all classes of managed objects; 0 if it is not known.
  private let place: Int

  /// Finds the method that a class overrides, which overrides nothing else.
  private init(overriddenBy probe: NSManagedObject.Type) {
    guard ClassMetadata.problem == nil else {
      place = 0
      return
    }
    let original = ClassMetadata(NSManagedObject.self).members
    let plain = ClassMetadata(PlainObject.self).members
    let changed = ClassMetadata(probe).members
    // Initializers differ in all subclasses.
    let places = original.indices.filter { place in
      original[place] == plain[place] && original[place] != changed[place]
    }
    place = places.count == 1 ? ClassMetadata.headWords + places[0] : 0
  }

  /// Whether a class overrides the method.
  @inline(__always)
  func isOverridden(by type: NSManagedObject.Type) -> Bool {
    place == 0 || Self.words(of: type)[place] != Self.words(of: NSManagedObject.self)[place]
  }

  static let validateValue = Self(overriddenBy: ValidatingObject.self)
  static let willSave = Self(overriddenBy: PreparedObject.self)
  static let didSave = Self(overriddenBy: InformedObject.self)
}

extension OverridableMethod {
  private typealias Words = UnsafePointer<UnsafeRawPointer?>

  @inline(__always)
  private static func words(of type: NSManagedObject.Type) -> Words {
    ClassMetadata.address(of: type).assumingMemoryBound(to: UnsafeRawPointer?.self)
  }
}

// Classes without instances.

private final class PlainObject: NSManagedObject {}

private final class ValidatingObject: NSManagedObject {
  override func validateValue(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>,
    forKey key: String
  ) throws {
    try validateModeledValue(value, forKey: key + key)
  }
}

private final class PreparedObject: NSManagedObject {
  override func willSave() { state.insert(.isAskedByPredicate) }
}

private final class InformedObject: NSManagedObject {
  override func didSave() { state.remove(.isAskedByPredicate) }
}
