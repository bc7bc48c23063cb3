/// A decimal number like NSDecimalNumber: an integer of at most 128 bits times a power of ten.
///
/// Numbers are not normalized: `0.0` is 0 · 10⁻¹, as in Apple's compiled models.
package struct DecimalNumber: Hashable {
  var isNegative: Bool
  var mantissa: UInt128
  var exponent: Int

  /// Parses the number at the beginning of a text.
  package init?(_ text: String) {
    var rest = text.drop { $0.isWhitespace }[...]
    isNegative = rest.first == "-"
    if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
    mantissa = 0
    exponent = 0
    var sawDigit = false
    var sawPoint = false
    var isFull = false
    while let character = rest.first {
      if let digit = character.wholeNumberValue, character.isASCII {
        sawDigit = true
        append(digit, isFraction: sawPoint, isFull: &isFull)
      } else if character == ".", !sawPoint {
        sawPoint = true
      } else {
        break
      }
      rest.removeFirst()
    }
    guard sawDigit else { return nil }
    if rest.first == "e" || rest.first == "E" {
      exponent += Int(clamping: LeadingNumber.integer(String(rest.dropFirst())) ?? 0) % 1_000
    }
    guard (-128...127).contains(exponent) else { return nil }
    if mantissa == 0 { isNegative = false }
  }

  init(isNegative: Bool, mantissa: UInt128, exponent: Int) {
    self.isNegative = isNegative
    self.mantissa = mantissa
    self.exponent = exponent
  }

  /// The number in digits, without an exponent.
  package var text: String {
    var digits = String(mantissa)
    if exponent > 0, mantissa != 0 {
      digits += String(repeating: "0", count: exponent)
    } else if exponent < 0 {
      let missing = -exponent + 1 - digits.count
      if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: exponent))
    }
    return (isNegative ? "-" : "") + digits
  }

  /// Appends a digit; digits that do not fit in 128 bits are cut off.
  private mutating func append(_ digit: Int, isFraction: Bool, isFull: inout Bool) {
    let (tenfold, overflow) = mantissa.multipliedReportingOverflow(by: 10)
    let (sum, carry) = tenfold.addingReportingOverflow(UInt128(digit))
    isFull = isFull || overflow || carry
    if !isFull { mantissa = sum }
    if isFraction && !isFull { exponent -= 1 }
    if !isFraction && isFull { exponent += 1 }
  }
}
