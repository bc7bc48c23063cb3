import ManagedModel
import PropertyLists

extension CompiledModelWriter {
  mutating func write(
    _ attribute: Attribute,
    to reference: KeyedArchiveBuilder.Reference,
    at place: PropertyPlace,
    enclosing composites: [String] = []
  ) throws(CompiledModelError) {
    let validation = ValidationRule.rules(of: attribute)
    var fields = CommonFields(name: attribute.name, isOptional: attribute.isOptional)
    fields.renamingIdentifier = attribute.renamingIdentifier
    fields.isTransient = attribute.isTransient
    fields.isReadOnly = attribute.isDerived
    fields.isIndexed = attribute.isIndexed
    fields.isIndexedBySpotlight = attribute.isIndexedBySpotlight
    fields.userInfo = attribute.userInfo
    fields.versionHashModifier = attribute.versionHashModifier
    fields.hasValidation = !validation.isEmpty
    write(fields, to: reference, at: place)
    try write(validation, to: reference)

    set("NSAttributeType", of: reference, to: attribute.type.code)
    set("NSAttributeValueClassName", of: reference, to: Self.valueClassName(of: attribute))
    set("NSDefaultValue", of: reference, to: defaultValue(of: attribute))
    set("NSValueTransformerName", of: reference, to: attribute.valueTransformerName)
    set("NSFlagsKey", of: reference, to: Self.flags(of: attribute))
    if attribute.type == .composite {
      try writeElements(of: attribute, to: reference, at: place, enclosing: composites)
    } else if attribute.isDerived {
      let expression = try addDerivation(attribute.derivationExpression ?? "", label: place.label)
      set("NSDerivationExpression", of: reference, to: expression)
      builder.set("NSFilteringPredicate", of: reference, to: .null)
    }
  }

  private static func flags(of attribute: Attribute) -> Int {
    (attribute.allowsExternalBinaryDataStorage ? AttributeFlag.externalStorage : 0)
      | (attribute.preservesValueInHistoryOnDeletion ? AttributeFlag.preservedInHistory : 0)
  }

  /// The class of an attribute's values; those of Object ID and Composite are not established.
  private static func valueClassName(of attribute: Attribute) -> String? {
    switch attribute.type {
    case .undefined: nil
    case .integer16, .integer32, .integer64, .double, .float, .boolean: "NSNumber"
    case .decimal: "NSDecimalNumber"
    case .string: "NSString"
    case .date: "NSDate"
    case .binary: "NSData"
    case .uuid: "NSUUID"
    case .uri: "NSURL"
    case .transformable: attribute.customClassName
    case .objectID: "NSManagedObjectID"
    case .composite: "NSDictionary"
    }
  }

  /// Writes the members of a composite attribute.
  ///
  /// This is a form of our own: no compiled model with a composite has been seen. It follows the public
  /// `NSCompositeAttributeDescription.elements`, and it keeps the name of the composite as well,
  /// so that reading returns what was written.
  private mutating func writeElements(
    of attribute: Attribute,
    to reference: KeyedArchiveBuilder.Reference,
    at place: PropertyPlace,
    enclosing composites: [String]
  ) throws(CompiledModelError) {
    let name = attribute.compositeName ?? ""
    guard !composites.contains(name) else {
      throw CompiledModelError("\(place.label): the composite '\(name)' contains itself")
    }
    guard composites.count < CompositeLimit.depth else {
      throw CompiledModelError("\(place.label): composites are nested too deeply")
    }
    var elements: [KeyedArchiveBuilder.Reference] = []
    for element in resolved.composite(named: name)?.attributes ?? [] {
      elementCount += 1
      guard elementCount <= CompositeLimit.elements else {
        throw CompiledModelError("\(place.label): composites have too many elements altogether")
      }
      let item = builder.add(Self.archivedClass(of: element))
      let itemPlace = PropertyPlace(entity: nil, label: "'\(name).\(element.name)'")
      try write(element, to: item, at: itemPlace, enclosing: composites + [name])
      elements.append(item)
    }
    set("NSCompositeName", of: reference, to: attribute.compositeName)
    let array = collection(elements, CompiledClasses.array)
    builder.set("NSElements", of: reference, to: .object(array))
  }
}

/// The limits of the expansion of composites.
enum CompositeLimit {
  static let depth = 32
  static let elements = 20_000
}

/// The bits of `NSFlagsKey`.
enum AttributeFlag {
  static let externalStorage = 4
  static let preservedInHistory = 16
}
