/// The options of a PostgreSQL schema.
package struct PostgreSQLSchemaOptions: Sendable, Hashable {
  package var profile: PostgreSQLProfile
  package var naming: PostgreSQLNaming

  package init(profile: PostgreSQLProfile = .standard, naming: PostgreSQLNaming = .snakeCase) {
    self.profile = profile
    self.naming = naming
  }
}

/// The servers that a schema is for, with their names on the command line as raw values.
package enum PostgreSQLProfile: String, Sendable, Hashable, CaseIterable {
  /// PostgreSQL itself.
  case standard

  /// The subset that PostgreSQL, Citus, CockroachDB and YugabyteDB understand: no triggers, no deferred
  /// constraints, statements that can run again.
  case distributed
}

/// The way in which tables and columns are named after entities and properties.
///
/// The raw values are words of the command line.
package enum PostgreSQLNaming: String, Sendable, Hashable, CaseIterable {
  /// `Team.uniformColor` is `team.uniform_color`.
  case snakeCase = "snake_case"

  /// `Team.uniformColor` is `"Team"."uniformColor"`.
  case model
}
