import ManagedModel
import ModelComparison

/// Queries for connections that a migration drops because one of several must be chosen, in terms of the tables
/// before it.
///
/// A query returns a row if something is lost. It quotes names in the way that SQLite and PostgreSQL share.
struct ConnectionLosses {
  let transition: SchemaTransition

  /// A query for objects with several connections of which one is kept; nil if there can be none.
  func query(of connection: Connection) -> String? {
    guard transition.narrows(connection) else { return nil }
    switch transition.new[connection.new] {
    case .none, .attribute, .composite, .join: return nil
    case .toOne: return several("d", for: "s", among: sources(of: connection))
    case .toMany: return several("s", for: "d", among: sources(of: connection))
    }
  }

  /// A query for objects that several lead to, or whose destination does not lead back, where that was possible.
  func query(of pairing: Pairing) -> String? {
    let sources = transition.connectedSources(of: pairing.end)
    var queries: [String] = []
    if transition.disconnectsSharing(pairing), let source = sources.first {
      let connection = Connection(
        new: pairing.end,
        old: source,
        isAdditional: sources.count > 1
      )
      queries.append(several("s", for: "d", among: self.sources(of: connection)))
    }
    if transition.mayDisagree(pairing), !sources.isEmpty {
      queries.append(
        "SELECT 1 FROM (\(pairs(ofAll: sources))) AS one JOIN "
          + "(\(pairs(ofAll: transition.connectedSources(of: pairing.inverse)))) AS other "
          + "ON other.s = one.d WHERE other.d <> one.s"
      )
    }
    return queries.isEmpty ? nil : queries.joined(separator: " UNION ALL ")
  }

  private func sources(of connection: Connection) -> [PropertyLocation] {
    connection.isAdditional
      ? transition.correspondence.sources(of: connection.new) : [connection.old]
  }

  private func several(
    _ value: String,
    for key: String,
    among sources: [PropertyLocation]
  ) -> String {
    "SELECT 1 FROM (\(pairs(ofAll: sources))) AS pairs WHERE s IS NOT NULL AND d IS NOT NULL "
      + "GROUP BY \(key) HAVING COUNT(DISTINCT \(value)) > 1"
  }

  private func pairs(ofAll sources: [PropertyLocation]) -> String {
    let old = transition.old
    return sources.compactMap { source in
      ConnectedPairs(
        of: source,
        in: old,
        key: { old.keyColumn(ofTable: $0).map { quoted(old[$0].name) } },
        column: { quoted(old[$0].name) },
        table: { quoted(old.tables[$0].name) }
      )
    }
    .map { "SELECT s, d FROM (\($0.query)) AS pairs" }.joined(separator: " UNION ")
  }

  private func quoted(_ name: String) -> String { SQLiteText.identifier(name) }
}
