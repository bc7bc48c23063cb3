import SQLDriver
import Testing

@Suite struct SmallTextTests {
  private func text(of bytes: [UInt8]) -> String {
    bytes.withUnsafeBufferPointer { SQLCell.text($0.baseAddress, count: $0.count).value }.text
  }

  @Test("A text of any length has the bytes of its cell", arguments: 0..<40)
  func lengths(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 33 + $0 * 7 % 90) }
    let text = text(of: bytes)
    let expected = String(decoding: bytes, as: UTF8.self)
    #expect(text == expected)
    #expect(Array(text.utf8) == bytes)
    #expect(text.hashValue == expected.hashValue)
    #expect(Set([text, expected]).count == 1)
    #expect(text.utf8.count == count)
    #expect(text + "!" == expected + "!")
  }

  @Test(
    "Texts outside of ASCII, with zero bytes, and with invalid bytes are those of the library",
    arguments: [
      "ä", "größe", "日本語", "éééééééé", "😀", "a\u{0}b", "\u{0}", "\u{7F}", "e\u{301}",
    ].map { Array($0.utf8) } + [
      [0xFF], [0x61, 0xC3], [0x80, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61],
    ]
  )
  func others(bytes: [UInt8]) {
    let text = text(of: bytes)
    #expect(text == String(decoding: bytes, as: UTF8.self))
    #expect(Array(text.utf8) == Array(String(decoding: bytes, as: UTF8.self).utf8))
  }

  @Test("Small texts are made without the library")
  func isSupported() {
    #expect(SmallText.isSupported)
  }
}

extension SQLValue {
  fileprivate var text: String {
    if case .text(let text) = self { text } else { "not a text" }
  }
}
