import Foundation
import ObjectRows
import Testing

@Suite struct RowTests {
  static let kinds: [FieldKind] = [
    .boolean, .integer16, .integer32, .integer64, .double, .float, .decimal, .string, .date, .data,
    .uuid, .url, .object, .reference, .none,
  ]

  /// A value for each kind, at the same index; two seeds give two sets of values.
  static func values(_ seed: Int) -> [Value] {
    [
      .bool(seed.isMultiple(of: 2)), .integer(Int64(seed)), .integer(Int64(seed) * 70_000),
      .integer(Int64(seed) << 40), .double(Double(seed) / 3), .float(Float(seed) / 3),
      .decimal(Decimal(string: "\(seed).123456789012345678901234567890") ?? 0),
      .string("text \(seed) that is too long to be kept in place"),
      .date(Date(timeIntervalSinceReferenceDate: Double(seed))),
      .data(Data(repeating: UInt8(seed), count: 1_000)),
      .uuid(UUID(uuid: (UInt8(seed), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))),
      .url(URL(filePath: "/folder/\(seed)")), .object(BoxedValue(["n": seed])),
      .reference(Reference(number: Int64(seed), entity: 2, store: 3)), .none,
    ]
  }

  static func row(_ seed: Int) -> Row {
    let row = Row.make(.of(kinds))
    for (index, value) in values(seed).enumerated() { row.setValue(value, at: index) }
    return row
  }

  @Test("A new row has no values")
  func empty() {
    let row = Row.make(.of(Self.kinds))
    for index in Self.kinds.indices {
      #expect(!row.hasValue(at: index))
      if Self.kinds[index] == .reference {
        #expect(row.value(at: index).reference.isNone)
      } else {
        #expect(row.value(at: index).isNone)
      }
    }
    #expect(row.version == 0)
    #expect(!row.isCurrent)
  }

