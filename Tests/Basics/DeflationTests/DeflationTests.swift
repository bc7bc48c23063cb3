import Deflation
import Testing

@Suite("Raw DEFLATE") struct DeflationTests {
  @Test(
    "Compressed bytes decompress to the original",
    arguments: [0, 1, 100, 65_535, 65_536, 65_537, 1_000_000]
  )
  func roundTrip(count: Int) throws {
    var state: UInt64 = 1
    let bytes = (0..<count).map { index -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return index % 3 == 0 ? UInt8(truncatingIfNeeded: state >> 33) : 7
    }
    let small = try Deflation.compress(bytes)
    #expect(try Deflation.decompress(small, limit: count) == bytes)
  }

  @Test("A known stream: the bytes `abc` as a stored block")
  func knownStream() throws {
    let stored: [UInt8] = [0x01, 0x03, 0x00, 0xFC, 0xFF, 0x61, 0x62, 0x63]
    #expect(try Deflation.decompress(stored, limit: 3) == Array("abc".utf8))
  }

  @Test("Too much data is refused, however small it was compressed")
  func limit() throws {
    let bomb = try Deflation.compress([UInt8](repeating: 0, count: 10_000_000))
    #expect(bomb.count < 20_000)
    #expect(throws: Deflation.Failure.tooLarge) {
      try Deflation.decompress(bomb, limit: 9_999_999)
    }
  }

  @Test("Damaged data is refused at every length and with any byte changed")
  func damage() throws {
    let good = try Deflation.compress(Array("the quick brown fox jumps over the lazy dog".utf8))
    for count in 0..<good.count {
      #expect(throws: Deflation.Failure.damaged) {
        try Deflation.decompress(Array(good[..<count]), limit: 1_000)
      }
    }
    for index in good.indices {
      var bad = good
      bad[index] ^= 0x55
      _ = try? Deflation.decompress(bad, limit: 1_000)
    }
  }
}
