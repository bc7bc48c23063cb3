import Foundation
import PropertyLists
import Testing

@Suite struct BinaryPropertyListTests {
  static let values: [PropertyList] = [
    .string(""), .string("ASCII"), .string("Öl und Ωμέγα"), .string("👩‍👩‍👧"),
    .string(String(repeating: "x", count: 14)), .string(String(repeating: "x", count: 15)),
    .string(String(repeating: "ü", count: 300)), .string("\0"),
    .integer(0), .integer(255), .integer(256), .integer(65_535), .integer(65_536),
    .integer(4_294_967_295), .integer(4_294_967_296), .integer(.max), .integer(-1), .integer(.min),
    .real(0), .real(-0.0), .real(1.5), .real(.infinity), .real(.leastNonzeroMagnitude),
    .boolean(true), .boolean(false), .date(0), .date(-3_600.5),
    .data([]), .data([0, 255]), .data(Array(repeating: 7, count: 70_000)),
    .uid(0), .uid(255), .uid(256), .uid(70_000),
    .array([]), .array([.integer(1), .array([.string("a"), .array([])])]),
    .dictionary([:]), .dictionary(["b": .integer(1), "a": .dictionary(["b": .data([1])])]),
  ]

  @Test(arguments: values)
  func readsItsOutput(value: PropertyList) throws {
    #expect(try PropertyList(binary: value.binary()) == value)
  }

  @Test func distinguishesZerosAndNormalizations() throws {
    let value = PropertyList.array([
      .real(0), .real(-0.0), .string("\u{E9}"), .string("e\u{301}"), .date(0), .real(0),
    ])
    let read = try #require(try PropertyList(binary: value.binary()).array)
    #expect(read.map(Self.bits) == (value.array ?? []).map(Self.bits))
  }

  private static func bits(_ value: PropertyList) -> [UInt8] {
    switch value {
    case .string(let text): Array(text.utf8)
    case .real(let real): Array(String(real.bitPattern).utf8)
    case .date(let date): Array("date \(date.bitPattern)".utf8)
    default: []
    }
  }

  @Test func writesTheDocumentedLayout() {
    let value = PropertyList.dictionary([
      "name": .string("é"), "list": .array([.integer(300), .integer(300), .uid(2)]),
    ])
    let expected: [UInt8] =
      Array("bplist00".utf8)
      // 0: a dictionary of two; keys 1 and 2; values 3 and 4
      + [0xD2, 1, 2, 3, 4]
      + [0x54] + Array("name".utf8) + [0x54] + Array("list".utf8)
      + [0x61, 0x00, 0xE9]
      // 4: an array of three; the number is in the file once
      + [0xA3, 5, 5, 6] + [0x11, 0x01, 0x2C] + [0x80, 0x02]
      // the offset table
      + [8, 13, 18, 23, 26, 30, 33]
      + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 7] + [0, 0, 0, 0, 0, 0, 0, 0]
      + [0, 0, 0, 0, 0, 0, 0, 35]
    #expect(value.binary() == expected)
  }

  @Test func foundationReadsTheOutput() throws {
    let value = PropertyList.dictionary([
      "text": .string("Ωx"), "number": .integer(-7), "real": .real(2.5), "yes": .boolean(true),
      "bytes": .data([1, 2]), "date": .date(86_400),
      "many": .array((0..<400).map { .integer($0) }),
    ])
    let read =
      try PropertyListSerialization.propertyList(from: Data(value.binary()), format: nil)
      as? [String: Any]
    #expect(read?["text"] as? String == "Ωx")
    #expect(read?["number"] as? Int == -7)
    #expect(read?["real"] as? Double == 2.5)
    #expect(read?["yes"] as? Bool == true)
    #expect(read?["bytes"] as? Data == Data([1, 2]))
    #expect(read?["date"] as? Date == Date(timeIntervalSinceReferenceDate: 86_400))
    #expect(read?["many"] as? [Int] == Array(0..<400))
  }

  @Test func readsTheOutputOfFoundation() throws {
    let object: [Any] = [
      "Ωx", -7, 2.5, true, Data([1, 2]), Date(timeIntervalSinceReferenceDate: 86_400),
      Array(0..<400), ["key": ["deeper": "value"]],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: object,
      format: .binary,
      options: 0
    )
    #expect(
      try PropertyList(binary: Array(data))
        == .array([
          .string("Ωx"), .integer(-7), .real(2.5), .boolean(true), .data([1, 2]), .date(86_400),
          .array((0..<400).map { .integer($0) }),
          .dictionary(["key": .dictionary(["deeper": .string("value")])]),
        ])
    )
  }

  @Test func readsSmallRealsAndWideIntegers() throws {
    #expect(try PropertyList(binary: file([[0x22, 0x3F, 0xC0, 0, 0]])) == .real(1.5))
    let minusTwo = [0x14] + Array(repeating: 0xFF as UInt8, count: 15) + [0xFE]
    #expect(try PropertyList(binary: file([minusTwo])) == .integer(-2))
  }

  @Test func looksUpKeysInSmallAndLargeDictionaries() {
    for count in [1, 3, 23, 24, 25, 1_000] {
      let dictionary = PropertyListDictionary(
        (0..<count).map { .init("k\($0)", .integer(Int64($0))) } + [.init("k0", .integer(-1))]
      )
      for index in 0..<count { #expect(dictionary["k\(index)"] == .integer(Int64(index))) }
      #expect(dictionary["k\(count)"] == nil)
    }
    #expect(PropertyListDictionary()["k"] == nil)
  }
}

/// A binary property list of objects, the first of which is the top; references take one byte.
func file(_ objects: [[UInt8]], top: UInt8 = 0) -> [UInt8] {
  var bytes = Array("bplist00".utf8)
  var offsets: [UInt8] = []
  for object in objects {
    offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
    bytes += object
  }
  let table = bytes.count
  bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
  bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(objects.count)] + [0, 0, 0, 0, 0, 0, 0, top]
  return bytes + [0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 0xFF)]
}
