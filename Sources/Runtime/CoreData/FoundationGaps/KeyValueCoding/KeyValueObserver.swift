public import Foundation

/// The keys of the values that describe a change of an observed property.
public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  /// The text of the key.
  public let rawValue: String

  /// Creates a key with a text.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The kind of the change: the raw value of an ``NSKeyValueChange``.
  public static let kindKey = Self(rawValue: "kind")
  /// The value after the change, if it was requested; `NSNull` stands for nil.
  public static let newKey = Self(rawValue: "new")
  /// The value before the change, if it was requested; `NSNull` stands for nil.
  public static let oldKey = Self(rawValue: "old")
  /// The indexes of changed objects of a relationship; changes of managed objects have none.
  public static let indexesKey = Self(rawValue: "indexes")
  /// Whether the change has not been made yet.
  public static let notificationIsPriorKey = Self(rawValue: "notificationIsPrior")
}

/// An object with a method that is called when properties of managed objects change.
///
/// It takes the place of an override of `observeValue(forKeyPath:of:change:context:)`, which Foundation has on Apple's
/// platforms only:
///
/// ```swift
/// final class RatingObserver: NSObject, KeyValueObserver {
///   func observedValue(
///     forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
///     context: UnsafeMutableRawPointer?
///   ) {
///     print(change?[.newKey] ?? "")
///   }
/// }
/// recipe.addObserver(observer, forKeyPath: "rating", options: [.new], context: nil)
/// ```
///
/// `momgen adopt` writes the method and the conformance.
public protocol KeyValueObserver: NSObject {
  /// Responds to a change of an observed property.
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the property.
  ///   - object: The object with the property.
  ///   - change: The values of the change that were requested.
  ///   - context: The context that was given when the observation began.
  func observedValue(
    forKeyPath keyPath: String?,
    of object: Any?,
    change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  )
}

/// An observation of a property by a method, as long as the object with the property exists.
final class MethodObservation {
  let keyPath: String
  let context: UnsafeMutableRawPointer?
  let observation: NSKeyValueObservation
  private let observer: ObjectIdentifier
  private weak var object: NSObject?

  init(
    of keyPath: String,
    by observer: some KeyValueObserver,
    _ options: NSKeyValueObservingOptions,
    _ context: UnsafeMutableRawPointer?
  ) {
    self.keyPath = keyPath
    self.context = context
    self.observer = ObjectIdentifier(observer)
    object = observer
    var isInitial = options.contains(.initial)
    observation = NSKeyValueObservation(options) { [weak observer] object, old, new, isPrior in
      var change: [NSKeyValueChangeKey: Any] = [.kindKey: NSKeyValueChange.setting.rawValue]
      if options.contains(.new), !isPrior { change[.newKey] = new ?? NSNull() }
      if options.contains(.old), !isInitial { change[.oldKey] = old ?? NSNull() }
      if isPrior { change[.notificationIsPriorKey] = true }
      isInitial = false
      observer?.observedValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
  }

  var isAlive: Bool { object != nil }

  /// Whether it is the observation of a property by an object.
  func isObservation(of keyPath: String, by object: NSObject) -> Bool {
    self.keyPath == keyPath && observer == ObjectIdentifier(object)
  }
}
