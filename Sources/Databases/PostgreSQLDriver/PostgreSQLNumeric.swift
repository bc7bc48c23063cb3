/// A `numeric` in PostgreSQL's binary format: four words of 16 bits (the number of digits, the weight of the first,
/// the sign, the number of decimals shown), then the digits, each from 0 to 9999.
struct PostgreSQLNumeric {
  private let digits: [UInt16]
  private let weight: Int
  private let sign: UInt16
  private let scale: Int

  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 8, bytes.count % 2 == 0 else { return nil }
    let words = stride(from: 0, to: bytes.count, by: 2).map { index in
      UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }
    guard Int(words[0]) == words.count - 4 else { return nil }
    weight = Int(Int16(bitPattern: words[1]))
    sign = words[2]
    scale = Int(words[3])
    digits = Array(words.dropFirst(4))
  }

  /// Parses digits, with an optional sign and point; nil for any other text.
  init?(text: UnsafeBufferPointer<UInt8>) {
    var rest = text[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let point = rest.firstIndex(of: UInt8(ascii: ".")) ?? rest.endIndex
    var whole = rest[..<point]
    let decimals = rest[point...].dropFirst()
    let areDigits = [whole, decimals].allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
    guard areDigits, !whole.isEmpty, whole.count < 100_000, decimals.count < 16_000 else {
      return nil
    }
    whole = whole.drop { $0 == 0x30 }
    scale = decimals.count
    // Groups of four digits, which begin at the point on both sides.
    let leading = (4 - whole.count % 4) % 4
    var padded = [UInt8](repeating: 0x30, count: leading)
    padded.append(contentsOf: whole)
    padded.append(contentsOf: decimals)
    padded.append(contentsOf: repeatElement(0x30, count: (4 - decimals.count % 4) % 4))
    var groups = [UInt16](repeating: 0, count: padded.count / 4)
    for (index, digit) in padded.enumerated() {
      groups[index / 4] = groups[index / 4] * 10 + UInt16(digit - 0x30)
    }
    var weight = (leading + whole.count) / 4 - 1
    while groups.last == 0 { groups.removeLast() }
    let zeros = groups.prefix { $0 == 0 }.count
    weight -= zeros
    digits = Array(groups.dropFirst(zeros))
    self.weight = digits.isEmpty ? 0 : weight
    sign = isNegative && !digits.isEmpty ? 0x4000 : 0
  }

  /// Appends the number in the binary format.
  func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: digits.count))
    bytes.append(bigEndian: Int16(truncatingIfNeeded: weight))
    bytes.append(bigEndian: sign)
    bytes.append(bigEndian: UInt16(truncatingIfNeeded: scale))
    for digit in digits { bytes.append(bigEndian: digit) }
  }

  /// The number as the server itself writes it.
  var text: String {
    switch sign {
    case 0xC000: return "NaN"
    case 0xD000: return "Infinity"
    case 0xF000: return "-Infinity"
    default: break
    }
    var result = sign == 0x4000 ? "-" : ""
    if weight < 0 { result += "0" }
    for place in stride(from: weight, through: 0, by: -1) {
      let group = String(digit(at: place))
      result += place == weight ? group : padded(group)
    }
    guard scale > 0 else { return result }
    var decimals = ""
    var place = -1
    while decimals.utf8.count < scale {
      decimals += padded(String(digit(at: place)))
      place -= 1
    }
    return result + "." + decimals.prefix(scale)
  }

  /// The digit for 10000 to the power of `place`.
  private func digit(at place: Int) -> UInt16 {
    let index = weight - place
    return digits.indices.contains(index) ? digits[index] : 0
  }

  private func padded(_ group: String) -> String {
    String(repeating: "0", count: max(4 - group.utf8.count, 0)) + group
  }
}
