extension [UInt8] {
  /// The message with the padding of SHA-2: a one bit, zeros, and the length in bits in the last eighth of a block,
  /// so that the length is a multiple of the block size.
  func paddedForSHA(blockSize: Int) -> [UInt8] {
    var padded = self
    padded.append(0x80)
    let lengthSize = blockSize / 8
    let zeros = (2 * blockSize - (padded.count + lengthSize) % blockSize) % blockSize
    padded.append(contentsOf: repeatElement(0, count: zeros + lengthSize - 8))
    let bits = UInt64(count) * 8
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    return padded
  }
}
