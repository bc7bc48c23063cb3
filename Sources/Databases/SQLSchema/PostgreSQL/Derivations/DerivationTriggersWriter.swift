import ManagedModel

/// Writes the triggers that keep derived attributes up to date.
struct DerivationTriggersWriter {
  let mapping: SchemaMapping
  private(set) var names: DatabaseNameScope
  private(set) var statements: [SchemaStatement] = []

  init(mapping: SchemaMapping, names: DatabaseNameScope) {
    self.mapping = mapping
    self.names = names
  }

  mutating func write(_ derivations: [PostgreSQLDerivation]) {
    for derivation in derivations {
      guard case .triggers(let function) = derivation.means else { continue }
      let column = derivation.column
      switch column.derivation {
      case .copy(let source), .text(_, let source): writeCopy(column, of: source, function)
      case .count(let relationship): writeTotal(column, relationship, amount: nil)
      case .sum(let relationship, let attribute):
        guard case .attribute(let amount) = mapping[attribute] else { continue }
        writeTotal(column, relationship, amount: amount)
      case .now: writeNow(column)
      }
    }
  }

  private func quoted(_ column: ColumnReference) -> String {
    PostgreSQLText.identifier(mapping[column].name)
  }

  private func quoted(table: Int) -> String {
    PostgreSQLText.identifier(mapping.tables[table].name)
  }

  private func key(ofTable table: Int) -> String? {
    mapping.keyColumn(ofTable: table).map { quoted($0) }
  }
}

// MARK: - Functions and triggers

extension DerivationTriggersWriter {
  /// Writes a function and the trigger that calls it, which share a name.
  ///
  /// The function finds its tables whatever the caller's search path is.
  private mutating func write(
    _ column: DerivedColumn,
    _ word: String,
    _ moment: String,
    on table: Int,
    condition: String = "",
    body: String
  ) {
    let table = (name: mapping.tables[table].name, quoted: quoted(table: table))
    let wanted =
      "\(mapping.tables[column.column.table].name)_\(mapping[column.column].name)_\(word)"
    let name = names.claim([wanted], identity: wanted)
    let quotedName = PostgreSQLText.identifier(name)
    // Its only parts from the model are names, which hold no null character.
    guard let literal = PostgreSQLText.literal("\nBEGIN\n\(body)END\n") else { return }
    statements.append(
      SchemaStatement(
        .other,
        name: name,
        text: """
          CREATE FUNCTION \(quotedName)() RETURNS trigger LANGUAGE plpgsql
            SET search_path FROM CURRENT AS \(literal)
          """,
        element: .property(column.attribute)
      )
    )
    statements.append(
      SchemaStatement(
        .trigger,
        name: name,
        text: """
          CREATE TRIGGER \(quotedName) \(moment) ON \(table.quoted)
            FOR EACH ROW \(condition)EXECUTE FUNCTION \(quotedName)()
          """,
        element: .property(column.attribute)
      )
    )
  }

  /// The condition that excludes rows of entities without the attribute.
  private func condition(_ column: DerivedColumn) -> String {
    guard mapping.model.entities[column.attribute.entity].parent != nil,
      let entity = mapping.entityNumberColumn(ofTable: column.column.table)
    else { return "" }
    let numbers = mapping.entities[column.attribute.entity].familyNumbers
    return "WHEN (\(PostgreSQLText.isAmong("NEW.\(quoted(entity))", numbers))) "
  }

  /// Writes the trigger for the time of the last save, which is when the version changes.
  private mutating func writeNow(_ column: DerivedColumn) {
    guard let version = mapping.versionColumn(ofTable: column.column.table) else { return }
    write(
      column,
      "now",
      "BEFORE INSERT OR UPDATE",
      on: column.column.table,
      condition: condition(column),
      body: """
          IF TG_OP = 'INSERT' OR NEW.\(quoted(version)) IS DISTINCT FROM OLD.\(quoted(version)) THEN
            NEW.\(quoted(column.column)) := now();
          END IF;
          RETURN NEW;

        """
    )
  }
}

