/// The attributes of one start tag as written in the file.
///
/// The file is known to be well formed, so this only has to distinguish names from quoted values.
struct StartTag {
  struct Attribute {
    let name: String

    /// The bytes between the quotes.
    let value: Range<Int>
  }

  private(set) var attributes: [Attribute] = []

  /// Reads the tag whose `<` is at the given byte.
  init(_ bytes: [UInt8], at start: Int) {
    var position = start
    func skip(while condition: (UInt8) -> Bool) {
      while position < bytes.count, condition(bytes[position]) { position += 1 }
    }
    skip { !$0.isXMLSpace && $0 != UInt8(ascii: ">") }
    while position < bytes.count {
      skip { $0.isXMLSpace }
      let nameStart = position
      skip { !$0.isXMLSpace && !Self.nameEnds.contains($0) }
      let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
      skip { $0.isXMLSpace || $0 == UInt8(ascii: "=") }
      guard !name.isEmpty, position < bytes.count, Self.quotes.contains(bytes[position]) else {
        return
      }
      let quote = bytes[position]
      position += 1
      let valueStart = position
      skip { $0 != quote }
      attributes.append(Attribute(name: name, value: valueStart..<position))
      position += 1
    }
  }

  private static let nameEnds: [UInt8] = [UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/")]
  private static let quotes: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: "'")]
}

extension UInt8 {
  fileprivate var isXMLSpace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0a || self == 0x0d
  }
}
