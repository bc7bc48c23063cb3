/// The size of a stored value with its first bytes.
struct ValueBeginning: Sendable, Hashable {
  var size: Int
  var bytes: [UInt8]
}

/// The beginnings of values of some objects: texts that are too large to be read whole, and all bytes.
struct ValueBeginnings: Sendable {
  /// The size in bytes from which a text is read in part.
  static let wholeSize = 1 << 12

  /// The number of bytes read of such a value.
  static let limit = 512

  /// The attributes with a large value in some object, with the values by the numbers of the objects.
  private var attributes: [String: [Int64: ValueBeginning]] = [:]

  /// Records an attribute as read.
  mutating func add(_ attribute: String) {
    if attributes[attribute] == nil { attributes[attribute] = [:] }
  }

  /// Whether the values of an attribute have been read.
  func has(_ attribute: String) -> Bool { attributes[attribute] != nil }

  /// Records a value; the sizes of values of one object and attribute are added, as those of a composite are.
  mutating func add(_ value: ValueBeginning, _ attribute: String, _ key: Int64) {
    let known = attributes[attribute]?[key]
    attributes[attribute, default: [:]][key] = ValueBeginning(
      size: value.size + (known?.size ?? 0),
      bytes: value.bytes
    )
  }

  /// The names of the attributes.
  var names: Set<String> { Set(attributes.keys) }

  /// The beginning of a value; nil if the object has no value.
  func beginning(of attribute: String, _ key: Int64) -> ValueBeginning? {
    attributes[attribute]?[key]
  }
}
