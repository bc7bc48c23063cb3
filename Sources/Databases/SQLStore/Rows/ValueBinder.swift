import FoundationEssentials
import ObjectRows
import SQLDriver
import SQLSchema

/// Binds the values of rows to the parameters of statements, and writes large values to files.
final class ValueBinder {
  private let entities: StoreEntities
  private let external: ExternalData

  /// The names of the files that large values were written to.
  private(set) var writtenFiles: [String] = []

  init(_ engine: StoreEngine) {
    entities = engine.entities
    external = engine.external
  }

  /// Binds the columns of some properties, one after the other.
  ///
  /// - Returns: The index of the parameter after the last one.
  @discardableResult
  func bind(
    _ row: Row,
    _ indices: [Int],
    of prepared: EntityStatements,
    to statement: SQLStatement,
    from first: Int
  ) throws -> Int {
    var place = first
    for index in indices {
      switch prepared.bindings[index] {
      case .none(let columns):
        for _ in 0..<columns {
          try statement.bindNull(at: place)
          place += 1
        }
      case .value:
        guard try bind(row, index, to: statement, at: place) else {
          throw notANumber(index, prepared)
        }
        place += 1
      case .external:
        try bindExternal(row.load(Data.self, at: index), to: statement, at: place)
        place += 1
      case .bytes(let coding):
        try bind(row.object(at: index) as? BoxedValue, coding, to: statement, at: place)
        place += 1
      case .members(let coding, let members):
        let box = row.object(at: index) as? BoxedValue
        for member in members {
          guard try bind(box, coding, member, to: statement, at: place) else {
            throw notANumber(index, prepared)
          }
          place += 1
        }
      case .toOne(let hasEntity):
        let reference = row.reference(at: index)
        try bind(reference.isNone ? nil : reference.number, to: statement, at: place)
        place += 1
        if hasEntity {
          let number = reference.isNone ? nil : entities.storedNumber(of: reference.entity)
          try bind(number.map(Int64.init), to: statement, at: place)
          place += 1
        }
      }
    }
    return place
  }

  /// Removes the files that were written, because the changes were rolled back.
  func discardFiles() {
    for name in writtenFiles { external.remove(name) }
    writtenFiles = []
  }

  private func notANumber(_ index: Int, _ prepared: EntityStatements) -> StoreError {
    let entity = prepared.entity
    return .notANumber(entity: entity.name, attribute: entity.properties[index].name)
  }

  /// Binds a value; returns false for NaN, which no column can hold.
  private func bind(
    _ row: Row,
    _ index: Int,
    to statement: SQLStatement,
    at place: Int
  ) throws(SQLError) -> Bool {
    switch row.fields[index].kind {
    case .boolean:
      let number: Int64? = row.load(Bool.self, at: index).map { $0 ? 1 : 0 }
      try bind(number, to: statement, at: place)
    case .integer16:
      try bind(row.load(Int16.self, at: index).map(Int64.init), to: statement, at: place)
    case .integer32:
      try bind(row.load(Int32.self, at: index).map(Int64.init), to: statement, at: place)
    case .integer64: try bind(row.load(Int64.self, at: index), to: statement, at: place)
    case .double: return try bind(row.load(Double.self, at: index), to: statement, at: place)
    case .float:
      let number = row.load(Float.self, at: index)
      return try bind(number.map(Double.init), to: statement, at: place)
    case .date:
      let date = row.load(Date.self, at: index)
      return try bind(date?.timeIntervalSinceReferenceDate, to: statement, at: place)
    case .string:
      if let text = row.load(String.self, at: index) {
        try statement.bind(text: text, at: place)
      } else {
        try statement.bindNull(at: place)
      }
    default: return try bind(value: row.value(at: index), to: statement, at: place)
    }
    return true
  }

  /// Binds a value of any type but a boxed one; returns false for NaN.
  private func bind(
    value: Value,
    to statement: SQLStatement,
    at place: Int
  ) throws(SQLError) -> Bool {
    if case .data(let data) = value {
      try bind(data: data, to: statement, at: place)
      return true
    }
    let stored = value.stored ?? .null
    if case .real(let number) = stored, number.isNaN { return false }
    try statement.bind(stored, at: place)
    return true
  }

  private func bind(data: Data, to statement: SQLStatement, at place: Int) throws(SQLError) {
    let bound = data.withUnsafeBytes { bytes in
      Result { () throws(SQLError) in try statement.bind(blob: bytes, at: place) }
    }
    try bound.get()
  }

  private func bind(_ number: Int64?, to statement: SQLStatement, at place: Int) throws(SQLError) {
    if let number {
      try statement.bind(integer: number, at: place)
    } else {
      try statement.bindNull(at: place)
    }
  }

  private func bind(
    _ number: Double?,
    to statement: SQLStatement,
    at place: Int
  ) throws(SQLError) -> Bool {
    guard let number else {
      try statement.bindNull(at: place)
      return true
    }
    if number.isNaN { return false }
    try statement.bind(real: number, at: place)
    return true
  }

  // MARK: Values that take more than one step

  private func bindExternal(_ data: Data?, to statement: SQLStatement, at place: Int) throws {
    guard let data else { return try statement.bindNull(at: place) }
    let bytes = try external.stored(data)
    if let name = ExternalDataFolder.fileName(in: bytes) { writtenFiles.append(name) }
    try statement.bind(blob: bytes, at: place)
  }

  private func bind(
    _ box: BoxedValue?,
    _ coding: any BytesCoding,
    to statement: SQLStatement,
    at place: Int
  ) throws {
    guard let box, let data = try coding.bytes(of: box) else {
      return try statement.bindNull(at: place)
    }
    try bind(data: data, to: statement, at: place)
  }

  private func bind(
    _ composite: BoxedValue?,
    _ coding: any MemberCoding,
    _ member: StoredMember,
    to statement: SQLStatement,
    at place: Int
  ) throws -> Bool {
    guard let composite else {
      try statement.bindNull(at: place)
      return true
    }
    switch coding.value(at: member.path, in: composite) {
    case .object(let object):
      let box = object as? BoxedValue
      if let inner = coding.coding(at: member.path) {
        try bind(box, inner, to: statement, at: place)
      } else {
        try statement.bindNull(at: place)
      }
    case let value: return try bind(value: value, to: statement, at: place)
    }
    return true
  }
}

/// The binding of a property of an object.
///
/// It does not contain the storage, whose column names would be retained and released for each value.
enum FieldBinding {
  /// As null, in a number of columns, because the program has no coding for it.
  case none(columns: Int)
  case value
  case external
  // Indirect, so that copying the other cases does not involve the payloads of these.
  indirect case bytes(any BytesCoding)
  indirect case members(any MemberCoding, [StoredMember])
  case toOne(hasEntity: Bool)

  init(_ storage: FieldStorage, _ property: StoreProperty) {
    switch (storage, property.coding) {
    case (.attribute(let column), let coding):
      if column.isExternal {
        self = .external
      } else if case .bytes(let coding) = coding {
        self = .bytes(coding)
      } else {
        self = .value
      }
    case (.composite(let members), .members(let coding)): self = .members(coding, members)
    case (.toOne(let storage), _): self = .toOne(hasEntity: storage.entityNumber != nil)
    case (.none, _), (.toMany, _), (.join, _), (.composite, _):
      self = .none(columns: storage.columns.count)
    }
  }
}
