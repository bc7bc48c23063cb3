import ManagedModel

/// Converts names of the model to names in PostgreSQL.
struct PostgreSQLNames: Sendable {
  let naming: PostgreSQLNaming

  /// The name of a table.
  ///
  /// One that begins with `pg_` is prefixed, because PostgreSQL searches its own tables first.
  func entity(_ name: String) -> String {
    let result = spelled(name)
    return result.hasPrefix("pg_") ? "_" + result : result
  }

  func property(_ name: String) -> String {
    spelled(name)
  }

  /// Joins several words to one name: `team`, `id` → `team_id` or `teamID`.
  func joined(_ first: String, _ rest: String...) -> String {
    switch naming {
    case .snakeCase: return ([first] + rest).joined(separator: "_")
    case .model:
      return rest.reduce(first) { result, word in
        result + (word == "id" ? "ID" : word.prefix(1).uppercased() + word.dropFirst())
      }
    }
  }

  var objectKey: String { joined("object", "id") }
  var objectEntity: String { joined("object", "entity") }
  var objectVersion: String { joined("object", "version") }

  /// The distance of a name from the plain spelling of a name of the model: 0 for the same, 1 for the same in
  /// the usual case of the model, 2 for others.
  func distance(of name: String, from original: String, isEntity: Bool) -> Int {
    if name.utf8.elementsEqual(original.utf8) { return 0 }
    let usual = SnakeCase.camelCase(name, capitalized: isEntity)
    return usual.utf8.elementsEqual(original.utf8) ? 1 : 2
  }

  private func spelled(_ name: String) -> String {
    let result =
      switch naming {
      case .snakeCase: SnakeCase.name(name)
      case .model: Self.visible(name)
      }
    return result.isEmpty ? "_" : result
  }

  /// The name with an underscore for every invisible character.
  private static func visible(_ name: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned,
        .surrogate:
        result.append("_")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
