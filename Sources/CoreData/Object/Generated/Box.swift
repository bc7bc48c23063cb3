extension GeneratedCode1 {
  /// A value of a type that the model does not say: a Transformable's, a composite's dictionary.
  public final class Box: @unchecked Sendable {
    /// The value itself.
    public let value: Any

    /// Puts a value in a box.
    public init(_ value: Any) {
      self.value = value
    }

    /// Puts a value in a box, or nothing in none.
    public convenience init?(_ value: Any?) {
      guard let value else { return nil }
      self.init(value)
    }
  }
}
