extension PropertyList {
  /// Writes the value as a binary property list.
  package func binary() -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    return writer.write(self)
  }
}

/// Writes binary property lists in the layout of Apple's writer: objects in preorder (a dictionary, its keys, then
/// its values), equal scalars once, containers once per occurrence, integers and references in the fewest bytes.
struct BinaryPropertyListWriter {
  /// An object with its elements as references.
  private enum Object {
    case scalar(PropertyList)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private var objects: [Object] = []
  private var numbers: [ExactValue: Int] = [:]
  private var output: [UInt8] = []

  mutating func write(_ value: PropertyList) -> [UInt8] {
    _ = number(value)
    output = Array("bplist00".utf8)
    let referenceSize = Self.byteCount(objects.count - 1)
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(output.count)
      append(object, referenceSize: referenceSize)
    }
    let tableOffset = output.count
    let offsetSize = Self.byteCount(tableOffset)
    for offset in offsets { append(offset, size: offsetSize) }
    output.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
    append(objects.count, size: 8)
    append(0, size: 8)
    append(tableOffset, size: 8)
    return output
  }

  /// Assigns numbers to the value and everything in it.
  private mutating func number(_ value: PropertyList) -> Int {
    switch value {
    case .array(let elements):
      let number = reserve()
      objects[number] = .array(elements.map { self.number($0) })
      return number
    case .dictionary(let dictionary):
      let number = reserve()
      let keys = dictionary.entries.map { self.number(.string($0.key)) }
      let values = dictionary.entries.map { self.number($0.value) }
      objects[number] = .dictionary(keys: keys, values: values)
      return number
    default:
      let key = ExactValue(value)
      if let number = numbers[key] { return number }
      objects.append(.scalar(value))
      numbers[key] = objects.count - 1
      return objects.count - 1
    }
  }

  private mutating func reserve() -> Int {
    objects.append(.array([]))
    return objects.count - 1
  }

  private mutating func append(_ object: Object, referenceSize: Int) {
    switch object {
    case .array(let elements):
      append(kind: 0xA0, count: elements.count)
      for element in elements { append(element, size: referenceSize) }
    case .dictionary(let keys, let values):
      append(kind: 0xD0, count: keys.count)
      for key in keys { append(key, size: referenceSize) }
      for value in values { append(value, size: referenceSize) }
    case .scalar(let value):
      append(scalar: value)
    }
  }

  private mutating func append(scalar: PropertyList) {
    switch scalar {
    case .boolean(let value):
      output.append(value ? 0x09 : 0x08)
    case .integer(let value):
      append(integer: value)
    case .real(let value):
      output.append(0x23)
      append(bits: value.bitPattern, size: 8)
    case .date(let value):
      output.append(0x33)
      append(bits: value.bitPattern, size: 8)
    case .data(let bytes):
      append(kind: 0x40, count: bytes.count)
      output.append(contentsOf: bytes)
    case .string(let text):
      append(string: text)
    case .uid(let number):
      let size = Self.byteCount(max(number, 0))
      output.append(0x80 | UInt8(size - 1))
      append(number, size: size)
    case .array, .dictionary:
      break
    }
  }

  private mutating func append(string text: String) {
    let utf8 = text.utf8
    if utf8.allSatisfy({ $0 < 0x80 }) {
      append(kind: 0x50, count: utf8.count)
      output.append(contentsOf: utf8)
    } else {
      let units = Array(text.utf16)
      append(kind: 0x60, count: units.count)
      for unit in units { append(bits: UInt64(unit), size: 2) }
    }
  }

  private mutating func append(integer: Int64) {
    let size = integer < 0 ? 8 : Self.byteCount(Int(clamping: integer))
    output.append(0x10 | UInt8(size.trailingZeroBitCount))
    append(bits: UInt64(bitPattern: integer), size: size)
  }

  private mutating func append(kind: UInt8, count: Int) {
    if count < 0xF {
      output.append(kind | UInt8(count))
    } else {
      output.append(kind | 0xF)
      append(integer: Int64(count))
    }
  }

  private mutating func append(_ number: Int, size: Int) {
    append(bits: UInt64(bitPattern: Int64(number)), size: size)
  }

  private mutating func append(bits: UInt64, size: Int) {
    for shift in stride(from: 8 * (size - 1), through: 0, by: -8) {
      output.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
  }

  /// The number of bytes of an unsigned integer: 1, 2, 4 or 8.
  private static func byteCount(_ number: Int) -> Int {
    switch number {
    case ...0xFF: 1
    case ...0xFFFF: 2
    case ...0xFFFF_FFFF: 4
    default: 8
    }
  }
}
