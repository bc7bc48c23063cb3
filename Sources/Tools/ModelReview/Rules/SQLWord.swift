import ManagedModel

extension LintRule {
  static let sqlWord = LintRule(
    "sql-word",
    code: "N406",
    .off,
    summary: "No entity or property is named by a reserved word of SQL.",
    rationale: """
      momgen always quotes names, but statements written by hand or by another tool may fail with 'syntax error at or near "order"'.
      """,
    remedy: "Rename the part, if the tables are read by hand.",
    example: "<entity name=\"Order\"/>",
    check: .model { pass in
      for entity in pass.entities {
        if reservedWords.contains(entity.name.lowercased()) {
          pass.report("the entity '\(entity.name)' is named by a word of SQL", at: .entity(entity))
        }
        for (position, property) in entity.entity.properties.enumerated()
        where !property.isTransient && reservedWords.contains(property.name.lowercased()) {
          pass.report(
            "'\(entity.name).\(property.name)' is named by a word of SQL",
            at: .property(
              at: PropertyLocation(entity: entity.index, property: position),
              in: pass.resolved
            )
          )
        }
      }
    }
  )

  /// The keywords that PostgreSQL or SQLite rejects as names without quotes.
  private static let reservedWords: Set<String> = [
    "add", "all", "alter", "analyse", "analyze", "and", "any", "array", "as", "asc", "asymmetric",
    "between", "both", "case", "cast", "check", "collate", "column", "commit", "constraint",
    "create", "current_date", "current_role", "current_time", "current_timestamp", "current_user",
    "default", "deferrable", "delete", "desc", "distinct", "do", "drop", "else", "end", "escape",
    "except", "exists", "false", "fetch", "for", "foreign", "from", "grant", "group", "having",
    "if",
    "in", "index", "initially", "insert", "intersect", "into", "is", "isnull", "join", "lateral",
    "leading", "limit", "localtime", "localtimestamp", "not", "nothing", "notnull", "null",
    "offset",
    "on", "only", "or", "order", "placing", "primary", "references", "returning", "select",
    "session_user", "set", "some", "symmetric", "table", "then", "to", "trailing", "transaction",
    "true", "union", "unique", "update", "user", "using", "values", "variadic", "when", "where",
    "window", "with",
  ]
}
