import CLibXML2

/// A cache of recent names, by the addresses at which libxml2 keeps them.
///
/// A model file uses some forty names, hundreds of thousands of times. A table in which a name
/// replaces another in its slot needs neither a hash function nor a search; a caller looks up an evicted name
/// again.
struct KnownNames {
  private typealias Slot = (address: UInt, name: XMLDocument.NameID)
  private static let count: UInt = 256
  private var slots = [Slot](repeating: (0, 0), count: Int(count))

  subscript(name: UnsafePointer<xmlChar>) -> XMLDocument.NameID? {
    get {
      let address = UInt(bitPattern: name)
      let slot = slots[Self.index(of: address)]
      return slot.address == address ? slot.name : nil
    }
    set {
      let address = UInt(bitPattern: name)
      slots[Self.index(of: address)] = newValue.map { (address, $0) } ?? (0, 0)
    }
  }

  /// Adjacent names are a few bytes apart, so the lowest bits alone would collide.
  private static func index(of address: UInt) -> Int {
    Int((address ^ address >> 8) % count)
  }
}
