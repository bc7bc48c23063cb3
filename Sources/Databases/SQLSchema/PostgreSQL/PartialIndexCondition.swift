import ManagedModel
import PredicateFormat
import SQLDriver

/// Translates the condition of a fetch index to SQL, if it only compares the object's own values with constants.
///
/// PostgreSQL uses a partial index only for queries whose own condition implies the index's, so no condition can make
/// a query return a wrong result.
struct PartialIndexCondition {
  let mapping: SchemaMapping
  let columns: IndexColumns
  let entity: Int

  init(mapping: SchemaMapping, entity: Int) {
    self.mapping = mapping
    self.entity = entity
    columns = IndexColumns(mapping: mapping)
  }

  /// The condition; nil for an index without one and for one that cannot be translated.
  func text(of index: FetchIndex) -> String? {
    guard let format = index.partialPredicateText, !format.isEmpty,
      let predicate = try? Predicate(parsing: format, allowsArguments: false, maximumDepth: 32)
    else { return nil }
    return text(of: predicate)
  }

  private func text(of predicate: Predicate) -> String? {
    switch predicate {
    case .constant(let value): return PostgreSQLText.dialect.booleanLiteral(value)
    case .comparison(let comparison): return text(of: comparison)
    case .and(let parts): return joined(parts, " AND ")
    case .or(let parts): return joined(parts, " OR ")
    case .not(let part): return text(of: part).map { "NOT (\($0))" }
    }
  }

  private func joined(_ parts: [Predicate], _ word: String) -> String? {
    let texts = parts.compactMap { text(of: $0) }
    guard !texts.isEmpty, texts.count == parts.count else { return nil }
    return texts.map { "(\($0))" }.joined(separator: word)
  }

  private func text(of comparison: Comparison) -> String? {
    guard comparison.modifier == .direct, comparison.options.isEmpty,
      case .path(let path) = comparison.left, let keys = path.dottedKeys,
      let column = columns.column(of: keys, in: entity),
      case .constant(let constant) = comparison.right
    else { return nil }
    let mapped = mapping.tables[mapping.entities[entity].table].columns[column]
    let name = PostgreSQLText.identifier(mapped.name)
    if constant == .null {
      switch comparison.relation {
      case .equalTo: return "\(name) IS NULL"
      case .notEqualTo: return "\(name) IS NOT NULL"
      default: return nil
      }
    }
    guard let literal = literal(constant, for: mapped.type),
      let sign = sign(comparison.relation, for: mapped.type)
    else { return nil }
    return "\(name) \(sign) \(literal)"
  }

  /// The operator of a comparison.
  ///
  /// A missing value differs from every value, as in Core Data.
  ///
  /// Texts are only tested for equality, because their order depends on a collation.
  private func sign(_ relation: Comparison.Relation, for type: ColumnType) -> String? {
    switch relation {
    case .equalTo: return "="
    case .notEqualTo: return "IS DISTINCT FROM"
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
      guard case .attribute(let attribute) = type, attribute.isNumeric else { return nil }
      switch relation {
      case .lessThan: return "<"
      case .lessThanOrEqualTo: return "<="
      case .greaterThan: return ">"
      default: return ">="
      }
    default: return nil
    }
  }

  private func literal(_ constant: Constant, for type: ColumnType) -> String? {
    guard case .attribute(let attribute) = type else { return nil }
    switch (constant, attribute) {
    case (.boolean(let value), .boolean): return PostgreSQLText.dialect.booleanLiteral(value)
    case (.integer(let value), .boolean):
      return value == 0 || value == 1 ? PostgreSQLText.dialect.booleanLiteral(value == 1) : nil
    case (.integer(let value), _) where attribute.isNumeric:
      return value < 0 ? "(\(value))" : "\(value)"
    case (.real(let value), _) where attribute.isNumeric && value.isFinite:
      return value < 0 ? "(\(value))" : "\(value)"
    case (.string(let value), .string), (.string(let value), .uri):
      return PostgreSQLText.literal(value)
    default: return nil
    }
  }
}