// MARK: - Values of other objects

extension DerivationTriggersWriter {
  private mutating func writeCopy(
    _ column: DerivedColumn,
    of source: DerivationSource,
    _ function: TextDerivation?
  ) {
    guard let relationship = source.relationship,
      case .toOne(let link) = mapping[relationship],
      case .attribute(let origin) = mapping[source.attribute],
      let target = key(ofTable: origin.table)
    else { return }
    func applied(_ expression: String) -> String {
      function?.postgreSQL(expression) ?? expression
    }
    write(
      column,
      "read",
      "BEFORE INSERT OR UPDATE",
      on: column.column.table,
      condition: condition(column),
      body: """
          NEW.\(quoted(column.column)) := (
            SELECT \(applied("source.\(quoted(origin))")) FROM \(quoted(table: origin.table)) AS source
            WHERE source.\(target) = NEW.\(quoted(link.key)));
          RETURN NEW;

        """
    )
    // Stopping where nothing changes ends cycles of attributes that depend on one another.
    let value = applied("NEW.\(quoted(origin))")
    write(
      column,
      "push",
      "AFTER INSERT OR UPDATE",
      on: origin.table,
      body: """
          IF TG_OP = 'INSERT' OR NEW.\(quoted(origin)) IS DISTINCT FROM OLD.\(quoted(origin)) THEN
            UPDATE \(quoted(table: column.column.table)) SET \(quoted(column.column)) = \(value)
            WHERE \(quoted(link.key)) = NEW.\(target)
              AND \(quoted(column.column)) IS DISTINCT FROM \(value);
          END IF;
          RETURN NULL;

        """
    )
  }
}

// MARK: - Counts and sums

extension DerivationTriggersWriter {
  /// The rows to count: those of the destination, or of a join table, and their key that leads back.
  private func counted(_ relationship: PropertyLocation) -> ColumnReference? {
    switch mapping[relationship] {
    case .toMany(let storage): storage.key
    case .join(let storage): storage.source
    case .none, .attribute, .composite, .toOne: nil
    }
  }

  private mutating func writeTotal(
    _ column: DerivedColumn,
    _ relationship: PropertyLocation,
    amount: ColumnReference?
  ) {
    guard let link = counted(relationship), let key = key(ofTable: column.column.table) else {
      return
    }
    let total = quoted(column.column)
    let owner = quoted(table: column.column.table)
    let aggregate = amount.map { "coalesce(sum(\(quoted($0))), 0)" } ?? "count(*)"
    // Rows that refer to this one may have been inserted before it: foreign keys are deferred.
    write(
      column,
      "begin",
      "BEFORE INSERT",
      on: column.column.table,
      condition: condition(column),
      body: """
          NEW.\(total) := (
            SELECT \(aggregate) FROM \(quoted(table: link.table))
            WHERE \(quoted(link)) = NEW.\(key));
          RETURN NEW;

        """
    )
    func change(_ sign: String, _ row: String) -> String {
      let value = amount.map { "coalesce(\(row).\(quoted($0)), 0)" } ?? "1"
      return """
            UPDATE \(owner) SET \(total) = coalesce(\(total), 0) \(sign) \(value)
            WHERE \(key) = \(row).\(quoted(link));

        """
    }
    let unchanged = ([link] + (amount.map { [$0] } ?? []))
      .map { "NEW.\(quoted($0)) IS NOT DISTINCT FROM OLD.\(quoted($0))" }
      .joined(separator: " AND ")
    write(
      column,
      "follow",
      "AFTER INSERT OR DELETE OR UPDATE",
      on: link.table,
      body: """
          IF TG_OP = 'UPDATE' THEN
            IF \(unchanged) THEN RETURN NULL; END IF;
          END IF;
          IF TG_OP <> 'INSERT' THEN
        \(change("-", "OLD"))  END IF;
          IF TG_OP <> 'DELETE' THEN
        \(change("+", "NEW"))  END IF;
          RETURN NULL;

        """
    )
  }
}
