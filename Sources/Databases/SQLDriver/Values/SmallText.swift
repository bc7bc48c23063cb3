/// Creates texts of at most 15 bytes, as most are, in a few instructions.
///
/// Such a text has no storage: Swift keeps its bytes in the two words of the value, with the length in the last byte.
/// Asking the standard library for one takes five times as long as making the words.
@usableFromInline package enum SmallText {
  /// The greatest number of bytes.
  @inlinable static var capacity: Int { 15 }

  /// Whether the standard library has this form of small texts.
  @usableFromInline package static let isSupported = {
    guard MemoryLayout<String>.size == 16, 1.littleEndian == 1 else { return false }
    return ["", "a", "seven b", "eight by", "fifteen bytes !"].allSatisfy { text in
      var text = text
      let made = text.withUTF8 { words(of: $0) }
      // A text has the size of two words, and any bits are words.
      let known = unsafeBitCast(text, to: (UInt64, UInt64).self)
      return made.map { $0 == known } ?? false
    }
  }()

  /// Makes a text; nil if it is not ASCII.
  ///
  /// `bytes` must not have more than ``capacity`` bytes.
  @inlinable @inline(__always)
  static func text(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard var words = words(of: bytes) else { return nil }
    // Moved, because a copy would be retained.
    return withUnsafeMutablePointer(to: &words) { words in
      words.withMemoryRebound(to: String.self, capacity: 1) { $0.move() }
    }
  }

  /// The words of a text; nil if it is not ASCII.
  @inlinable @inline(__always)
  static func words(of bytes: UnsafeBufferPointer<UInt8>) -> (UInt64, UInt64)? {
    let count = bytes.count
    guard let start = bytes.baseAddress.map({ UnsafeRawPointer($0) }), count > 0 else {
      return (0, 0xE0 << 56)
    }
    var low: UInt64
    var high: UInt64 = 0
    // Loads that overlap read the bytes, and none behind them.
    if count >= 8 {
      low = start.loadUnaligned(as: UInt64.self)
      let last = start.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      high = count == 8 ? 0 : last &>> UInt64(truncatingIfNeeded: (16 &- count) &* 8)
    } else if count >= 4 {
      low = UInt64(start.loadUnaligned(as: UInt32.self))
      let last = UInt64(start.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      low |= last &<< UInt64(truncatingIfNeeded: (count &- 4) &* 8)
    } else {
      low = UInt64(start.load(as: UInt8.self))
      let middle = count &>> 1
      let last = count &- 1
      low |= UInt64(start.load(fromByteOffset: middle, as: UInt8.self)) &<< UInt64(middle &* 8)
      low |= UInt64(start.load(fromByteOffset: last, as: UInt8.self)) &<< UInt64(last &* 8)
    }
    guard (low | high) & 0x8080_8080_8080_8080 == 0 else { return nil }
    return (low, high | (0xE0 | UInt64(truncatingIfNeeded: count)) &<< 56)
  }
}
