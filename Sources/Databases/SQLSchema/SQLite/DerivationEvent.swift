/// The event that fires a trigger.
enum DerivationEvent {
  case insert(String)
  case update(String, of: [String])
  case delete(String)

  var table: String {
    switch self {
    case .insert(let table), .update(let table, of: _), .delete(let table): table
    }
  }

  var text: String {
    let table = SQLiteText.identifier(table)
    return switch self {
    case .insert: "AFTER INSERT ON \(table)"
    case .update(_, let columns): "AFTER UPDATE OF \(SQLiteText.list(columns)) ON \(table)"
    case .delete: "AFTER DELETE ON \(table)"
    }
  }
}
