/// A value whose type the model does not state: a Transformable's, or a composite's dictionary.
public final class BoxedValue: @unchecked Sendable {
  // The contents are set once; programs treat transformed values as immutable, as Core Data asks them to.

  /// The value itself.
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
