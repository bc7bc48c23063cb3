import ManagedModel
import SQLDriver
import SQLSchema

/// The tables and columns of a model in a database.
package final class StoreLayout: Sendable {
  let mapping: SchemaMapping
  let dialect: SQLDialect

  /// The layouts by the numbers of their entities, from 1.
  private let layouts: [ObjectLayout]
  private let numbers: [String: Int]

  /// The numbers of the entities with values that the database computes from other objects.
  let computedNumbers: [Int]

  /// The layouts of the entities that the store lacks, by their names.
  private let absent: [String: ObjectLayout]

  /// Computes the layouts of all entities.
  ///
  /// - Parameters:
  ///   - mapping: The mapping with the names of the database.
  ///   - dialect: The dialect of the database.
  ///   - whole: The mapping of the whole model, if `mapping` is a part of it; relationships to its other entities
  ///     have no destinations.
  ///   - keepsFiles: Whether large values may be in files.
  ///   - properties: Returns the names of an entity's properties by their indices.
  /// - Throws: An error for a name that the database does not allow.
  init(
    _ mapping: SchemaMapping,
    dialect: SQLDialect,
    partOf whole: SchemaMapping? = nil,
    keepsFiles: Bool = true,
    properties: (_ entity: String) -> [String]
  ) throws(SQLQuotingError) {
    self.mapping = mapping
    self.dialect = dialect
    let builder = LayoutBuilder(
      mapping: mapping,
      dialect: dialect,
      whole: whole,
      keepsFiles: keepsFiles
    )
    var layouts: [ObjectLayout] = []
    for index in mapping.entitiesByNumber {
      let entity = mapping.model.entities[index]
      layouts.append(try builder.layout(of: entity, names: properties(entity.name)))
    }
    self.layouts = layouts
    computedNumbers = layouts.filter(\.dependsOnOthers).map(\.number)
    numbers = Dictionary(
      layouts.map { ($0.name, $0.number) },
      uniquingKeysWith: { first, _ in first }
    )
    absent = builder.absentLayouts()
  }

  /// The layout of the entity with a number.
  subscript(number: Int) -> ObjectLayout? {
    number > 0 && number <= layouts.count ? layouts[number - 1] : nil
  }

  /// The layout of the entity with a name.
  package subscript(name: String) -> ObjectLayout? {
    numbers[name].flatMap { self[$0] }
  }

  /// The layouts of the entities without a parent.
  var roots: [ObjectLayout] { layouts.filter { $0.number == $0.root } }

  /// The layout of the destination of a relationship that is not stored.
  ///
  /// The table of an entity that the store lacks is an empty one, with a single column for everything.
  func layout(of destination: AbsentDestination) -> ObjectLayout? {
    self[destination.entity] ?? absent[destination.entity]
  }
}

extension ObjectLayout {
  /// Whether the database computes the value from other objects.
  fileprivate var dependsOnOthers: Bool {
    fields.contains { field in
      if case .attribute(let column) = field { column.dependsOnOthers } else { false }
    }
  }
}

/// Computes the layouts of entities.
private struct LayoutBuilder {
  let mapping: SchemaMapping
  let dialect: SQLDialect

  /// The mapping of the whole model, if the mapping's is a part of it.
  let whole: SchemaMapping?

  /// Whether large values may be in files.
  let keepsFiles: Bool

  func layout(of entity: ResolvedEntity, names: [String]) throws(SQLQuotingError) -> ObjectLayout {
    let place = mapping.entities[entity.index]
    let root = mapping.entities[entity.root]
    var fields: [FieldStorage] = []
    var absent: [Int: AbsentDestination] = [:]
    for (index, name) in names.enumerated() {
      fields.append(try field(name, of: entity))
      if fields[index] == .none { absent[index] = absence(name, of: entity.name) }
    }
    return ObjectLayout(
      entity,
      number: place.number,
      root: root.number,
      family: place.familyNumbers,
      tableFamily: root.familyNumbers,
      table: try table(place.table),
      columns: try objectColumns(place.table, root),
      names: names,
      fields: fields,
      absentDestinations: absent
    )
  }

  private func objectColumns(
    _ table: Int,
    _ root: EntityMapping
  ) throws(SQLQuotingError) -> ObjectColumns {
    var names: [ColumnOrigin: String] = [:]
    for (index, mapped) in mapping.tables[table].columns.enumerated()
    where mapped.origin.location == nil {
      names[mapped.origin] = try column(ColumnReference(table: table, column: index))
    }
    return ObjectColumns(
      key: names[.objectKey] ?? "",
      entityNumber: names[.entityNumber],
      number: root.number,
      containsSeveralEntities: root.familyNumbers.count > 1,
      version: names[.version] ?? ""
    )
  }

