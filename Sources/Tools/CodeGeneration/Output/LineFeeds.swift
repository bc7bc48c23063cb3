import Files

extension [UInt8] {
  /// The text with LF in place of CR and of CR LF.
  package var withLineFeeds: [UInt8] {
    // Most texts contain none, and need no copy.
    guard hasCarriageReturns else { return self }
    let lineFeed = UInt8(ascii: "\n")
    let carriageReturn = UInt8(ascii: "\r")
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for (index, byte) in enumerated() {
      if byte == lineFeed, index > 0, self[index - 1] == carriageReturn { continue }
      result.append(byte == carriageReturn ? lineFeed : byte)
    }
    return result
  }
  var hasCarriageReturns: Bool {
    withUnsafeBytes { $0.offset(of: UInt8(ascii: "\r")) } != nil
  }
}
