import ManagedModel
import SQLDriver
import SQLSchema

/// Finds objects that lack a mandatory value, or violate a uniqueness constraint.
struct ValueCheck {
  let store: CheckedStore

  func problems() throws -> [StoreProblem] {
    try missingValues() + repeatedValues()
  }

  // MARK: Mandatory

  private func missingValues() throws -> [StoreProblem] {
    var result: [StoreProblem] = []
    for entity in store.model.entities {
      for (position, property) in entity.entity.properties.enumerated() {
        let location = PropertyLocation(entity: entity.index, property: position)
        guard property.isMandatory, let column = store.mapping.valueColumn(of: location),
          store.has(column)
        else {
          continue
        }
        let found = try store.rows(
          from: store.name(ofTable: column.table),
          key: store.key(ofTable: column.table),
          where: "\(try store.isObject(of: entity.index)) AND \(try store.name(of: column)) IS NULL"
        )
        guard let found else { continue }
        result.append(
          StoreProblem(
            .missingValue,
            "\(found.objects(of: entity.name)) \(found.verb("lacks", "lack")) a value for '\(property.name)', which is "
              + "mandatory \(found.examples)",
            element: store.model.title(of: location),
            count: found.count
          )
        )
      }
    }
    return result
  }

  // MARK: Unique

  private func repeatedValues() throws -> [StoreProblem] {
    var result: [StoreProblem] = []
    for entity in store.model.entities {
      for constraint in entity.entity.uniquenessConstraints ?? [] {
        let names = constraint.members.map(\.name)
        guard let problem = try repeated(names, in: entity) else { continue }
        result.append(problem)
      }
    }
    return result
  }

  /// Finds values that occur more than once.
  ///
  /// They are compared as in the unique index: an object that lacks one equals no other.
  private func repeated(
    _ names: [String],
    in entity: ResolvedEntity
  ) throws -> StoreProblem? {
    var columns: [String] = []
    let table = store.mapping.entities[entity.index].table
    for name in names {
      guard let location = store.model.locate(name, in: entity),
        let column = store.mapping.valueColumn(of: location),
        column.table == table, store.has(column)
      else { return nil }
      columns.append(try store.name(of: column))
    }
    guard !columns.isEmpty else { return nil }
    let list = columns.joined(separator: ", ")
    let groups =
      "(SELECT MIN(\(try store.key(ofTable: table))) AS first, COUNT(*) AS count FROM \(try store.name(ofTable: table)) WHERE "
      + ([try store.isObject(of: entity.index)] + columns.map { "\($0) IS NOT NULL" })
      .joined(separator: " AND ") + " GROUP BY \(list)) s"
    guard let found = try store.rows(from: groups, key: "first", where: "count > 1") else {
      return nil
    }
    return StoreProblem(
      .notUnique,
      "\(found.count) \(found.verb("value", "values")) of \(names.joined(separator: ", ")) "
        + "\(found.verb("belongs", "belong")) to more than one object of "
        + "\(entity.name) \(found.examples)",
      element: entity.name,
      count: found.count
    )
  }
}

extension Property {
  /// Whether a column must have a value.
  ///
  /// Derived attributes are excluded, because the database computes them.
  fileprivate var isMandatory: Bool {
    if isTransient { return false }
    switch self {
    case .attribute(let attribute): return !attribute.isOptional && !attribute.isDerived
    case .relationship(let relationship):
      return !relationship.isOptional && !relationship.isToMany
    case .fetchedProperty: return false
    }
  }
}
