/// Parses the numbers at the beginning of texts in model files: the bound `3.0` of an integer is 3.
///
/// Files keep texts from before a change of type; see also ``Attribute/defaultValue``.
enum LeadingNumber {
  static func integer(_ text: String) -> Int64? {
    let number = prefix(of: text, withFraction: false)
    guard number.contains(where: \.isNumber) else { return nil }
    return Int64(number) ?? (number.hasPrefix("-") ? .min : .max)
  }

  static func real(_ text: String) -> Double? {
    Double(prefix(of: text, withFraction: true))
  }

  /// The longest prefix of the text, after white space, that is a number.
  private static func prefix(of text: String, withFraction: Bool) -> Substring {
    let start = text.drop { $0.isWhitespace }
    var rest = start
    func skipDigits() -> Bool {
      let before = rest.startIndex
      rest = rest.drop { $0.isASCII && $0.isNumber }
      return rest.startIndex != before
    }
    if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
    guard skipDigits(), withFraction else { return start[..<rest.startIndex] }
    var end = rest.startIndex
    if rest.first == "." {
      rest.removeFirst()
      if skipDigits() { end = rest.startIndex } else { rest = start[end...] }
    }
    if rest.first == "e" || rest.first == "E" {
      rest.removeFirst()
      if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
      if skipDigits() { end = rest.startIndex }
    }
    return start[..<end]
  }
}
