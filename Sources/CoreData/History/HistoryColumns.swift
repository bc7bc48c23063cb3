/// The set of properties that an update has changed, as bits: the first bit of the first byte is the first
/// property by name.
struct HistoryColumns {
  private let order: [Int]

  init(_ shape: EntityShape) {
    order = shape.slots.indices
      .filter { !shape.slots[$0].isTransient && shape.slots[$0].isKept }
      .sorted { shape.slots[$0].name.utf8.lexicographicallyPrecedes(shape.slots[$1].name.utf8) }
  }

  /// The bits of some properties, without empty bytes at the end.
  func bytes(of indices: Set<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    for (bit, index) in order.enumerated() where indices.contains(index) {
      while bytes.count <= bit / 8 { bytes.append(0) }
      bytes[bit / 8] |= 0x80 >> UInt8(bit % 8)
    }
    return bytes
  }

  /// The properties of some bits; bits without a property are left out.
  func indices(of bytes: [UInt8]) -> [Int] {
    order.enumerated().compactMap { bit, index in
      guard bytes.indices.contains(bit / 8) else { return nil }
      return bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) == 0 ? nil : index
    }
  }
}

extension PropertyShape {
  fileprivate var isKept: Bool {
    switch kind {
    case .attribute, .toOne, .toMany: true
    case .fetched, .other: false
    }
  }
}
