import ManagedModel
import PropertyLists

extension CompiledModelWriter {
  /// The default of an attribute as an object of the class for its type.
  mutating func defaultValue(of attribute: Attribute) -> KeyedArchiveBuilder.Reference? {
    switch attribute.defaultValue {
    case nil: nil
    case .integer(let value): builder.add(plain: .integer(value))
    case .double(let value): builder.add(plain: .real(value))
    case .decimal(let digits): DecimalNumber(digits).map { add($0) }
    case .string(let text): builder.add(text)
    case .boolean(let value): builder.add(plain: .boolean(value))
    case .date(let seconds): addDate(seconds)
    case .uuid(let text): UUIDText.bytes(text).map { addUUID($0) }
    case .uri(let text): addURL(text)
    }
  }

  mutating func addDate(_ seconds: Double) -> KeyedArchiveBuilder.Reference {
    let reference = builder.add(CompiledClasses.date)
    builder.set("NS.time", of: reference, to: .plain(.real(seconds)))
    return reference
  }

  mutating func add(_ number: DecimalNumber) -> KeyedArchiveBuilder.Reference {
    let reference = builder.add(CompiledClasses.decimalNumber)
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: number.mantissa >> UInt128(8 * $0)) }
    let words = (128 - number.mantissa.leadingZeroBitCount + 15) / 16
    builder.set("NS.mantissa", of: reference, to: .plain(.data(bytes)))
    set("NS.mantissa.bo", of: reference, to: DecimalByteOrder.little)
    set("NS.exponent", of: reference, to: number.exponent)
    set("NS.length", of: reference, to: words)
    set("NS.negative", of: reference, to: number.isNegative)
    set("NS.compact", of: reference, to: false)
    return reference
  }

  private mutating func addUUID(_ bytes: [UInt8]) -> KeyedArchiveBuilder.Reference {
    let reference = builder.add(CompiledClasses.uuid)
    builder.set("NS.uuidbytes", of: reference, to: .plain(.data(bytes)))
    return reference
  }

  private mutating func addURL(_ text: String) -> KeyedArchiveBuilder.Reference {
    let reference = builder.add(CompiledClasses.url)
    builder.set("NS.base", of: reference, to: .null)
    set("NS.relative", of: reference, to: text)
    return reference
  }
}

/// The values of `NS.mantissa.bo`.
enum DecimalByteOrder {
  static let little = 1
  static let big = 2
}
