import Foundation

/// The parts of a change that an observer asks for.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// The options with the given bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The value after the change.
  public static let new = Self(rawValue: 1 << 0)
  /// The value before the change.
  public static let old = Self(rawValue: 1 << 1)
  /// The value as it is when observation begins.
  public static let initial = Self(rawValue: 1 << 2)
  /// The change is about to be made.
  public static let prior = Self(rawValue: 1 << 3)
}

/// The kind of the change of an observed property.
public enum NSKeyValueChange: UInt, Sendable {
  /// It gets another value.
  case setting = 1
  /// Something is inserted into it.
  case insertion = 2
  /// Something is removed from it.
  case removal = 3
  /// Something in it is replaced.
  case replacement = 4
}

/// A change of an observed property.
public struct NSKeyValueObservedChange<Value> {
  /// The kind of the change of the property; always `setting` for managed objects.
  public let kind: NSKeyValueChange

  /// The value after the change, if it was asked for.
  public let newValue: Value?

  /// The value before the change, if it was asked for.
  public let oldValue: Value?

  /// Whether the change is still to be made.
  public let isPrior: Bool
}

/// An observation of a property, which lasts as long as this exists or until it is invalidated.
public final class NSKeyValueObservation: NSObject {
  let options: NSKeyValueObservingOptions

  /// Reads the value of a property that depends on others, or that the model has not; nil for other properties.
  var reading: ((NSObject) -> Any?)?

  /// Whether it is notified of primitive changes too, unlike other observers.
  var hearsPrimitiveChanges = false

  private var handler: ((NSObject, Any?, Any?, Bool) -> Void)?

  init(
    _ options: NSKeyValueObservingOptions,
    _ handler: @escaping (NSObject, Any?, Any?, Bool) -> Void
  ) {
    self.options = options
    self.handler = handler
  }

  /// Ends the observation.
  public func invalidate() {
    handler = nil
  }

  var isValid: Bool { handler != nil }

  func tell(_ object: NSObject, old: Any?, new: Any?, isPrior: Bool) {
    handler?(object, old, new, isPrior)
  }
}
