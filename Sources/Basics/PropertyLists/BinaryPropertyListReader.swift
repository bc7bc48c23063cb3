extension PropertyList {
  /// Reads a binary property list.
  package init(binary bytes: [UInt8]) throws(PropertyListError) {
    var reader = try BinaryPropertyListReader(bytes)
    self = try reader.readTop()
  }

  /// Whether bytes begin with the magic number of a binary property list.
  package static func isBinary(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: BinaryPropertyListReader.magic)
  }
}

/// Reads binary property lists (`bplist00`): a header, objects, an offset table, and a trailer with the position of
/// the table.
///
/// Each object is read once, however many references it has, and the objects of a valid file do not overlap, so their
/// total size cannot exceed that of the file; a file that claims otherwise is rejected before memory is allocated.
/// Shared containers could still expand to a tree of exponential size, which would be expensive to traverse; so the
/// expanded size is limited as well.
struct BinaryPropertyListReader {
  static let magic = Array("bplist".utf8)

  /// The maximum number of values in the expanded tree.
  private static let greatestSize = 1 << 24

  /// The maximum nesting of containers.
  private static let greatestDepth = 256

  private struct Finished {
    var value: PropertyList
    var size: Int
    var height: Int
  }

  private enum State {
    case unread
    case open
    case finished(Finished)
  }

  private var bytes: BinaryPropertyListBytes
  private let trailer: BinaryPropertyListTrailer
  private var states: [State]

  init(_ bytes: [UInt8]) throws(PropertyListError) {
    guard bytes.starts(with: Self.magic) else {
      throw PropertyListError("it does not begin with 'bplist'")
    }
    trailer = try BinaryPropertyListTrailer(bytes)
    self.bytes = BinaryPropertyListBytes(bytes, end: trailer.tableOffset)
    states = Array(repeating: .unread, count: trailer.objectCount)
  }

  mutating func readTop() throws(PropertyListError) -> PropertyList {
    try read(object: trailer.topObject, depth: 0).value
  }

  private mutating func read(object: Int, depth: Int) throws(PropertyListError) -> Finished {
    guard states.indices.contains(object) else {
      throw PropertyListError("it refers to object \(object) of \(states.count)")
    }
    switch states[object] {
    case .finished(let finished):
      guard depth + finished.height <= Self.greatestDepth else { throw Self.tooDeep }
      return finished
    case .open:
      throw PropertyListError("object \(object) contains itself")
    case .unread:
      guard depth <= Self.greatestDepth else { throw Self.tooDeep }
      states[object] = .open
      let finished = try readUnread(object: object, depth: depth)
      states[object] = .finished(finished)
      return finished
    }
  }

  private static var tooDeep: PropertyListError {
    PropertyListError("its containers are nested more than \(greatestDepth) deep")
  }

  private mutating func readUnread(object: Int, depth: Int) throws(PropertyListError) -> Finished {
    let offset = try bytes.offset(ofObject: object, trailer: trailer)
    let marker = try bytes.byte(at: offset)
    switch marker >> 4 {
    case 0xA:
      return try readArray(at: offset, depth: depth)
    case 0xD:
      return try readDictionary(at: offset, depth: depth)
    default:
      return Finished(value: try bytes.scalar(at: offset), size: 1, height: 0)
    }
  }

  private mutating func readArray(at offset: Int, depth: Int) throws(PropertyListError) -> Finished
  {
    let references = try bytes.references(at: offset, perElement: 1, size: trailer.referenceSize)
    var values: [PropertyList] = []
    values.reserveCapacity(references.count)
    var size = 1
    var height = 0
    for reference in references {
      let element = try read(object: reference, depth: depth + 1)
      size = try Self.adding(element.size, to: size)
      height = max(height, element.height)
      values.append(element.value)
    }
    return Finished(value: .array(values), size: size, height: height + 1)
  }

  private mutating func readDictionary(
    at offset: Int,
    depth: Int
  ) throws(PropertyListError) -> Finished {
    let references = try bytes.references(at: offset, perElement: 2, size: trailer.referenceSize)
    let count = references.count / 2
    var entries: [PropertyListDictionary.Entry] = []
    entries.reserveCapacity(count)
    var size = 1
    var height = 0
    for index in 0..<count {
      guard case .string(let key) = try read(object: references[index], depth: depth + 1).value
      else {
        throw PropertyListError("a key of a dictionary is not a string")
      }
      let element = try read(object: references[count + index], depth: depth + 1)
      size = try Self.adding(element.size, to: size)
      height = max(height, element.height)
      entries.append(PropertyListDictionary.Entry(key, element.value))
    }
    return Finished(
      value: .dictionary(PropertyListDictionary(entries)),
      size: size,
      height: height + 1
    )
  }

  private static func adding(_ size: Int, to total: Int) throws(PropertyListError) -> Int {
    let sum = total + size
    guard sum <= greatestSize else {
      throw PropertyListError("its values expand into more than \(greatestSize) values")
    }
    return sum
  }
}
