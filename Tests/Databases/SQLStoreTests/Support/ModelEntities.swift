import ManagedModel
import ObjectRows

@testable import SQLStore

/// The entities of a model, with numbers and row layouts as in the runtime.
struct ModelEntities {
  let model: ResolvedModel

  /// The number of the first entity in references, which differs from its number in rows.
  static let firstNumber = 40

  init(_ model: ResolvedModel) { self.model = model }

  var all: [StoreEntity] { model.entities.map(entity) }

  private func number(_ index: Int) -> Int { Self.firstNumber + index }

  private func entity(_ entity: ResolvedEntity) -> StoreEntity {
    let locations = model.allProperties(of: entity)
    let properties = locations.map { model.property(at: $0) }
    return StoreEntity(
      name: entity.name,
      number: number(entity.index),
      layout: RowLayout.of(properties.map(Self.kind)),
      properties: locations.map(property),
      constraints: model.lineage(of: entity).flatMap { constraints(of: $0, properties) },
      transientValues: properties.indices.filter { properties[$0].isTransient }
        .map { ($0, Value.string("blank")) }
    )
  }

  private func constraints(
    of entity: ResolvedEntity,
    _ properties: [Property]
  ) -> [EntityConstraint] {
    (entity.entity.uniquenessConstraints ?? []).map { constraint in
      let names = constraint.members.map(\.name)
      return EntityConstraint(
        entity: number(entity.index),
        names: names,
        indices: names.compactMap { name in properties.firstIndex { $0.name == name } }
      )
    }
  }

  private func property(_ location: PropertyLocation) -> StoreProperty {
    let property = model.property(at: location)
    let ends = model.entities[location.entity].ends[location.property]
    return StoreProperty(
      property.name,
      property.isAttribute ? .attribute : property.isToMany ? .toMany : .toOne,
      isTransient: property.isTransient,
      isOptional: property.attribute?.isOptional ?? property.relationship?.isOptional ?? true,
      deleteRule: property.relationship?.deleteRule ?? .nullify,
      destination: ends.destination.map(number),
      inverse: ends.inverse.flatMap { inverse in
        model.allProperties(of: model.entities[inverse.entity]).firstIndex(of: inverse)
      },
      isKeptOnDeletion: property.attribute?.preservesValueInHistoryOnDeletion ?? false,
      coding: Self.coding(property)
    )
  }

  private static func coding(_ property: Property) -> BoxCoding? {
    switch property.attribute?.type {
    case .transformable: .bytes(ReversedText())
    case .composite: .members(PlaceCoding())
    default: nil
    }
  }

  static func kind(_ property: Property) -> FieldKind {
    guard let type = property.attribute?.type else { return property.isToMany ? .none : .reference }
    switch type {
    case .boolean: return .boolean
    case .integer16: return .integer16
    case .integer32: return .integer32
    case .integer64: return .integer64
    case .double: return .double
    case .float: return .float
    case .decimal: return .decimal
    case .string: return .string
    case .date: return .date
    case .binary: return .data
    case .uuid: return .uuid
    case .uri: return .url
    case .transformable, .composite, .undefined, .objectID: return .object
    }
  }
}
