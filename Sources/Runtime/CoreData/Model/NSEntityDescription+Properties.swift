import Foundation
import ManagedModel

extension NSEntityDescription {
  /// The properties of the entity.
  ///
  /// While the model can be changed these are the properties that the entity itself declares. Once the
  /// model is in use they are all properties, the inherited ones first.
  public var properties: [NSPropertyDescription] {
    get { settledShape?.properties ?? ownProperties }
    set {
      requireMutable()
      for property in ownProperties where property.owner === self { property.owner = nil }
      ownProperties = newValue
      for property in newValue { property.owner = self }
    }
  }

  /// All properties, including inherited ones, by their names.
  public var propertiesByName: [String: NSPropertyDescription] {
    if let settledShape {
      return settledShape.indexByName.mapValues { settledShape.properties[$0] }
    }
    var result: [String: NSPropertyDescription] = [:]
    for entity in lineage.reversed() {
      for property in entity.ownProperties { result[property.name] = property }
    }
    return result
  }

  /// The properties that the entity itself declares, by their names.
  var ownPropertiesByName: [String: NSPropertyDescription] {
    Dictionary(ownProperties.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
  }

  /// All attributes, including inherited ones, by their names.
  public var attributesByName: [String: NSAttributeDescription] {
    propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
  }

  /// All relationships, including inherited ones, by their names.
  public var relationshipsByName: [String: NSRelationshipDescription] {
    propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
  }

  /// Returns the relationships, including inherited ones, that lead to the given entity.
  public func relationships(
    forDestination entity: NSEntityDescription
  ) -> [NSRelationshipDescription] {
    relationshipsByName.values
      .filter { $0.destinationEntity === entity }
      .sorted { $0.name.precedesByCodePoint($1.name) }
  }
}
