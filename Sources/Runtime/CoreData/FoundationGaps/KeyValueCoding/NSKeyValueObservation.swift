import Foundation

/// The values of a change that an observer requests.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The raw value of the options.
  public let rawValue: UInt

  /// Creates options with a raw value.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Requests the value after the change.
  public static let new = Self(rawValue: 1 << 0)
  /// Requests the value before the change.
  public static let old = Self(rawValue: 1 << 1)
  /// Requests a call with the current value when observation begins.
  public static let initial = Self(rawValue: 1 << 2)
  /// Requests a call before the change, too.
  public static let prior = Self(rawValue: 1 << 3)
}

/// The kind of the change of an observed property.
public enum NSKeyValueChange: UInt, Sendable {
  /// The property was set.
  case setting = 1
  /// Objects were inserted into it.
  case insertion = 2
  /// Objects were removed from it.
  case removal = 3
  /// Objects in it were replaced.
  case replacement = 4
}

/// A change of an observed property.
public struct NSKeyValueObservedChange<Value> {
  /// The kind of the change of the property; always `setting` for managed objects.
  public let kind: NSKeyValueChange

  /// The value after the change, if it was requested.
  public let newValue: Value?

  /// The value before the change, if it was requested.
  public let oldValue: Value?

  /// Whether the change has not been made yet.
  public let isPrior: Bool
}

/// An observation of a property, which lasts until this object is deallocated or invalidated.
public final class NSKeyValueObservation: NSObject {
  let options: NSKeyValueObservingOptions

  /// Reads the value of a property that depends on others, or that is not in the model; nil for other properties.
  var reading: ((NSObject) -> Any?)?

  /// Whether the observer is notified of primitive changes too.
  var observesPrimitiveChanges = false

  private var handler: ((NSObject, Any?, Any?, Bool) -> Void)?

  init(
    _ options: NSKeyValueObservingOptions,
    _ handler: @escaping (NSObject, Any?, Any?, Bool) -> Void
  ) {
    self.options = options
    self.handler = handler
  }

  /// Creates an observation whose closure gets those of the reported values that it needs.
  convenience init<Object: NSObject, Value>(
    _ options: NSKeyValueObservingOptions,
    reporting changeHandler: @escaping (Object, NSKeyValueObservedChange<Value>) -> Void
  ) {
    self.init(options) { object, old, new, isPrior in
      guard let object = object as? Object else { return }
      let change = NSKeyValueObservedChange(
        kind: .setting,
        newValue: options.contains(.new) ? new as? Value : nil,
        oldValue: options.contains(.old) ? old as? Value : nil,
        isPrior: isPrior
      )
      changeHandler(object, change)
    }
  }

  /// Ends the observation.
  public func invalidate() {
    handler = nil
  }

  var isValid: Bool { handler != nil }

  func notify(_ object: NSObject, old: Any?, new: Any?, isPrior: Bool) {
    handler?(object, old, new, isPrior)
  }
}