  private func field(
    _ name: String,
    of entity: ResolvedEntity
  ) throws(SQLQuotingError) -> FieldStorage {
    guard let location = mapping.model.locate(name, in: entity) else { return .none }
    let property = mapping.model.property(at: location)
    switch mapping[location] {
    case .none: return .none
    case .attribute(let reference):
      return .attribute(try stored(reference, property.attribute))
    case .composite(let members):
      var columns: [StoredMember] = []
      for member in members {
        columns.append(StoredMember(path: member.path, column: try stored(member.column, nil)))
      }
      return .composite(columns)
    case .toOne(let storage):
      return .toOne(
        StoredToOne(
          key: try column(storage.key),
          entityNumber: try optional(storage.entityNumber),
          ordering: try optional(storage.ordering),
          destination: destination(of: location)
        )
      )
    case .toMany(let storage):
      return .toMany(
        StoredToMany(
          table: try table(storage.key.table),
          key: try column(storage.key),
          ordering: try optional(storage.ordering),
          destination: destination(of: location),
          ownsKey: mapping[storage.key].origin.isOwnerKey
        )
      )
    case .join(let storage): return .join(try join(storage, at: location))
    }
  }

  private func join(
    _ storage: JoinStorage,
    at location: PropertyLocation
  ) throws(SQLQuotingError) -> StoredJoin {
    let number = destination(of: location)
    return StoredJoin(
      table: try table(storage.table),
      source: try column(storage.source),
      destinationKey: try column(storage.destination),
      ordering: try optional(storage.ordering),
      destinationTable: try table(mapping.entity(numbered: number)?.table ?? storage.table),
      destination: number,
      isReflexive: mapping[storage.source].origin.isJoinSource
    )
  }

  private func stored(
    _ reference: ColumnReference,
    _ attribute: Attribute?
  ) throws(SQLQuotingError) -> StoredColumn {
    var type = AttributeType.undefined
    if case .attribute(let stated) = mapping[reference].type { type = stated }
    return StoredColumn(
      name: try column(reference),
      type: type,
      isExternal: keepsFiles && attribute?.allowsExternalBinaryDataStorage == true
        && type == .binary,
      isDerived: attribute?.isDerived == true,
      dependsOnOthers: attribute?.isDerived == true
        && attribute?.derivationExpression?.contains(".") == true,
      isMandatory: attribute?.isOptional == false
    )
  }

  private func destination(of location: PropertyLocation) -> Int {
    mapping.model.entities[location.entity].ends[location.property].destination
      .map { mapping.entities[$0].number } ?? 0
  }

  private func table(_ index: Int) throws(SQLQuotingError) -> String {
    try dialect.identifier(mapping.tables[index].name)
  }

  private func optional(_ reference: ColumnReference?) throws(SQLQuotingError) -> String? {
    guard let reference else { return nil }
    return try column(reference)
  }

  private func column(_ reference: ColumnReference) throws(SQLQuotingError) -> String {
    try dialect.identifier(mapping[reference].name)
  }
}

// MARK: Entities that the store lacks

extension LayoutBuilder {
  /// The layouts of the entities that only the whole model has.
  fileprivate func absentLayouts() -> [String: ObjectLayout] {
    guard let whole else { return [:] }
    var layouts: [String: ObjectLayout] = [:]
    for entity in whole.model.entities where mapping.model.entity(named: entity.name) == nil {
      layouts[entity.name] = absentLayout(of: entity, whole)
    }
    return layouts
  }

  private func absentLayout(of entity: ResolvedEntity, _ whole: SchemaMapping) -> ObjectLayout {
    let column = "absent"
    let locations = whole.model.allProperties(of: entity)
    let names = locations.map { whole.model.property(at: $0).name }
    var absent: [Int: AbsentDestination] = [:]
    for (index, name) in names.enumerated() { absent[index] = absence(name, of: entity.name) }
    return ObjectLayout(
      entity,
      number: 0,
      root: 0,
      family: 0...0,
      tableFamily: 0...0,
      table: "(SELECT NULL AS \(column) WHERE 1 = 0)",
      columns: ObjectColumns(key: column, entityNumber: column, version: column),
      names: names,
      fields: locations.map { absentField($0, column, whole) },
      absentDestinations: absent
    )
  }

  /// The storage that an attribute of an absent entity would have, in the single column.
  private func absentField(
    _ location: PropertyLocation,
    _ name: String,
    _ whole: SchemaMapping
  ) -> FieldStorage {
    func column(_ reference: ColumnReference) -> StoredColumn {
      var type = AttributeType.undefined
      if case .attribute(let stated) = whole[reference].type { type = stated }
      return StoredColumn(name: name, type: type, isExternal: false, isDerived: false)
    }
    switch whole[location] {
    case .attribute(let reference): return .attribute(column(reference))
    case .composite(let members):
      return .composite(members.map { StoredMember(path: $0.path, column: column($0.column)) })
    case .none, .toOne, .toMany, .join: return .none
    }
  }

  /// The destination of a relationship that is not stored because its entity is absent.
  private func absence(_ name: String, of entity: String) -> AbsentDestination? {
    guard let model = whole?.model, let entity = model.entity(named: entity),
      let location = model.locate(name, in: entity),
      let relationship = model.property(at: location).relationship, !relationship.isTransient,
      let end = model.entities[location.entity].ends[location.property].destination
    else { return nil }
    return AbsentDestination(entity: model.entities[end].name, isToMany: relationship.isToMany)
  }
}

extension ColumnOrigin {
  fileprivate var isOwnerKey: Bool {
    if case .ownerKey = self { true } else { false }
  }

  fileprivate var isJoinSource: Bool {
    if case .joinSource = self { true } else { false }
  }
}
