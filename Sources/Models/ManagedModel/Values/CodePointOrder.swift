import Files

extension String {
  /// Whether the text comes before another by Unicode code points, the order in which Core Data sorts names.
  ///
  /// Swift's `<` compares canonical equivalents, so it treats some different names as equal.
  package func precedesByCodePoint(_ other: String) -> Bool {
    // Comparing bytes; going through views of strings takes several times as long.
    utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { Self.precedes(left, $0) }
    }.flatMap { $0 } ?? utf8.lexicographicallyPrecedes(other.utf8)
  }

  private static func precedes(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let start = left.baseAddress, let otherStart = right.baseAddress else {
      return left.count < right.count
    }
    let order = memcmp(start, otherStart, Swift.min(left.count, right.count))
    return order == 0 ? left.count < right.count : order < 0
  }
}

extension Sequence<String> {
  /// The texts in the order of their code points.
  package func sortedByCodePoint() -> [String] {
    // As an array: sorting a generic sequence is several times as slow.
    var texts = Array(self)
    texts.sort { $0.precedesByCodePoint($1) }
    return texts
  }
}
