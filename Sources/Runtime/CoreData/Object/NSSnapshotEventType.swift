/// The reason why the values of an object were restored.
public struct NSSnapshotEventType: OptionSet, Sendable {
  /// The raw value of the options.
  public let rawValue: UInt

  /// Creates options with a raw value.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// An insertion was undone.
  public static let undoInsertion = Self(rawValue: 1 << 1)
  /// A deletion was undone.
  public static let undoDeletion = Self(rawValue: 1 << 2)
  /// An update was undone.
  public static let undoUpdate = Self(rawValue: 1 << 3)
  /// All changes were rolled back.
  public static let rollback = Self(rawValue: 1 << 4)
  /// The object was refreshed.
  public static let refresh = Self(rawValue: 1 << 5)
  /// A merge policy resolved a conflict.
  public static let mergePolicy = Self(rawValue: 1 << 6)
}
