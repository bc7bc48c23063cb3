import JSON
import ManagedModel
import ModelComparison

extension ModelDump {
  func attribute(_ attribute: Attribute) -> JSONValue {
    [
      "name": .string(attribute.name),
      "type": .string(attribute.type.fileName ?? "Undefined"),
      "isOptional": .bool(attribute.isOptional),
      "isTransient": .bool(attribute.isTransient),
      "usesScalarValueType": JSONValue(attribute.usesScalarValueType),
      "default": JSONValue(attribute.defaultValue),
      "minimum": JSONValue(attribute.minimumText),
      "maximum": JSONValue(attribute.maximumText),
      "earliestDate": JSONValue(attribute.minimumDateTimeInterval),
      "latestDate": JSONValue(attribute.maximumDateTimeInterval),
      "regularExpression": JSONValue(attribute.regularExpression),
      "derivationExpression": JSONValue(
        attribute.isDerived ? attribute.derivationExpression ?? "" : nil
      ),
      "valueTransformerName": JSONValue(attribute.valueTransformerName),
      "customClassName": JSONValue(attribute.customClassName),
      "composite": JSONValue(attribute.compositeName),
      "allowsExternalBinaryDataStorage": .bool(attribute.allowsExternalBinaryDataStorage),
      "preservesValueInHistoryOnDeletion": .bool(attribute.preservesValueInHistoryOnDeletion),
      "allowsCloudEncryption": .bool(attribute.allowsCloudEncryption),
      "isIndexed": .bool(attribute.isIndexed),
      "isIndexedBySpotlight": .bool(attribute.isIndexedBySpotlight),
      "renamingIdentifier": JSONValue(attribute.renamingIdentifier),
      "versionHashModifier": JSONValue(attribute.versionHashModifier),
      "userInfo": userInfo(attribute.userInfo),
    ]
  }

  func relationships(of entity: ResolvedEntity) -> [JSONValue] {
    zip(entity.entity.properties, entity.ends).compactMap { property, ends in
      property.relationship.map { relationship($0, ends) }
    }
  }

  private func relationship(_ relationship: Relationship, _ ends: RelationshipEnds) -> JSONValue {
    [
      "name": .string(relationship.name),
      "destination": JSONValue(relationship.destinationName),
      "inverse": inverse(of: relationship, ends),
      "isToMany": .bool(relationship.isToMany),
      "isOrdered": .bool(relationship.isOrdered),
      "isOptional": .bool(relationship.isOptional),
      "isTransient": .bool(relationship.isTransient),
      "minimumCount": .integer(relationship.effectiveMinimumCount),
      "maximumCount": .integer(relationship.effectiveMaximumCount),
      "deleteRule": .string(relationship.deleteRule.fileName),
      "isIndexed": .bool(relationship.isIndexed),
      "renamingIdentifier": JSONValue(relationship.renamingIdentifier),
      "versionHashModifier": JSONValue(relationship.versionHashModifier),
      "userInfo": userInfo(relationship.userInfo),
    ]
  }

  /// The inverse with the entity that declares it; the entity is null when there is no such property.
  private func inverse(of relationship: Relationship, _ ends: RelationshipEnds) -> JSONValue {
    guard let name = relationship.inverseName else { return .null }
    let owner = ends.inverse.map { resolved.entities[$0.entity].name }
    return ["name": .string(name), "entity": JSONValue(owner)]
  }

  func fetchedProperty(_ property: FetchedProperty) -> JSONValue {
    [
      "name": .string(property.name),
      "isOptional": .bool(property.isOptional),
      "fetchRequest": property.fetchRequest.map(fetchRequest) ?? .null,
      "userInfo": userInfo(property.userInfo),
    ]
  }
}

extension JSONValue {
  /// A default value with its kind, so that `"1"` and `1` are not confused.
  init(_ value: DefaultValue?) {
    self =
      switch value {
      case nil: .null
      case .integer(let number): ["kind": "integer", "value": .integer(Int(number))]
      case .double(let number): ["kind": "double", "value": JSONValue(number)]
      case .decimal(let digits): ["kind": "decimal", "value": .string(digits)]
      case .string(let text): ["kind": "string", "value": .string(text)]
      case .boolean(let flag): ["kind": "boolean", "value": .bool(flag)]
      case .date(let seconds): ["kind": "secondsSince2001", "value": JSONValue(seconds)]
      case .uuid(let text): ["kind": "uuid", "value": .string(text)]
      case .uri(let text): ["kind": "uri", "value": .string(text)]
      }
  }
}
