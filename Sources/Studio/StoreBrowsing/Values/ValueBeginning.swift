/// The size of a stored value with its first bytes, for pages that show no more of it.
struct ValueBeginning: Sendable, Hashable {
  var size: Int
  var bytes: [UInt8]
}

/// The beginnings of values of some objects: texts that are too large to be read whole, and all bytes.
struct ValueBeginnings: Sendable {
  /// The size in bytes from which on a text is read in part.
  static let wholeSize = 1 << 12

  /// The number of bytes that are read of a value in part.
  static let limit = 512

  /// The attributes with a large value in some object, with the values by the numbers of the objects.
  private var attributes: [String: [Int64: ValueBeginning]] = [:]

  /// Notes an attribute as one whose values are known.
  mutating func add(_ attribute: String) {
    if attributes[attribute] == nil { attributes[attribute] = [:] }
  }

  /// Whether the values of an attribute are known.
  func has(_ attribute: String) -> Bool { attributes[attribute] != nil }

  /// Notes a value; the sizes of values of one object and attribute are added, as those of a composite are.
  mutating func add(_ value: ValueBeginning, _ attribute: String, _ key: Int64) {
    let known = attributes[attribute]?[key]
    attributes[attribute, default: [:]][key] = ValueBeginning(
      size: value.size + (known?.size ?? 0),
      bytes: value.bytes
    )
  }

  /// The names of the attributes.
  var names: Set<String> { Set(attributes.keys) }

  /// The beginning of a value; nil where the object has no value.
  func beginning(of attribute: String, _ key: Int64) -> ValueBeginning? {
    attributes[attribute]?[key]
  }
}
