/// The reason why the values of an object were brought back.
public struct NSSnapshotEventType: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// The event with the given number.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// An insertion was undone.
  public static let undoInsertion = Self(rawValue: 1 << 1)
  /// A deletion was undone.
  public static let undoDeletion = Self(rawValue: 1 << 2)
  /// A change was undone.
  public static let undoUpdate = Self(rawValue: 1 << 3)
  /// All changes were rolled back.
  public static let rollback = Self(rawValue: 1 << 4)
  /// The object was refreshed.
  public static let refresh = Self(rawValue: 1 << 5)
  /// A merge policy resolved a conflict.
  public static let mergePolicy = Self(rawValue: 1 << 6)
}
