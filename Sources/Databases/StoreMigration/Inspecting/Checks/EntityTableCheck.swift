import SQLDriver
import SQLSchema

/// Compares the entities that a store lists with those of its model, and with its rows.
struct EntityTableCheck {
  let entities: [PrimaryKeyEntry]
  let rows: [TableRows]

  /// The name, for messages, of the table that lists the entities.
  var list = "Z_PRIMARYKEY"
  var column = "Z_ENT"

  /// Finds contradictions within the store itself, without a model.
  func problems() -> [StoreProblem] {
    rows.flatMap { table in
      let members = entities.filter { $0.table == table.name }
      return members.isEmpty ? [] : keysBehind(table, members) + strangers(table, members)
    }
  }

  /// Finds trees of entities whose next key is already in use.
  private func keysBehind(_ table: TableRows, _ members: [PrimaryKeyEntry]) -> [StoreProblem] {
    guard let root = members.first(where: \.isRoot), root.maximumKey < table.maximumKey else {
      return []
    }
    return [
      StoreProblem(
        .keysBehind,
        "\(table.name) has an object with key \(table.maximumKey), but the highest key in \(list) "
          + "is \(root.maximumKey)",
        element: root.name
      )
    ]
  }

  private func strangers(_ table: TableRows, _ members: [PrimaryKeyEntry]) -> [StoreProblem] {
    let known = Set(members.map(\.number))
    let strange = table.counts.filter { number, _ in !(number.map(known.contains) ?? false) }
    guard !strange.isEmpty else { return [] }
    let count = strange.values.reduce(0, +)
    let numbers =
      strange.keys.compactMap { $0 }.sorted().map { "\($0)" }
      + (strange.keys.contains(nil) ? ["none"] : [])
    return [
      StoreProblem(
        .unknownEntity,
        "\(count) \(count == 1 ? "row" : "rows") of \(table.name) "
          + (count == 1 ? "has an entity number that does" : "have entity numbers that do")
          + " not belong there (\(column) \(numbers.prefix(CheckedStore.exampleCount).joined(separator: ", ")))",
        element: members.first(where: \.isRoot)?.name,
        count: count
      )
    ]
  }

  /// Finds differences from the model, which determines the numbers of entities in rows.
  func problems(comparedWith mapping: SchemaMapping) -> [StoreProblem] {
    mapping.entitiesByNumber.compactMap { index -> StoreProblem? in
      let entity = mapping.entities[index]
      guard let listed = entities.first(where: { $0.number == entity.number }) else {
        return StoreProblem(
          .entityTable,
          "\(list) lacks number \(entity.number), which is \(entity.name)",
          element: entity.name
        )
      }
      if listed.name != entity.name {
        return StoreProblem(
          .entityTable,
          "number \(entity.number) is \(listed.name) in \(list), and \(entity.name) in the model",
          element: entity.name
        )
      }
      guard listed.parentNumber != entity.parentNumber else { return nil }
      return StoreProblem(
        .entityTable,
        "the parent of \(entity.name) has number \(listed.parentNumber) in \(list), and "
          + "\(entity.parentNumber) in the model",
        element: entity.name
      )
    }
  }
}
