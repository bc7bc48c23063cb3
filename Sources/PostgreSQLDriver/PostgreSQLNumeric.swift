/// A `numeric` in PostgreSQL's binary format: four words of 16 bits (how many digits there are, the weight
/// of the first, the sign, and how many decimals are shown), then the digits, each from 0 to 9999.
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

  /// The digit that counts 10000 to the power of a place.
  private func digit(at place: Int) -> UInt16 {
    let index = weight - place
    return digits.indices.contains(index) ? digits[index] : 0
  }

  private func padded(_ group: String) -> String {
    String(repeating: "0", count: max(4 - group.utf8.count, 0)) + group
  }
}
