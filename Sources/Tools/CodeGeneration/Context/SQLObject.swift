import ManagedModel
import SQLSchema
import TemplateEngine

/// The storage of an entity or a property, in each dialect.
final class SQLObject: KeyedObject {
  /// The part of the model.
  enum Subject: Sendable {
    case entity(Int)
    case property(PropertyLocation)
  }

  private let context: ContextModel
  private let subject: Subject

  init(_ context: ContextModel, _ subject: Subject) {
    self.context = context
    self.subject = subject
  }

  enum Key: String, CaseIterable {
    case sqlite, postgresql
  }

  static let table = TemplateKeys<Key>()

  func part(_ key: Key) -> TemplateValue? {
    let mapping = key == .sqlite ? context.sqlite : context.postgreSQL
    return switch subject {
    case .entity(let index): mapping.templateValue(ofEntity: index)
    case .property(let location): mapping.templateValue(of: location)
    }
  }
}

extension SchemaMapping {
  fileprivate func templateValue(ofEntity index: Int) -> TemplateValue {
    let entity = entities[index]
    return .dictionary([
      "table": .string(table(of: entity).name),
      "entityNumber": .int(entity.number),
      "entityColumn": .optional(entityNumberColumn(ofTable: entity.table).map { self[$0].name }),
    ])
  }

  fileprivate func templateValue(of location: PropertyLocation) -> TemplateValue {
    switch self[location] {
    case .none: .null
    case .attribute(let column): columns("column", main: column)
    case .composite(let members): composite(members)
    case .toOne(let storage):
      columns(
        "toOne",
        main: storage.key,
        others: [("entityColumn", storage.entityNumber), ("orderColumn", storage.ordering)]
      )
    case .toMany(let storage):
      columns("toMany", main: storage.key, others: [("orderColumn", storage.ordering)])
    case .join(let storage):
      columns(
        "join",
        main: storage.destination,
        others: [("sourceColumn", storage.source), ("orderColumn", storage.ordering)]
      )
    }
  }

  /// The kind of storage, the table, the main column and any others.
  private func columns(
    _ kind: String,
    main: ColumnReference,
    others: [(String, ColumnReference?)] = []
  ) -> TemplateValue {
    let start: [(String, TemplateValue)] = [
      ("kind", .string(kind)), ("table", .string(tables[main.table].name)),
      ("column", .string(self[main].name)),
    ]
    return .dictionary(
      start
        + others.compactMap { name, column in
          column.map { (name, .string(self[$0].name)) }
        }
    )
  }

  private func composite(_ members: [CompositeMemberStorage]) -> TemplateValue {
    let columns = members.map { member in
      TemplateValue.dictionary([
        "path": .strings(member.path), "column": .string(self[member.column].name),
      ])
    }
    let table = members.first.map { tables[$0.column.table].name }
    return .dictionary([
      "kind": "composite", "table": .optional(table), "columns": .array(columns),
    ])
  }
}
