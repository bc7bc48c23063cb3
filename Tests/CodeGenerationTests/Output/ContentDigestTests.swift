import Testing

@testable import CodeGeneration

@Suite struct ContentDigestTests {
  @Test func theTextHas32Digits() {
    for content in [[], [0], Array("abc".utf8), Array(repeating: 0, count: 1_000)] as [[UInt8]] {
      let text = ContentDigest(content).text
      #expect(text.utf8.count == 32)
      #expect(text.allSatisfy { $0.isHexDigit && !$0.isUppercase })
    }
  }

  @Test func itIsWrittenInManifestsAndMustNotChange() {
    #expect(ContentDigest([]).text == "a8edf79d0b2126fba8edf79d0b2126fb")
    #expect(
      ContentDigest(Array("import CoreData\n".utf8)).text == "79a4487d14bf649731b9daab73c5ce81"
    )
    let long = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(ContentDigest(long).text == "357f76a05ce03705f0961aa5bbfdd5e0")
  }

  @Test func everyChangedBitIsSeen() {
    let content = [UInt8](repeating: 0x61, count: 97)
    var seen: Set<ContentDigest> = [ContentDigest(content)]
    for index in content.indices {
      for bit in 0..<8 {
        var changed = content
        changed[index] ^= 1 << UInt8(bit)
        #expect(seen.insert(ContentDigest(changed)).inserted)
      }
    }
  }

  @Test func lengthsAndPlacesCount() {
    var seen: Set<ContentDigest> = []
    for length in 0..<130 {
      #expect(seen.insert(ContentDigest(Array(repeating: 0, count: length))).inserted)
    }
    let blocks = (0..<4).map { [UInt8](repeating: $0, count: 32) }
    let swapped = [blocks[1], blocks[0], blocks[2], blocks[3]]
    #expect(ContentDigest(Array(blocks.joined())) != ContentDigest(Array(swapped.joined())))
  }
}
