import CoreData
import Foundation

/// A kind of store with its capabilities.
public struct StoreUnderTest: Sendable {
  /// The optional capabilities of a store.
  public struct Capabilities: OptionSet, Sendable, Hashable {
    /// The raw value of the set.
    public let rawValue: Int

    /// Creates a set with a raw value.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Saved objects exist when the store is opened again.
    public static let persistence = Self(rawValue: 1 << 0)
    /// Ordered relationships keep their order.
    public static let ordering = Self(rawValue: 1 << 1)
    /// Transformable attributes.
    public static let transformables = Self(rawValue: 1 << 2)
    /// Composite attributes.
    public static let composites = Self(rawValue: 1 << 3)
    /// The metadata can be read and changed without opening the store.
    public static let detachedMetadata = Self(rawValue: 1 << 4)
    /// Decimal numbers keep all of their digits.
    public static let exactDecimals = Self(rawValue: 1 << 5)

    /// Dates keep fractions of microseconds.
    public static let exactDates = Self(rawValue: 1 << 6)
    /// Texts may have the character U+0000.
    public static let nulCharacters = Self(rawValue: 1 << 7)

    /// All capabilities.
    public static let all: Self = [
      .persistence, .ordering, .transformables, .composites, .detachedMetadata, .exactDecimals,
      .exactDates, .nulCharacters,
    ]
  }

  /// The name under which results are reported.
  public let name: String

  /// The type, which must be registered.
  public let type: NSPersistentStore.StoreType

  /// The capabilities of the store.
  public let capabilities: Capabilities

  /// Returns the URL of a store in an empty folder that is removed later.
  public let url: @Sendable (_ folder: URL) -> URL

  /// Returns the options with which the store is opened.
  public let options: @Sendable () -> [AnyHashable: Any]

  /// Creates a description of a kind of store.
  public init(
    _ name: String,
    type: NSPersistentStore.StoreType,
    capabilities: Capabilities = .all,
    url: @escaping @Sendable (_ folder: URL) -> URL = { $0.appendingPathComponent("store") },
    options: @escaping @Sendable () -> [AnyHashable: Any] = { [:] }
  ) {
    self.name = name
    self.type = type
    self.capabilities = capabilities
    self.url = url
    self.options = options
  }
}
