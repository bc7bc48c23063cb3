import ManagedModel
import ObjectRows
import SQLDriver

/// The members of composite values that the store has and this program cannot read.
///
/// A program that changes a composite value has not seen such a member, so a value without it does not remove it: the
/// stored member is kept. It is removed with the whole value, when the attribute becomes nil.
struct UnreadableMembers {
  let engine: StoreEngine
  let prepared: EntityStatements

  /// Binds the stored members again that a new value lacks because they could not be read.
  ///
  /// - Parameters:
  ///   - row: The new values.
  ///   - indices: The properties that were bound to the statement, one after the other.
  ///   - reference: The object, whose old values the database still has.
  ///   - statement: The statement.
  ///   - first: The parameter of the first property.
  /// - Throws: The database's error.
  func keep(
    in row: Row,
    _ indices: [Int],
    of reference: Reference,
    in statement: SQLStatement,
    from first: Int
  ) throws {
    var old: Row?
    var place = first
    for index in indices {
      let absent = row.hasValue(at: index) ? absentMembers(of: row, at: index) : []
      for (offset, member) in absent {
        if old == nil {
          try engine.connection.settle()
          old = try engine.storedRow(for: reference, isShared: false)
        }
        guard let old, !has(old, member, at: index) else { continue }
        try statement.bind(stored(member, reference), at: place + offset)
      }
      place += prepared.layout.fields[index].columns.count
    }
  }

  /// The members that a composite value lacks and that may be unreadable, with their positions in it.
  func absentMembers(of row: Row, at index: Int) -> [(offset: Int, element: StoredMember)] {
    guard case .members(_, let members) = prepared.bindings[index] else { return [] }
    return members.enumerated().filter { _, member in
      member.column.isDoubtful && !has(row, member, at: index)
    }
  }

  private func has(_ row: Row, _ member: StoredMember, at index: Int) -> Bool {
    guard case .members(let coding, _) = prepared.bindings[index],
      let box = row.object(at: index) as? BoxedValue
    else { return false }
    return !coding.value(at: member.path, in: box).isNone
  }

  private func stored(_ member: StoredMember, _ reference: Reference) throws -> SQLValue {
    let layout = prepared.layout
    return try engine.connection.value(
      marked: "SELECT \(member.column.name) FROM \(layout.table) WHERE \(layout.columns.key) = ?",
      .integer(reference.number)
    )
  }
}

extension StoredColumn {
  /// Whether the column may have a value that cannot be read.
  var isDoubtful: Bool {
    switch type {
    case .transformable, .uuid, .uri, .decimal: true
    default: isExternal
    }
  }
}

extension StoreEngine {
  /// The properties of an object for which the database has a value that is missing in the given row.
  package func unreadableIndices(of reference: Reference, _ row: Row) throws -> [Int] {
    let prepared = try statements(entity(of: reference))
    let members = UnreadableMembers(engine: self, prepared: prepared)
    var asked: [(index: Int, column: String)] = []
    for index in prepared.writable {
      switch prepared.layout.fields[index] {
      case .attribute(let column) where !row.hasValue(at: index):
        asked.append((index, column.name))
      case .composite:
        asked += members.absentMembers(of: row, at: index).map { (index, $0.element.column.name) }
      default: break
      }
    }
    guard !asked.isEmpty else { return [] }
    let tests = asked.map { "CASE WHEN \($0.column) IS NULL THEN 0 ELSE 1 END" }
    let layout = prepared.layout
    let found = try connection.rows(
      marked: "SELECT \(tests.joined(separator: ", ")) FROM \(layout.table)"
        + " WHERE \(layout.columns.key) = ?",
      .integer(reference.number)
    ).first
    return zip(asked, found ?? []).filter { $0.1 == .integer(1) }.map(\.0.index)
  }
}
