/// A value for which the model does not state a Swift type: of a transformable attribute, or the dictionary of a
/// composite attribute.
public final class BoxedValue: @unchecked Sendable {
  // The value is set once. Programs must treat transformed values as immutable, as Core Data requires.

  /// The boxed value.
  public let value: Any

  /// Boxes a value.
  public init(_ value: Any) {
    self.value = value
  }

  /// Boxes a value; nil for nil.
  public convenience init?(_ value: Any?) {
    guard let value else { return nil }
    self.init(value)
  }
}
