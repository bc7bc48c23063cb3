import Diagnostics
import Digests
import JSON
import ManagedModel
import ModelComparison

extension ModelDump {
  func entity(_ entity: ResolvedEntity) -> JSONValue {
    let value = entity.entity
    let hash = hashes[entity.name]
    return [
      "name": .string(entity.name),
      "class": entityClass(of: value),
      "parent": JSONValue(value.parentName),
      "children": .array(entity.children.map { .string(resolved.entities[$0].name) }),
      "isAbstract": .bool(value.isAbstract),
      "codeGeneration": .string(value.codeGeneration.rawValue),
      "renamingIdentifier": JSONValue(value.renamingIdentifier),
      "versionHashModifier": JSONValue(value.versionHashModifier),
      "versionHash": JSONValue(hash?.bytes.hexadecimal),
      "versionHashIsCertain": .bool(hash?.doubts.isEmpty ?? false),
      "isSyncable": .bool(value.isSyncable),
      "spotlightDisplayNameExpression": JSONValue(value.spotlightDisplayNameExpression),
      "attributes": .array(value.attributes.map(attribute)),
      "relationships": .array(relationships(of: entity)),
      "fetchedProperties": .array(value.fetchedProperties.map(fetchedProperty)),
      "inheritedProperties": .array(inheritedProperties(of: entity)),
      "fetchIndexes": .array(value.fetchIndexes.map(fetchIndex)),
      "compoundIndexes": .array((value.compoundIndexes ?? []).map { names($0.members) }),
      "uniquenessConstraints": .array(
        (value.uniquenessConstraints ?? []).map { names($0.members) }
      ),
      "userInfo": userInfo(value.userInfo),
    ]
  }

  private func entityClass(of entity: Entity) -> JSONValue {
    guard let entityClass = EntityClass(of: entity) else { return .null }
    let module: JSONValue =
      switch entityClass.module {
      case .unspecified: .null
      case .current: "."
      case .named(let name): .string(name)
      }
    return ["name": .string(entityClass.name), "module": module]
  }

  private func inheritedProperties(of entity: ResolvedEntity) -> [JSONValue] {
    resolved.allProperties(of: entity).filter { $0.entity != entity.index }.map { location in
      [
        "name": .string(resolved.property(at: location).name),
        "from": .string(resolved.entities[location.entity].name),
      ]
    }
  }

  private func fetchIndex(_ index: FetchIndex) -> JSONValue {
    [
      "name": .string(index.name),
      "partialPredicate": JSONValue(index.partialPredicateText),
      "elements": .array(
        index.elements.map { element in
          [
            "property": JSONValue(element.propertyName),
            "expression": JSONValue(element.expressionText),
            "expressionType": JSONValue(element.expressionType),
            "type": .string(element.type.fileName),
            "isAscending": .bool(element.isAscending),
          ]
        }
      ),
    ]
  }
}
