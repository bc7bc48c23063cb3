/// The text of a UUID and its sixteen bytes.
enum UUIDText {
  /// The bytes of a text such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`, or nil for any other text.
  static func bytes(_ text: String) -> [UInt8]? {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
    let digits = Array(groups.joined().utf8)
    var bytes: [UInt8] = []
    for position in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(of: digits[position]), let low = value(of: digits[position + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The text of sixteen bytes, in capitals, or nil for any other number of bytes.
  static func text(_ bytes: [UInt8]) -> String? {
    guard bytes.count == 16 else { return nil }
    var text = ""
    for (position, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(position) { text += "-" }
      if byte < 16 { text += "0" }
      text += String(byte, radix: 16, uppercase: true)
    }
    return text
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
