import Testing

@testable import CodeGeneration

@Suite struct ContentDigestTests {
  @Test func everyBitCounts() {
    // Whole words, and all lengths of remainders.
    for count in 0...40 {
      let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
      var digests: Set = [ContentDigest.text(of: content)]
      for bit in 0..<count * 8 {
        var changed = content
        changed[bit / 8] ^= 1 << UInt8(bit % 8)
        digests.insert(ContentDigest.text(of: changed))
      }
      #expect(digests.count == count * 8 + 1)
    }
  }

  @Test func zerosAtTheEndCount() {
    let digests = Set((0...300).map { ContentDigest.text(of: [UInt8](repeating: 0, count: $0)) })
    #expect(digests.count == 301)
  }

  @Test func theOrderOfWordsCounts() {
    let words: [[UInt8]] = [1, 2, 3, 4].map { [UInt8](repeating: $0, count: 8) }
    var digests: Set<String> = []
    for first in words {
      for second in words {
        for third in words { digests.insert(ContentDigest.text(of: first + second + third)) }
      }
    }
    #expect(digests.count == 64)
  }

  /// Existing manifests contain digests: another one for the same content would make every
  /// generated file an edited one.
  @Test(arguments: [
    ("", "dde01719093f746f3b07a7d7c6d60fbe"),
    ("a", "a16ab93e9a27789cb89bf2eb6214cfd9"),
    ("The same in every release.\n", "b5b1d41c7ac75f52e0b3d8058e4638c7"),
  ])
  func digestsStayTheSame(text: String, digest: String) {
    #expect(ContentDigest.text(of: Array(text.utf8)) == digest)
  }
}
