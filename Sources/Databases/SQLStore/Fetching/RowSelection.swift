import ManagedModel
import SQLDriver

/// The columns that are read for rows of entities, and the position of each entity's own.
struct RowSelection: Sendable {
  /// The columns: key, entity and version first, then those of all properties.
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

  /// The columns for objects of an entity, and of its subentities.
  init(_ layout: ObjectLayout, including others: [ObjectLayout] = []) {
    var columns = [layout.columns.key, layout.columns.entityNumber(), layout.columns.version]
    var expectations: [SQLExpectation] = [.integer, .integer, .integer]
    var known: [String: Int] = [:]
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
  init(identityOf layout: ObjectLayout) {
    family = layout.tableFamily
    columns = [layout.columns.key, layout.columns.entityNumber()]
    hasEntityNumber = layout.columns.readsEntityNumber
    expectations = [.integer, .integer]
    places = [:]
    hasValues = false
  }

  /// The columns that identify the objects of an entity, and those of the versions of their rows.
  init(versionsOf layout: ObjectLayout) {
    family = layout.tableFamily
    columns = [layout.columns.key, layout.columns.entityNumber(), layout.columns.version]
    hasEntityNumber = layout.columns.readsEntityNumber
    expectations = [.integer, .integer, .integer]
    places = [:]
    hasValues = false
  }

  /// The number of columns.
  var count: Int { columns.count }

  /// The text of the columns, qualified by the alias of the table if it has one.
  func text(alias: String = "") -> String {
    let prefix = alias.isEmpty ? "" : alias + "."
    return columns.enumerated()
      .map { place, column in place == 1 && !hasEntityNumber ? column : prefix + column }
      .joined(separator: ", ")
  }

  /// For each property of an entity the index of its first column, or -1.
  func places(ofEntity number: Int) -> [Int] { places[number] ?? [] }
}

extension StoreLayout {
  /// The columns of related objects: those of all values, or the identity alone where values may be large.
  func selection(of layout: ObjectLayout) -> RowSelection {
    let family = layout.family.compactMap { self[$0] }
    let isLight = family.allSatisfy { $0.fields.allSatisfy(\.isLight) }
    return isLight
      ? RowSelection(layout, including: Array(family.dropFirst()))
      : RowSelection(identityOf: layout)
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
