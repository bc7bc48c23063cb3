import Foundation

/// An attribute of an entity: a property with a value.
open class NSAttributeDescription: NSPropertyDescription {
  /// The type of the attribute as an Objective-C enumeration.
  open var attributeType: NSAttributeType {
    get { NSAttributeType(rawValue: type.rawValue) ?? .undefinedAttributeType }
    set { type = AttributeType(rawValue: newValue.rawValue) }
  }

  /// The type of the attribute.
  open var type: AttributeType = .undefined {
    willSet { requireMutable() }
    didSet { if type != oldValue { valueClassName = nil } }
  }

  /// The name of the class of the values: that of the type unless another is set.
  open var attributeValueClassName: String? {
    get { valueClassName ?? type.valueClassName }
    set {
      requireMutable()
      valueClassName = newValue
    }
  }

  final var valueClassName: String?

  /// The value of new objects.
  open var defaultValue: Any? { willSet { requireMutable() } }

  /// The name of the transformer of a transformable attribute.
  open var valueTransformerName: String? { willSet { requireMutable() } }

  /// Whether large values may be kept in files beside the store.
  open var allowsExternalBinaryDataStorage = false { willSet { requireMutable() } }

  /// Whether persistent history keeps the value of a deleted object.
  open var preservesValueInHistoryOnDeletion = false { willSet { requireMutable() } }

  /// Whether the value is encrypted in CloudKit, which is not supported here.
  open var allowsCloudEncryption = false { willSet { requireMutable() } }

  /// Whether bytes that a transformer cannot read are kept as values, for migrations.
  private(set) final var keepsUnreadableValues = false

  override class func makeEmpty() -> NSPropertyDescription { NSAttributeDescription() }

  /// Makes bytes that a transformer cannot read values of the attribute, or of its members.
  final func keepUnreadableValues() {
    keepsUnreadableValues = true
    guard let composite = self as? NSCompositeAttributeDescription else { return }
    for element in composite.elements { element.keepUnreadableValues() }
  }

  override func take(from other: NSPropertyDescription) {
    super.take(from: other)
    guard let other = other as? NSAttributeDescription else { return }
    type = other.type
    valueClassName = other.valueClassName
    defaultValue = other.defaultValue
    valueTransformerName = other.valueTransformerName
    allowsExternalBinaryDataStorage = other.allowsExternalBinaryDataStorage
    preservesValueInHistoryOnDeletion = other.preservesValueInHistoryOnDeletion
    allowsCloudEncryption = other.allowsCloudEncryption
    keepsUnreadableValues = other.keepsUnreadableValues
  }

  override func hasContents(of other: NSPropertyDescription) -> Bool {
    guard super.hasContents(of: other), let other = other as? NSAttributeDescription else {
      return false
    }
    return type == other.type && attributeValueClassName == other.attributeValueClassName
      && valueTransformerName == other.valueTransformerName
      && allowsExternalBinaryDataStorage == other.allowsExternalBinaryDataStorage
      && preservesValueInHistoryOnDeletion == other.preservesValueInHistoryOnDeletion
      && allowsCloudEncryption == other.allowsCloudEncryption
      && ObjectEquality.isEqual(defaultValue, other.defaultValue)
  }
}

extension NSAttributeDescription.AttributeType {
  /// The name of the class of the values, for types that have one.
  var valueClassName: String? {
    switch self {
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binaryData: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .objectID: "NSManagedObjectID"
    case .composite: "NSDictionary"
    default: nil
    }
  }
}
