import ManagedModel
import ObjectRows
import SQLDriver
import SQLSchema

/// Deletes objects in one transaction, following their delete rules.
///
/// Rows are followed in the database, all of one entity at a time: the number of statements depends on that of
/// entities and relationships, and chains of any length take no stack.
package final class BatchDeletion {
  private let engine: StoreEngine
  private var found: [Reference] = []
  private var known = ReferenceSet()
  private var outdatedFiles: [String] = []
  private var records: [HistoryWriter.Record] = []

  package init(in engine: StoreEngine) {
    self.engine = engine
  }

  /// Objects of one entity.
  private final class Group {
    let entity: StoreEntity
    let layout: ObjectLayout
    let references: [Reference]
    private let engine: StoreEngine

    /// The keys of the objects, as a parameter.
    lazy var keys = engine.list(of: references.map(\.number))

    init(_ references: [Reference], of entity: StoreEntity, in engine: StoreEngine) throws {
      self.entity = entity
      self.references = references
      self.engine = engine
      layout = try engine.objectLayout(entity)
    }
  }

  /// Deletes the objects that `find` returns, which is called in the transaction.
  ///
  /// - Returns: All objects that were deleted.
  package func run(
    _ find: () throws -> [Reference],
    by author: HistoryAuthor
  ) throws -> [Reference] {
    try engine.writing {
      var level = add(try find())
      while !level.isEmpty { level = add(try cascade(from: groups(level))) }
      let all = try groups(found)
      for group in all { try check(group) }
      let history = HistoryWriter(engine)
      for group in all { try note(group, history) }
      for group in all { try delete(group) }
      try history?.write(records, by: author)
    }
    for reference in found { engine.cache.remove(reference) }
    engine.forgetComputedRows()
    engine.removeFiles(outdatedFiles)
    return found
  }

  /// Adds objects to those to be deleted, and returns those that were not among them.
  private func add(_ references: [Reference]) -> [Reference] {
    let fresh = known.insert(references)
    found += fresh
    return fresh
  }

  /// Objects by entity, in the order of the entities' numbers.
  private func groups(_ references: [Reference]) throws -> [Group] {
    try Self.runs(of: references).compactMap { references in
      try references.first.flatMap(engine.entities.entity(of:)).map {
        try Group(references, of: $0, in: engine)
      }
    }
  }

  /// References by entity; those of one entity mostly follow one another.
  private static func runs(of references: [Reference]) -> [[Reference]] {
    var byEntity: [Int: [Reference]] = [:]
    var rest = references[...]
    while let entity = rest.first?.entity {
      let end = rest.firstIndex { $0.entity != entity } ?? rest.endIndex
      byEntity[entity, default: []] += rest[..<end]
      rest = rest[end...]
    }
    return byEntity.keys.sorted().compactMap { byEntity[$0] }
  }

  // MARK: Rules

  /// The objects that are deleted by cascading.
  private func cascade(from groups: [Group]) throws -> [Reference] {
    var ends: [Reference] = []
    for group in groups {
      let entity = group.entity
      for index in entity.relationships where entity.properties[index].deleteRule == .cascade {
        ends += try self.ends(of: group, at: index)
      }
    }
    return ends
  }

  /// Throws if objects must not be deleted; all objects that are deleted with them are known by now.
  private func check(_ group: Group) throws {
    let entity = group.entity
    for index in entity.relationships {
      let property = entity.properties[index]
      guard property.deleteRule == .deny || requiresThisEnd(property) else { continue }
      if try ends(of: group, at: index).allSatisfy(known.contains) { continue }
      if property.deleteRule == .deny {
        throw StoreError.deletionDenied(entity: entity.name, relationship: property.name)
      }
      throw StoreError.endRequired(entity: entity.name, relationship: property.name)
    }
  }

  /// Whether the objects at the other end require an object at this end, which a deletion would remove.
  private func requiresThisEnd(_ property: StoreProperty) -> Bool {
    guard property.deleteRule == .nullify, let inverse = property.inverse,
      let end = destination(of: property)?.properties[inverse], end.kind == .toOne
    else { return false }
    return !end.isOptional
  }

  private func destination(of property: StoreProperty) -> StoreEntity? {
    property.destination.flatMap { engine.entities[$0] }
  }

  /// The objects at the other ends of a relationship.
  private func ends(of group: Group, at index: Int) throws -> [Reference] {
    switch group.layout.fields[index] {
    case .toOne(let storage): return try ends(of: group, storage)
    case .toMany(let storage): return try ends(of: group, storage)
    case .join:
      let ends = try engine.related(
        toAll: group.references,
        of: group.entity,
        at: index,
        wantsValues: false
      )
      return group.references.flatMap { ends?[$0]?.references ?? [] }
    case .none, .attribute, .composite: return []
    }
  }

  /// The objects of a to-many relationship, in the order of their keys.
  ///
  /// The statement has no order, which would make the database sort what an index gives it in the order of the owners.
  private func ends(of group: Group, _ storage: StoredToMany) throws -> [Reference] {
    guard let destination = engine.layout[storage.destination] else { return [] }
    let columns = destination.columns
    let readsNumber = columns.readsEntityNumber
    let statement = try engine.connection.cached(
      marked: "SELECT \(columns.key)\(readsNumber ? ", \(columns.entityNumber())" : "")"
        + " FROM \(storage.table) WHERE \(storage.key) \(engine.layout.isAmongKeys)"
    )
    try statement.bind(group.keys, at: 0)
    defer { statement.reset() }
    var ends = try engine.references(
      in: statement,
      destination.tableFamily,
      readsNumber ? nil : columns.number
    )
    if !zip(ends, ends.dropFirst()).allSatisfy({ $0.number < $1.number }) {
      ends.sort { ($0.number, $0.entity) < ($1.number, $1.entity) }
    }
    return ends
  }

  /// The objects of a to-one relationship.
  private func ends(of group: Group, _ storage: StoredToOne) throws -> [Reference] {
    let columns = [storage.key] + (storage.entityNumber.map { [$0] } ?? [])
    let rows = try engine.connection.rows(
      marked: "SELECT \(columns.joined(separator: ", ")) FROM \(group.layout.table)"
        + " WHERE \(group.layout.columns.key) \(engine.layout.isAmongKeys)"
        + " AND \(storage.key) IS NOT NULL",
      group.keys
    )
    return rows.compactMap { row in
      guard case .integer(let key)? = row.first else { return nil }
      var entity = storage.destination
      if row.count > 1, case .integer(let number) = row[1] {
        entity = Int(truncatingIfNeeded: number)
        let family = engine.layout[storage.destination]?.family
        guard family?.contains(entity) == true else { return nil }
      }
      let end = engine.entities.reference(key, entity)
      return end.isNone ? nil : end
    }
  }

  // MARK: Rows

  /// Records the values of objects that the history keeps, and the files of their values.
  private func note(_ group: Group, _ history: HistoryWriter?) throws {
    if let history {
      for reference in group.references {
        let tombstone = try history.tombstone(of: reference, row: nil)
        records.append(.init(kind: .delete, reference: reference, tombstone: tombstone))
      }
    }
    for case .attribute(let column) in group.layout.fields where column.isExternal {
      let rows = try engine.connection.rows(
        marked: "SELECT \(column.name) FROM \(group.layout.table)"
          + " WHERE \(group.layout.columns.key) \(engine.layout.isAmongKeys)",
        group.keys
      )
      for case .blob(let bytes)? in rows.map(\.first) {
        if let name = ExternalDataFolder.fileName(in: bytes) { outdatedFiles.append(name) }
      }
    }
  }

  private func delete(_ group: Group) throws {
    for index in group.entity.relationships { try leave(group, at: index) }
    let deletion = "DELETE FROM \(group.layout.table) WHERE \(group.layout.columns.key)"
    var count = 0
    if let runs = KeyRuns(group.references) {
      for run in runs.ranges {
        count += try engine.connection.run(
          marked: deletion + " BETWEEN ? AND ?",
          .integer(run.lowerBound),
          .integer(run.upperBound)
        )
      }
    } else {
      count = try engine.connection.run(
        marked: deletion + " \(engine.layout.isAmongKeys)",
        group.keys
      )
    }
    if count < group.references.count {
      try engine.confirmAbsence(of: group.references, group.layout)
    }
  }

  /// Removes objects from the relationships that lead to them.
  private func leave(_ group: Group, at index: Int) throws {
    let property = group.entity.properties[index]
    switch group.layout.fields[index] {
    case .join(let storage):
      let ends = [storage.source] + (storage.isReflexive ? [storage.destinationKey] : [])
      for end in ends {
        try engine.connection.run(
          marked: "DELETE FROM \(storage.table) WHERE \(end) \(engine.layout.isAmongKeys)",
          group.keys
        )
      }
    case .toMany(let storage):
      guard property.deleteRule != .noAction,
        let destination = engine.layout[storage.destination]
      else { return }
      let columns =
        (inverse(of: property, in: destination)?.columns ?? [storage.key])
        + (storage.ordering.map { [$0] } ?? [])
      try empty(columns, of: storage.key, in: destination, table: storage.table, group.keys)
    case .toOne(let storage):
      guard property.deleteRule != .noAction,
        let destination = engine.layout[storage.destination],
        let end = inverse(of: property, in: destination), let key = end.columns.first
      else { return }
      try empty(end.columns, of: key, in: destination, table: destination.table, group.keys)
    case .none, .attribute, .composite: return
    }
  }

  /// The storage of the inverse of a relationship, if that leads to one object.
  private func inverse(of property: StoreProperty, in destination: ObjectLayout) -> FieldStorage? {
    guard let inverse = property.inverse, destination.fields.indices.contains(inverse),
      case .toOne = destination.fields[inverse]
    else { return nil }
    return destination.fields[inverse]
  }

  /// Clears the columns that lead to objects.
  private func empty(
    _ columns: [String],
    of column: String,
    in destination: ObjectLayout,
    table: String,
    _ keys: SQLValue
  ) throws {
    let assignments = columns.map { "\($0) = NULL" } + [destination.columns.versionIncrement]
    try engine.connection.run(
      marked:
        "UPDATE \(table) SET \(assignments.joined(separator: ", ")) WHERE \(column) \(engine.layout.isAmongKeys)",
      keys
    )
  }
}
