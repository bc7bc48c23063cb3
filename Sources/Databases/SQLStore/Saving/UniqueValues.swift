import ManagedModel
import ObjectRows
import SQLDriver

/// Lets objects exchange values that must be unique.
///
/// Rows are written one after the other, and the index of a constraint is checked at every step. If several objects
/// of one constraint change, all of them lose their old values before the first gets its new ones.
struct UniqueValues {
  private let engine: StoreEngine

  init(_ engine: StoreEngine) {
    self.engine = engine
  }

  /// Removes the values that are about to be replaced.
  func vacate(_ updates: [ChangeSet.Update]) throws {
    var changing: [EntityConstraint: [ChangeSet.Update]] = [:]
    var entity: StoreEntity?
    for update in updates {
      if update.reference.entity != entity?.number {
        entity = engine.entities.entity(of: update.reference)
      }
      for constraint in entity?.constraints ?? []
      where constraint.indices.contains(where: update.changed.contains) {
        changing[constraint, default: []].append(update)
      }
    }
    for (constraint, updates) in changing where updates.count > 1 {
      for update in updates { try vacate(update, constraint) }
    }
  }

  private func vacate(_ update: ChangeSet.Update, _ constraint: EntityConstraint) throws {
    let layout = try engine.objectLayout(engine.entity(of: update.reference))
    let fields = constraint.indices.filter(update.changed.contains).map { layout.fields[$0] }
    let assignments = fields.compactMap { assignment(to: $0, layout) }
    guard !assignments.isEmpty, update.row != nil else { return }
    try engine.connection.write(
      marked: "UPDATE \(layout.table) SET \(assignments.joined(separator: ", "))"
        + " WHERE \(layout.columns.key) = ? AND \(layout.columns.presentVersion) = ?",
      .integer(update.reference.number),
      .integer(update.baseVersion)
    )
  }

  private func assignment(to field: FieldStorage, _ layout: ObjectLayout) -> String? {
    guard let column = field.columns.first else { return nil }
    if case .attribute(let stored) = field, stored.isMandatory,
      let value = unusedValue(of: stored, layout.table)
    {
      return "\(column) = \(value)"
    }
    return "\(column) = NULL"
  }

  /// An expression for a value that no row of a table has, where a database requires one.
  ///
  /// The column holds it until the same transaction writes the real value. A validation rule of the model may refuse
  /// it, which is an error of the database then.
  private func unusedValue(of column: StoredColumn, _ table: String) -> String? {
    guard !engine.connection.dialect.features.contains(.dynamicTypes) else { return nil }
    let name = column.name
    func edge(_ lowest: String, _ step: String) -> String {
      "(SELECT CASE WHEN min(\(name)) > \(lowest) THEN min(\(name)) - \(step)"
        + " ELSE max(\(name)) + \(step) END FROM \(table))"
    }
    return switch column.type {
    case .integer16: edge("-32768", "1")
    case .integer32: edge("-2147483648", "1")
    case .integer64: edge("-9223372036854775808", "1")
    case .decimal: "(SELECT min(\(name)) - 1 FROM \(table))"
    case .double, .float: "(SELECT min(\(name)) - 1 - abs(min(\(name))) FROM \(table))"
    case .date: "(SELECT min(\(name)) - interval '1 second' FROM \(table))"
    case .string, .uri: "pg_catalog.gen_random_uuid()::text"
    case .uuid: "pg_catalog.gen_random_uuid()"
    case .binary: "pg_catalog.uuid_send(pg_catalog.gen_random_uuid())"
    case .boolean, .transformable, .undefined, .objectID, .composite: nil
    }
  }
}
