import Foundation

// The forms in which programs call `validateValue(_:forKey:)`: Apple's takes the variable itself.

extension NSManagedObject {
  /// Checks a value, which may come back as another one.
  public final func validateValue(_ value: inout AnyObject?, forKey key: String) throws {
    let place = ValuePlace(value)
    defer { value = place.value }
    try validateValue(AutoreleasingUnsafeMutablePointer(place), forKey: key)
  }

  /// Checks a value, which may come back as another one.
  public final func validateValue(_ value: inout Any?, forKey key: String) throws {
    let place = ValuePlace<AnyObject?>(value.map { $0 as AnyObject })
    defer { value = place.value }
    try validateValue(AutoreleasingUnsafeMutablePointer(place), forKey: key)
  }
}
