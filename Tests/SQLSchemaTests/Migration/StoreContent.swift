import ManagedModel
import SQLDriver
import SQLiteDriver

@testable import SQLSchema

/// What a store says about the properties of its objects, asked by the names of the model alone.
struct StoreContent {
  /// By entity and property: the values by the keys of the objects.
  private(set) var values: [Property: [Int: SQLValue]] = [:]

  /// By entity and property: the pairs of keys that a relationship connects.
  private(set) var pairs: [Property: Set<[Int]>] = [:]

  struct Property: Hashable {
    var entity: String
    var name: String
  }

  init(schema: SQLiteSchema, database: SQLiteConnection) throws {
    let mapping = schema.mapping
    for entity in mapping.model.entities {
      let number = mapping.entities[entity.index].number
      for location in mapping.model.allProperties(of: entity) {
        let name = mapping.model.property(at: location).name
        let property = Property(entity: entity.name, name: name)
        // Of two entities with one name the first is known by it.
        guard values[property] == nil, pairs[property] == nil else { continue }
        switch mapping[location] {
        case .none, .composite: continue
        case .attribute(let column):
          values[property] = try Self.column(column, number, mapping, database)
        case .toOne(let storage):
          let found = try Self.column(storage.key, number, mapping, database)
          pairs[property] = Set(
            found.compactMap { key, value in value.int.map { [key, $0] } }
          )
        case .toMany(let storage):
          pairs[property] = try Self.pairs(
            from: entity,
            storage.key,
            "Z_PK",
            of: storage.key.table,
            mapping,
            database
          )
        case .join(let storage):
          pairs[property] = try Self.pairs(
            from: entity,
            storage.source,
            SQLiteText.identifier(mapping[storage.destination].name),
            of: storage.table,
            mapping,
            database
          )
        }
      }
    }
  }

  private static func column(
    _ column: ColumnReference,
    _ number: Int,
    _ mapping: SchemaMapping,
    _ database: SQLiteConnection
  ) throws -> [Int: SQLValue] {
    let rows = try database.rows(
      "SELECT Z_PK, \(SQLiteText.identifier(mapping[column].name)) "
        + "FROM \(SQLiteText.identifier(mapping.tables[column.table].name)) WHERE Z_ENT = ?",
      .integer(Int64(number))
    )
    return Dictionary(rows.map { ($0[0].int ?? 0, $0[1]) }) { first, _ in first }
  }

  private static func pairs(
    from entity: ResolvedEntity,
    _ source: ColumnReference,
    _ destination: String,
    of table: Int,
    _ mapping: SchemaMapping,
    _ database: SQLiteConnection
  ) throws -> Set<[Int]> {
    let key = SQLiteText.identifier(mapping[source].name)
    let owner = SQLiteText.identifier(
      mapping.tables[mapping.entities[entity.index].table].name
    )
    let rows = try database.rows(
      "SELECT \(key), \(destination) FROM \(SQLiteText.identifier(mapping.tables[table].name)) "
        + "WHERE \(key) IN (SELECT Z_PK FROM \(owner) WHERE Z_ENT = ?)",
      .integer(Int64(mapping.entities[entity.index].number))
    )
    return Set(rows.map { [$0[0].int ?? 0, $0[1].int ?? 0] })
  }
}

/// Compares what two stores say, property by property.
struct StoreComparison {
  let correspondence: ModelCorrespondence
  let before: StoreContent
  let after: StoreContent
  let old: SQLiteSchema
  let new: SQLiteSchema

  init(
    _ correspondence: ModelCorrespondence,
    before: StoreContent,
    after: StoreContent,
    old: SQLiteSchema,
    new: SQLiteSchema
  ) {
    self.correspondence = correspondence
    self.before = before
    self.after = after
    self.old = old
    self.new = new
  }

  func differences() -> [String] {
    // Objects of joined hierarchies do not come along, and Core Data would refuse.
    guard
      !correspondence.obstacles.contains(where: {
        if case .joinedHierarchies = $0 { true } else { false }
      })
    else { return [] }
    let hasLeft = correspondence.old.entities.contains {
      correspondence.newEntity(of: $0.index) == nil
    }
    // Where entities change places in their trees, objects lose what they inherited, and what led to
    // objects that are in another table now may lead there no longer.
    let isRearranged = correspondence.new.entities.contains { entity in
      guard let source = correspondence.oldEntity(of: entity.index) else { return false }
      let parent = correspondence.old.entities[source].parent
      return parent.flatMap { correspondence.newEntity(of: $0) } != entity.parent
    }
    var result: [String] = []
    for entity in correspondence.new.entities {
      guard let source = correspondence.oldEntity(of: entity.index) else { continue }
      for location in correspondence.new.allProperties(of: entity) {
        guard let earlier = correspondence.source(of: location, in: entity.index) else { continue }
        let new = correspondence.new.property(at: location)
        let old = correspondence.old.property(at: earlier)
        let key = StoreContent.Property(entity: entity.name, name: new.name)
        let oldKey = StoreContent.Property(
          entity: correspondence.old.entities[source].name,
          name: old.name
        )
        if let attribute = new.attribute, attribute.type == old.attribute?.type,
          !attribute.isDerived, let was = before.values[oldKey], let now = after.values[key],
          was.filter({ $0.value != .null }) != now.filter({ was[$0.key] != .null })
        {
          result.append("\(key.entity).\(key.name): \(was) became \(now)")
        }
        guard !hasLeft, correspondence.keepsDestination(earlier, location),
          let was = before.pairs[oldKey], let now = after.pairs[key]
        else { continue }
        // Both ends of a one-to-one have a key, and the filling does not make them agree.
        guard !isOneToOne(earlier) else { continue }
        let isNarrowed = isRearranged || narrowed(earlier, location)
        if isNarrowed ? !now.isSubset(of: was) : was != now {
          result.append("\(key.entity).\(key.name): \(was) became \(now)")
        }
      }
    }
    return result
  }

  /// Whether the new relationship or its inverse holds fewer objects than the old.
  private func narrowed(_ source: PropertyLocation, _ location: PropertyLocation) -> Bool {
    func shape(_ model: ResolvedModel, _ location: PropertyLocation) -> [Bool] {
      let isToMany = model.property(at: location).relationship?.isToMany ?? false
      let inverse = model.entities[location.entity].ends[location.property].inverse
      // Without an inverse a to-many holds each object once, and a to-one shares.
      let back = inverse.flatMap { model.property(at: $0).relationship?.isToMany } ?? !isToMany
      return [isToMany, back]
    }
    let before = shape(correspondence.old, source)
    let after = shape(correspondence.new, location)
    return before != after
  }

  private func isOneToOne(_ location: PropertyLocation) -> Bool {
    let model = correspondence.old
    let inverse = model.entities[location.entity].ends[location.property].inverse
    return model.property(at: location).relationship?.isToMany == false
      && inverse.flatMap { model.property(at: $0).relationship?.isToMany } == false
  }
}
