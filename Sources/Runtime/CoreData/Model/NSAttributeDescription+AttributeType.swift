extension NSAttributeDescription {
  /// The types of attributes.
  public struct AttributeType: RawRepresentable, Sendable, Hashable {
    /// The raw value of the type, as in ``NSAttributeType``.
    public let rawValue: UInt

    /// Creates a type with a raw value.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    private init(_ type: NSAttributeType) {
      rawValue = type.rawValue
    }

    /// No type; only transient attributes may have it.
    public static let undefined = Self(.undefinedAttributeType)

    /// A whole number of 16 bits.
    public static let integer16 = Self(.integer16AttributeType)

    /// A whole number of 32 bits.
    public static let integer32 = Self(.integer32AttributeType)

    /// A whole number of 64 bits.
    public static let integer64 = Self(.integer64AttributeType)

    /// A decimal number.
    public static let decimal = Self(.decimalAttributeType)

    /// A floating-point number of 64 bits.
    public static let double = Self(.doubleAttributeType)

    /// A floating-point number of 32 bits.
    public static let float = Self(.floatAttributeType)

    /// A text.
    public static let string = Self(.stringAttributeType)

    /// A Boolean value.
    public static let boolean = Self(.booleanAttributeType)

    /// A point in time.
    public static let date = Self(.dateAttributeType)

    /// Bytes.
    public static let binaryData = Self(.binaryDataAttributeType)

    /// A UUID.
    public static let uuid = Self(.UUIDAttributeType)

    /// A URL.
    public static let uri = Self(.URIAttributeType)

    /// An object that a value transformer converts to bytes.
    public static let transformable = Self(.transformableAttributeType)

    /// The ID of a managed object.
    public static let objectID = Self(.objectIDAttributeType)

    /// A group of attributes.
    public static let composite = Self(.compositeAttributeType)
  }
}
