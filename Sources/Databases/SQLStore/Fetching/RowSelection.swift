import ManagedModel
import SQLDriver

/// The columns that are read for rows of entities, and the position of each entity's own.
struct RowSelection: Sendable {
  /// The columns: key, entity, version and owner first, then those of all properties.
  private let columns: [String]
  private let places: [Int: [Int]]

  /// The numbers of the entities whose objects are in the table.
  let family: ClosedRange<Int>

  /// The expected types of the columns.
  let expectations: [SQLExpectation]

  /// Whether the number of the entity is a column, rather than the same for all rows.
  private let hasEntityNumber: Bool

  /// Whether values are read, rather than only the identity of the objects.
  let hasValues: Bool

  /// The column with the key of the object that is related to the row's, if there is one.
  private let owner: OwnerColumn?

  /// The number of columns in front of those that are only read for a row that is not known yet.
  let leadingCount: Int

  /// The columns for objects of an entity, and of its subentities.
  init(
    _ layout: ObjectLayout,
    including others: [ObjectLayout] = [],
    owner: OwnerColumn? = nil
  ) {
    var columns = [layout.columns.key, layout.columns.entityNumber(), layout.columns.version]
    var expectations: [SQLExpectation] = [.integer, .integer, .integer]
    var known: [String: Int] = [:]
    if let owner {
      // The column of the relationship to the owner, if that is a property of the rows, is read only once.
      if case .own(let name) = owner { known[name] = columns.count }
      columns.append(owner.text)
      expectations.append(.integer)
    }
    leadingCount = columns.count
    self.owner = owner
    var places: [Int: [Int]] = [:]
    for each in [layout] + others {
      places[each.number] = each.fields.map { field in
        let names = field.columns
        guard let first = names.first else { return -1 }
        // The columns of one property are adjacent.
        let group = names.joined(separator: ",")
        if let place = known[group] { return place }
        known[group] = columns.count
        columns += names
        expectations += field.expectations
        return known[group] ?? columns.firstIndex(of: first) ?? -1
      }
    }
    family = layout.tableFamily
    hasEntityNumber = layout.columns.readsEntityNumber
    self.columns = columns
    self.places = places
    self.expectations = expectations
    hasValues = true
  }

  /// The columns that identify the objects of an entity.
  init(identityOf layout: ObjectLayout, owner: OwnerColumn? = nil) {
    self.init(leading: [], of: layout, owner: owner)
  }

  /// The columns that identify the objects of an entity, and those of the versions of their rows.
  init(versionsOf layout: ObjectLayout) {
    self.init(leading: [layout.columns.version], of: layout, owner: nil)
  }

  private init(leading others: [String], of layout: ObjectLayout, owner: OwnerColumn?) {
    family = layout.tableFamily
    let others = others + (owner.map { [$0.text] } ?? [])
    columns = [layout.columns.key, layout.columns.entityNumber()] + others
    hasEntityNumber = layout.columns.readsEntityNumber
    expectations = columns.map { _ in .integer }
    places = [:]
    hasValues = false
    leadingCount = columns.count
    self.owner = owner
  }

  /// The index of the column of the owner, the last of the leading ones if there is one.
  var ownerPlace: Int { leadingCount - 1 }

  /// The text of the columns, qualified by the alias of the table if it has one.
  func text(alias: String = "") -> String {
    let prefix = alias.isEmpty ? "" : alias + "."
    return columns.enumerated()
      .map { place, column in isQualified(place) ? column : prefix + column }
      .joined(separator: ", ")
  }

  /// Whether the column at an index is no name of a column of the rows' table.
  private func isQualified(_ place: Int) -> Bool {
    if place == 1 { return !hasEntityNumber }
    if case .joined = owner, place == ownerPlace { return true }
    return false
  }

  /// For each property of an entity the index of its first column, or -1.
  func places(ofEntity number: Int) -> [Int] { places[number] ?? [] }
}

/// The column with the key of the object that is related to that of a row.
enum OwnerColumn: Sendable {
  /// A column of the row's table.
  case own(String)

  /// A column of a join table, with the table's alias.
  case joined(String)

  fileprivate var text: String {
    switch self {
    case .own(let name), .joined(let name): name
    }
  }
}

extension StoreLayout {
  /// The columns of related objects: those of all values, or the identity alone where values may be large.
  func selection(of layout: ObjectLayout, owner: OwnerColumn? = nil) -> RowSelection {
    let family = layout.family.compactMap { self[$0] }
    let isLight = family.allSatisfy { $0.fields.allSatisfy(\.isLight) }
    return isLight
      ? RowSelection(layout, including: Array(family.dropFirst()), owner: owner)
      : RowSelection(identityOf: layout, owner: owner)
  }
}

extension FieldStorage {
  fileprivate var expectations: [SQLExpectation] {
    switch self {
    case .attribute(let column): [column.expectation]
    case .composite(let members): members.map(\.column.expectation)
    case .toOne, .none, .toMany, .join: columns.map { _ in .any }
    }
  }

  /// Whether values are small.
  fileprivate var isLight: Bool {
    switch self {
    case .attribute(let column): column.isLight
    case .composite(let members): members.allSatisfy(\.column.isLight)
    case .toOne, .none, .toMany, .join: true
    }
  }
}

extension StoredColumn {
  fileprivate var expectation: SQLExpectation {
    switch type {
    case .string, .uri: .text
    case .binary, .transformable: .blob
    default: .any
    }
  }

  fileprivate var isLight: Bool {
    switch type {
    case .binary, .transformable, .undefined, .composite: false
    default: true
    }
  }
}
