import ManagedModel
import PropertyLists

extension CompiledModelReader {
  mutating func attribute(
    _ object: ArchivedObject,
    name: String,
    label: String,
    depth: Int = 0
  ) throws -> Attribute {
    let code = try object.integer("NSAttributeType") ?? 0
    guard let type = AttributeType(code: code) else {
      throw CompiledModelError("\(label): there is no attribute type \(code)")
    }
    var attribute = Attribute(
      name: name,
      type: type,
      isOptional: try object.boolean("NSIsOptional"),
      isTransient: try object.boolean("NSIsTransient")
    )
    try readDefaultValue(of: object, into: &attribute, label: label)
    if type == .transformable {
      attribute.customClassName = try object.string("NSAttributeValueClassName")
    }
    attribute.valueTransformerName = try object.string("NSValueTransformerName")
    let flags = try object.integer("NSFlagsKey") ?? 0
    attribute.allowsExternalBinaryDataStorage = flags & AttributeFlag.externalStorage != 0
    attribute.preservesValueInHistoryOnDeletion = flags & AttributeFlag.preservedInHistory != 0
    attribute.isIndexed = try object.boolean("NSIsIndexed")
    attribute.isIndexedBySpotlight = try object.boolean("NSIndexedBySpotlight")
    attribute.renamingIdentifier = try renamingIdentifier(of: object, name: name)
    attribute.versionHashModifier = try object.string("NSVersionHashModifier")
    attribute.userInfo = try userInfo(of: object, label: label)
    try readValidation(of: object, into: &attribute, label: label)
    if let expression = try object.object("NSDerivationExpression") {
      attribute.isDerived = true
      attribute.derivationExpression = try derivationText(expression, label: label)
      if try object.object("NSFilteringPredicate") != nil {
        note("\(label): a model file cannot express the predicate that filters a derivation")
      }
    }
    if type == .composite {
      attribute.compositeName = try composite(of: object, attribute: name, label: label, depth)
    }
    return attribute
  }

  /// Records the composite of an attribute, and returns its name.
  ///
  /// See ``CompiledModelWriter`` for the form. A composite without a name is named for the
  /// attribute.
  private mutating func composite(
    of object: ArchivedObject,
    attribute: String,
    label: String,
    _ depth: Int
  ) throws -> String? {
    guard let elements = try elements("NSElements", of: object) else { return nil }
    guard depth < CompositeLimit.depth else {
      throw CompiledModelError("\(label): composites are nested too deeply")
    }
    let name = try object.string("NSCompositeName")
    guard name != nil || !object.has("NSCompositeName") else { return nil }
    var composite = Composite(name: name ?? attribute)
    for element in elements {
      guard let element = element.object else { continue }
      try charge()
      let elementName = try element.string("NSPropertyName") ?? ""
      composite.attributes.append(
        try self.attribute(
          element,
          name: elementName,
          label: "'\(composite.name).\(elementName)'",
          depth: depth + 1
        )
      )
    }
    if let known = composites[composite.name], known != composite {
      note("\(label): the composite '\(composite.name)' is defined differently elsewhere")
    } else {
      composites[composite.name] = composite
    }
    return composite.name
  }
}