  @Test("A value of each kind is read as it was written", arguments: kinds.indices)
  func roundTrip(index: Int) {
    let row = Row.make(.of(Self.kinds))
    for seed in [1, 2, 3] {
      row.setValue(Self.values(seed)[index], at: index)
      #expect(row.value(at: index).isSame(as: Self.values(seed)[index]))
      for other in Self.kinds.indices where other != index { #expect(!row.hasValue(at: other)) }
    }
    row.clear(at: index)
    #expect(!row.hasValue(at: index))
  }

  @Test("Typed access reads only fields of its own kind")
  func typed() {
    let row = Row.make(.of(Self.kinds))
    #expect(row.store("a", at: 7))
    #expect(row.load(String.self, at: 7) == "a")
    #expect(!row.store("a", at: 1))
    #expect(row.load(String.self, at: 1) == nil)
    #expect(row.load(Int64.self, at: 7) == nil)
    #expect(row.store(Int16(-5), at: 1))
    #expect(row.load(Int16.self, at: 1) == -5)
    #expect(row.load(Int32.self, at: 1) == nil)
    #expect(row.store(String?.none, at: 7))
    #expect(row.load(String.self, at: 7) == nil)
  }

  @Test(
    "Indices outside of the row have no value and take none",
    arguments: [-1, 15, 16, .max, .min]
  )
  func outside(index: Int) {
    let row = Self.row(1)
    #expect(row.value(at: index).isNone)
    #expect(row.load(String.self, at: index) == nil)
    #expect(!row.store("x", at: index))
    row.setValue(.string("x"), at: index)
    row.clear(at: index)
    #expect(row.changes(from: Self.row(1)).isEmpty)
  }

  @Test("A value of another type counts as missing")
  func otherType() {
    let row = Self.row(1)
    row.setValue(.string("x"), at: 3)
    #expect(!row.hasValue(at: 3))
    row.setValue(.integer(1), at: 7)
    #expect(!row.hasValue(at: 7))
  }

  @Test("The reference to no object is a missing value")
  func noReference() {
    let row = Self.row(1)
    #expect(row.store(Reference.none, at: 13))
    #expect(!row.hasValue(at: 13))
    row.setValue(.reference(.none), at: 13)
    #expect(row.reference(at: 13).isNone)
  }

  @Test("A copy has the same values and changes by itself")
  func copy() {
    let row = Self.row(1)
    row.version = 7
    row.isCurrent = true
    let copy = row.copy()
    #expect(copy.version == 7)
    #expect(!copy.isCurrent)
    #expect(copy.changes(from: row).isEmpty)
    for (index, value) in Self.values(2).enumerated() { copy.setValue(value, at: index) }
    #expect(copy.changes(from: row).indices == Array(0..<14))
    for (index, value) in Self.values(1).enumerated() where Self.kinds[index] != .none {
      #expect(row.value(at: index).isSame(as: value))
    }
  }

  @Test("Values are released with their rows, whether copied, replaced or cleared")
  func lifetimes() {
    final class Witness: Sendable {}
    weak var weakFirst: Witness?
    weak var weakSecond: Witness?
    do {
      let first = Witness()
      let second = Witness()
      weakFirst = first
      weakSecond = second
      let row = Row.make(.of([.object, .object]))
      row.setObject(first, at: 0)
      row.setObject(second, at: 1)
      let copy = row.copy()
      row.setObject(nil, at: 0)
      copy.setObject(second, at: 0)
      #expect(copy.object(at: 0) === second)
    }
    #expect(weakFirst == nil)
    #expect(weakSecond == nil)
  }

  @Test(
    "Rows of many properties, whose presence bits do not fit into the header",
    arguments: [24, 25, 88, 89, 200, 1_000]
  )
  func wide(count: Int) {
    let row = Row.make(.of((0..<count).map { $0.isMultiple(of: 3) ? .string : .integer64 }))
    func value(_ index: Int) -> Value {
      index.isMultiple(of: 3) ? .string("value \(index) of a wide row") : .integer(Int64(index))
    }
    for index in stride(from: 0, to: count, by: 2) { row.setValue(value(index), at: index) }
    row.isCurrent = true
    let copy = row.copy()
    for index in 0..<count {
      let expected = index.isMultiple(of: 2) ? value(index) : .none
      #expect(row.value(at: index).isSame(as: expected))
      #expect(copy.value(at: index).isSame(as: expected))
    }
    copy.setValue(value(count - 1), at: count - 1)
    copy.clear(at: 0)
    let expected = count.isMultiple(of: 2) ? [0, count - 1] : [0]
    #expect(copy.changes(from: row).indices == expected)
    #expect(row.isCurrent)
  }

  @Test("Texts are compared byte for byte")
  func canonicalEquivalence() {
    let row = Row.make(.of([.string]))
    row.store("a\u{307}\u{323}", at: 0)
    let other = Row.make(.of([.string]))
    other.store("a\u{323}\u{307}", at: 0)
    #expect(!row.isSame(as: other, at: 0))
  }

  @Test("Layouts of the same kinds are one object")
  func layouts() {
    #expect(RowLayout.of([.string, .date]) === RowLayout.of([.string, .date]))
    #expect(RowLayout.of([.string]) !== RowLayout.of([.date]))
  }
}

@Suite struct PropertySetTests {
  @Test(
    "A set has the members that were added",
    arguments: [[], [0], [63, 64, 65], [5, 1_000, 64, 3]]
  )
  func members(indices: [Int]) {
    var set = PropertySet()
    for index in indices { set.insert(index) }
    #expect(set.indices == indices.sorted())
    #expect(set.isEmpty == indices.isEmpty)
    for index in [0, 1, 3, 5, 63, 64, 65, 999, 1_000] {
      #expect(set.contains(index) == indices.contains(index))
    }
    for index in indices { set.remove(index) }
    #expect(set == PropertySet())
  }

  @Test("Equal sets are equal however they were made")
  func equality() {
    var one = PropertySet()
    for index in [70, 64, 3] { one.insert(index) }
    var other = PropertySet()
    for index in [3, 64, 70] { other.insert(index) }
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
  }
}
