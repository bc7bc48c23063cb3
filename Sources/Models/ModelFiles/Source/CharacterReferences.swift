/// References such as `&lt;` in the text of an attribute.
enum CharacterReferences {
  /// Converts an offset in an attribute's value to one in the file, where references are longer than the characters
  /// they stand for.
  static func rawOffset(ofByte byte: Int, in bytes: [UInt8], _ value: Range<Int>) -> Int {
    var raw = value.lowerBound
    var decoded = 0
    while decoded < byte, raw < value.upperBound {
      guard bytes[raw] == UInt8(ascii: "&"),
        let end = bytes[raw..<value.upperBound].firstIndex(of: UInt8(ascii: ";"))
      else {
        raw += 1
        decoded += 1
        continue
      }
      decoded += length(of: bytes[raw + 1..<end])
      raw = end + 1
    }
    return raw
  }

  /// The number of UTF-8 bytes of the character that a reference stands for.
  private static func length(of reference: ArraySlice<UInt8>) -> Int {
    let text = String(decoding: reference, as: UTF8.self)
    guard text.hasPrefix("#") else { return 1 }
    let digits = text.dropFirst()
    let number =
      digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map(UTF8.width) ?? 1
  }
}
