// The bytes that the lexers search for. Templates are UTF-8, where these bytes are never a part of
// another character.
extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")

  /// A space or a tab.
  var isBlank: Bool { self == .space || self == .tab }

  var isLineBreak: Bool { self == .newline || self == .carriageReturn }

  /// Whether the byte is white space for the trimming beside tags.
  var isWhitespace: Bool { isBlank || isLineBreak || self == 0x0C || self == 0x0B }

  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}

extension ArraySlice<UInt8> {
  /// The slice without trailing bytes that satisfy the condition.
  func droppingLast(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    var end = endIndex
    while end > startIndex, condition(self[end - 1]) { end -= 1 }
    return self[startIndex..<end]
  }
}
