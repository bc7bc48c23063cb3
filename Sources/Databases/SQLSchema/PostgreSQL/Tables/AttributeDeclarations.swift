import ManagedModel

/// All declarations of each stored attribute: if an entity redeclares an inherited one, both share a column, which
/// can only have the constraints of both.
struct AttributeDeclarations {
  private var others: [PropertyLocation: [Attribute]] = [:]
  private let model: ResolvedModel

  init(mapping: SchemaMapping) {
    model = mapping.model
    for entity in mapping.model.entities where entity.parent != nil {
      for (position, property) in entity.entity.properties.enumerated() {
        let location = PropertyLocation(entity: entity.index, property: position)
        guard let attribute = property.attribute, case .attribute(let column) = mapping[location],
          let origin = mapping[column].origin.location, origin != location
        else { continue }
        others[origin, default: []].append(attribute)
      }
    }
  }

  /// The attribute at a location, without the constraints that some other declaration lacks.
  func attribute(at location: PropertyLocation) -> Attribute? {
    guard var attribute = model.property(at: location).attribute else { return nil }
    for other in others[location] ?? [] {
      if other.isOptional || other.isTransient { attribute.isOptional = true }
      if other.minimumText != attribute.minimumText { attribute.minimumText = nil }
      if other.maximumText != attribute.maximumText { attribute.maximumText = nil }
      if other.minimumDateTimeInterval != attribute.minimumDateTimeInterval {
        attribute.minimumDateTimeInterval = nil
      }
      if other.maximumDateTimeInterval != attribute.maximumDateTimeInterval {
        attribute.maximumDateTimeInterval = nil
      }
      if other.regularExpression != attribute.regularExpression {
        attribute.regularExpression = nil
      }
      if other.defaultValue != attribute.defaultValue {
        attribute.defaultValueText = nil
        attribute.defaultDateTimeInterval = nil
      }
    }
    return attribute
  }
}
