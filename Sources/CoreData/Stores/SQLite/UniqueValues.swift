import ObjectRows
import SQLDriver
import SQLStore
import SQLiteDriver

/// Lets objects exchange values of which no two objects may have the same.
///
/// Rows are written one after the other, and the index of a constraint sees every step. Where several objects
/// of one constraint change, none has values any more before the first gets its new ones.
struct UniqueValues {
  private let adapter: SQLiteAdapter

  init(_ adapter: SQLiteAdapter) {
    self.adapter = adapter
  }

  /// Takes the values away that are about to be replaced.
  func vacate(_ objects: [NSManagedObject]) throws {
    var changing: [EntityConstraint: [NSManagedObject]] = [:]
    var shape: EntityShape?
    var constraints: [EntityConstraint] = []
    for object in objects {
      if object.shape !== shape {
        shape = object.shape
        constraints = object.shape.rules.constraints
      }
      for constraint in constraints {
        let indices = constraint.indices
        guard
          indices.contains(where: { object.changed.contains($0) && object.differsFromStored($0) })
        else { continue }
        changing[constraint, default: []].append(object)
      }
    }
    for (constraint, objects) in changing where objects.count > 1 {
      for object in objects { try vacate(object, constraint) }
    }
  }

  private func vacate(_ object: NSManagedObject, _ constraint: EntityConstraint) throws {
    let layout = try adapter.objectLayout(object.shape)
    let changing = constraint.indices.filter {
      object.changed.contains($0) && object.differsFromStored($0)
    }
    let columns = changing.compactMap { layout.fields[$0].columns.first }
    guard !columns.isEmpty, let base = (object.committed ?? object.row)?.version else { return }
    try adapter.connection.run(
      "UPDATE \(layout.table) SET \(columns.map { "\($0) = NULL" }.joined(separator: ", "))"
        + " WHERE \(layout.columns.key) = ? AND \(layout.columns.version) = ?",
      .integer(object.reference.number),
      .integer(base)
    )
  }
}
