/// The kind of results of a fetch request.
public struct NSFetchRequestResultType: OptionSet, Sendable, Hashable {
  /// The raw value of the type.
  public let rawValue: UInt

  /// Creates a type with a raw value.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Objects.
  public static var managedObjectResultType: Self { Self(rawValue: 0) }

  /// The IDs of objects.
  public static var managedObjectIDResultType: Self { Self(rawValue: 1) }

  /// Dictionaries of values.
  public static var dictionaryResultType: Self { Self(rawValue: 2) }

  /// The count of objects.
  public static var countResultType: Self { Self(rawValue: 4) }
}
