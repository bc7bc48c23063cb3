import PropertyLists
import Testing

@Suite struct HostilePropertyListTests {
  static let damaged: [(bytes: [UInt8], message: String)] = [
    ([], "it does not begin with 'bplist'"),
    (Array("<?xml version".utf8), "it does not begin with 'bplist'"),
    (Array("bplist00".utf8), "it is cut short: 8 bytes cannot hold a property list"),
    (file([[0x09]], top: 1), "its trailer is damaged (object 1 of 1)"),
    (file([[0xA1, 5]]), "it refers to object 5 of 1"),
    (file([[0xA1, 0]]), "object 0 contains itself"),
    (file([[0xA1, 1], [0xD1, 2, 0], [0x51, 0x61]]), "object 0 contains itself"),
    (file([[0xD1, 1, 1], [0x09]]), "a key of a dictionary is not a string"),
    (file([[0x5F]]), "the value at byte 9 extends beyond the last object"),
    (file([[0x5F, 0x51, 0]]), "the length of the value at byte 8 is not an integer"),
    (file([[0x5F, 0x10, 0xFF]]), "the value at byte 11 extends beyond the last object"),
    (
      file([[0xDF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
      "the value at byte 8 extends beyond the last object"
    ),
    (
      file([[0xAF, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
      "the value at byte 8 extends beyond the last object"
    ),
    (file([[0x23, 0, 0]]), "the value at byte 9 extends beyond the last object"),
    (file([[0x70]]), "unknown type of value 0x70 (at byte 8)"),
    (file([[0x15]]), "unknown type of value 0x15 (at byte 8)"),
    (file([[0x00]]), "unknown type of value 0x0 (at byte 8)"),
    (file([[0x8F] + Array(repeating: 1, count: 16)]), "the reference at byte 9 is too large"),
    (
      file([[0x14, 1] + Array(repeating: 0, count: 15)]),
      "the integer at byte 9 does not fit into 64 bits"
    ),
  ]

  @Test(arguments: damaged)
  func reportsTheProblem(bytes: [UInt8], message: String) {
    #expect(throws: PropertyListError(message)) { try PropertyList(binary: bytes) }
  }

  @Test func refusesTablesOutsideTheFile() {
    for position in [8, 24] {
      for value: UInt8 in [0x7F, 0xFF] {
        var bytes = file([[0x09]])
        bytes[bytes.count - 32 + position] = value
        #expect(throws: PropertyListError.self) { try PropertyList(binary: bytes) }
      }
    }
    for sizes: [UInt8] in [[0, 1], [1, 0], [9, 1], [1, 9], [255, 255]] {
      var bytes = file([[0x09]])
      bytes.replaceSubrange(bytes.count - 26..<bytes.count - 24, with: sizes)
      #expect(throws: PropertyListError.self) { try PropertyList(binary: bytes) }
    }
  }

  @Test func refusesNestingThatWouldExhaustTheStack() throws {
    let depth = 200
    let chain = (0..<depth).map { [0xA1, UInt8($0 + 1)] as [UInt8] } + [[0x09]]
    #expect(throws: Never.self) { try PropertyList(binary: file(chain)) }

    var deep = PropertyList.boolean(true)
    for _ in 0..<300 { deep = .array([deep]) }
    #expect(throws: PropertyListError("its containers are nested more than 256 deep")) {
      try PropertyList(binary: deep.binary())
    }
  }

  /// Object n contains object n+1 twice, so that the expanded tree has 2^60 leaves.
  @Test func refusesSharedContainersThatUnfoldWithoutEnd() {
    var doubling: [[UInt8]] = (1...60).map { [0xA2, $0, $0] }
    doubling.append([0x09])
    #expect(throws: PropertyListError("its values expand into more than 16777216 values")) {
      try PropertyList(binary: file(doubling))
    }
  }

  /// Many objects with overlapping contents.
  @Test func refusesOverlappingObjects() {
    let count = 200
    var bytes = Array("bplist00".utf8)
    // An array of all other objects, and then data that each of them claims.
    bytes += [0xAF, 0x10, UInt8(count)] + (1...count).map { UInt8($0) }
    let shared = bytes.count
    bytes += [0x4F, 0x11, 0x10, 0x00] + Array(repeating: 0x41 as UInt8, count: 4_096)
    let table = bytes.count
    bytes += [0, 8]
    for _ in 0..<count { bytes += [UInt8(shared >> 8), UInt8(shared & 0xFF)] }
    bytes += [0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, UInt8(count + 1)]
    bytes += [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(table >> 8), UInt8(table & 0xFF)]
    #expect(throws: PropertyListError("its objects overlap")) { try PropertyList(binary: bytes) }
  }

  @Test func survivesEveryTruncationAndManyMutations() {
    let original = PropertyList.dictionary([
      "a": .array([.string("Ω"), .integer(70_000), .data(Array(0..<40)), .uid(3)]),
      "b": .dictionary(["c": .real(1), "d": .date(2), "e": .array([.boolean(false)])]),
    ]).binary()
    for count in 0..<original.count {
      #expect(throws: PropertyListError.self) {
        try PropertyList(binary: Array(original[..<count]))
      }
    }
    var random = SeededGenerator(seed: 1)
    var refused = 0
    for _ in 0..<5_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let value = try? PropertyList(binary: bytes) else {
        refused += 1
        continue
      }
      #expect(throws: Never.self) { try PropertyList(binary: value.binary()) }
    }
    #expect((1..<5_000).contains(refused))
  }
}

/// A deterministic random number generator (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
