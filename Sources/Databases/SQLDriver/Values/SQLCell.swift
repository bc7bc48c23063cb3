/// A value in a row or among the parameters of a statement, without a copy of its bytes.
///
/// Drivers write cells for rows and read those of parameters. The bytes of a text or blob belong to the database (for
/// a row) or the statement (for a parameter), which keeps them until the cell is written again; only drivers and
/// ``SQLStatement`` handle cells.
///
/// Cells and the code that reads them are `public` because the compiler does not inline `package` declarations into
/// other modules.
public struct SQLCell {
  @usableFromInline package let kind: SQLKind

  /// The integer, the bit pattern of the real, or the number of bytes.
  @usableFromInline let bits: UInt64

  /// The first byte of a text or blob; nil where there is none.
  @usableFromInline package let bytes: UnsafePointer<UInt8>?

  @inlinable @inline(__always)
  init(kind: SQLKind, bits: UInt64, bytes: UnsafePointer<UInt8>?) {
    self.kind = kind
    self.bits = bits
    self.bytes = bytes
  }
}

extension SQLCell {
  /// A cell without a value.
  @inlinable @inline(__always) public static var null: Self {
    Self(kind: .null, bits: 0, bytes: nil)
  }

  /// A cell with an integer.
  @inlinable @inline(__always)
  public static func integer(_ value: Int64) -> Self {
    Self(kind: .integer, bits: UInt64(bitPattern: value), bytes: nil)
  }

  /// A cell with a real.
  @inlinable @inline(__always)
  public static func real(_ value: Double) -> Self {
    Self(kind: .real, bits: value.bitPattern, bytes: nil)
  }

  /// A cell with a text.
  @inlinable @inline(__always)
  public static func text(_ bytes: UnsafePointer<UInt8>?, count: Int) -> Self {
    Self(kind: .text, bits: UInt64(clamping: count), bytes: bytes)
  }

  /// A cell with a blob.
  @inlinable @inline(__always)
  public static func blob(_ bytes: UnsafePointer<UInt8>?, count: Int) -> Self {
    Self(kind: .blob, bits: UInt64(clamping: count), bytes: bytes)
  }
}

extension SQLCell {
  /// The integer of an integer cell.
  ///
  /// The result is meaningless for other kinds.
  @inlinable public var integerBits: Int64 { Int64(bitPattern: bits) }

  /// The real of a real cell.
  ///
  /// The result is meaningless for other kinds.
  @inlinable public var realBits: Double { Double(bitPattern: bits) }

  /// The bytes of a text or blob; none for other kinds.
  @inlinable @inline(__always) public var contents: UnsafeBufferPointer<UInt8> {
    switch kind {
    case .text, .blob: UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(bits))
    case .null, .integer, .real: UnsafeBufferPointer(start: nil, count: 0)
    }
  }

  /// The text of a text cell, with invalid UTF-8 replaced.
  ///
  /// - Parameter makesSmallTexts: ``SmallText/isSupported``, which callers look up once for many cells.
  /// - Returns: The text; empty for other kinds of cells.
  @inlinable @inline(__always) func text(makesSmallTexts: Bool) -> String {
    let contents = contents
    if contents.count <= SmallText.capacity, makesSmallTexts,
      let text = SmallText.text(of: contents)
    {
      return text
    }
    return String(decoding: contents, as: UTF8.self)
  }

  /// The value, with a copy of the bytes.
  package var value: SQLValue {
    switch kind {
    case .null: .null
    case .integer: .integer(integerBits)
    case .real: .real(realBits)
    case .text: .text(text(makesSmallTexts: SmallText.isSupported))
    case .blob: .blob(Array(contents))
    }
  }
}
