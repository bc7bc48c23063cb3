import ObjectRows

/// A set of changed properties, as the bits that the history stores: the first bit of the first byte is the first
/// property by name.
struct HistoryColumns {
  private let order: [Int]

  init(_ entity: StoreEntity) {
    let properties = entity.properties
    order = properties.indices
      .filter { properties[$0].isStored }
      .sorted { properties[$0].name.utf8.lexicographicallyPrecedes(properties[$1].name.utf8) }
  }

  /// The bits of some properties, without empty bytes at the end.
  func bytes(of properties: PropertySet) -> [UInt8] {
    var bytes: [UInt8] = []
    for (bit, index) in order.enumerated() where properties.contains(index) {
      while bytes.count <= bit / 8 { bytes.append(0) }
      bytes[bit / 8] |= 0x80 >> UInt8(bit % 8)
    }
    return bytes
  }

  /// The properties of some bits; bits without a property are ignored.
  func indices(of bytes: [UInt8]) -> [Int] {
    order.enumerated().compactMap { bit, index in
      guard bytes.indices.contains(bit / 8) else { return nil }
      return bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) == 0 ? nil : index
    }
  }
}
