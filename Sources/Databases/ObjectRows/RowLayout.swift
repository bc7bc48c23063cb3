import FoundationEssentials
import Synchronization

/// The place of one property in a row.
public struct RowField: Sendable {
  /// The form of the value.
  public let kind: FieldKind

  /// The presence bit of the field in the byte at ``presence``.
  @usableFromInline let mask: UInt8

  /// The offset of that byte from the start of the header.
  @usableFromInline let presence: UInt16

  /// The offset of the value from the start of the header.
  @usableFromInline let offset: UInt32

  @usableFromInline init(kind: FieldKind, mask: UInt8, presence: UInt16, offset: UInt32) {
    self.kind = kind
    self.mask = mask
    self.presence = presence
    self.offset = offset
  }

  /// The field of a property that is not stored in rows.
  @inlinable static var absent: Self { Self(kind: .none, mask: 0, presence: 0, offset: 0) }
}

/// The fields of a layout, in memory that is never freed, for fast access from each row.
public struct RowFields: @unchecked Sendable {
  // The memory is written once, before the value is shared.

  /// The first field.
  ///
  /// The 16 bytes in front of it hold the layout and the number of fields.
  @usableFromInline let first: UnsafePointer<RowField>

  /// The number of properties.
  @inlinable public var count: Int {
    UnsafeRawPointer(first).load(fromByteOffset: -8, as: Int.self)
  }

  /// The field of the property with an index; a field of the kind `none` if there is no such property.
  @inlinable public subscript(index: Int) -> RowField {
    UInt(bitPattern: index) < UInt(bitPattern: count) ? first[index] : .absent
  }

  /// The fields, in memory that is as long-lived.
  var all: UnsafeBufferPointer<RowField> { UnsafeBufferPointer(start: first, count: count) }

  var layout: RowLayout {
    UnsafeRawPointer(first).load(fromByteOffset: -16, as: Unmanaged<RowLayout>.self)
      .takeUnretainedValue()
  }

  fileprivate init(_ fields: [RowField]) {
    let size = 16 + fields.count * MemoryLayout<RowField>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    memory.storeBytes(of: fields.count, toByteOffset: 8, as: Int.self)
    let first = (memory + 16).bindMemory(to: RowField.self, capacity: fields.count)
    first.initialize(from: fields, count: fields.count)
    self.first = UnsafePointer(first)
  }

  fileprivate func belong(to layout: RowLayout) {
    let memory = UnsafeMutableRawPointer(mutating: first) - 16
    memory.storeBytes(of: Unmanaged.passUnretained(layout), as: Unmanaged<RowLayout>.self)
  }
}

/// The places of an entity's properties in its rows, by the index of the property.
///
/// There is one layout for each list of kinds. It is never freed, because rows refer to it without retaining it; their
/// number is bounded by that of the entities in the models of the program.
public final class RowLayout: Sendable {
  /// The places, by index.
  public let fields: RowFields

  /// The fields whose values must be retained when a row is copied.
  ///
  /// An array would be retained for each row that is destroyed.
  let managed: RowFields

  /// The size of a row in bytes, with its header.
  let size: Int

  /// ``Row/sharingClass``, which takes a check of its initialization to look up for each row.
  // The address of the metadata of a class, which are never freed; it is set once.
  nonisolated(unsafe) let rowClass = Row.sharingClass

  /// The number of words behind the header for presence bits that do not fit into it.
  let presenceWordCount: Int

  /// The presence bits begin in the last eight bytes of the header; the very last byte is used for ``Row/isCurrent``.
  static let headerSize = MemoryLayout<RowHeader>.stride
  static let firstPresence = MemoryLayout<RowHeader>.offset(of: \.presence) ?? 0
  static let presenceInHeader = 56

  private init(_ kinds: [FieldKind]) {
    let stored = kinds.lazy.filter { $0 != .none }.count
    let more = max(0, stored - Self.presenceInHeader)
    let presenceWords = (more + 63) / 64
    presenceWordCount = presenceWords
    var packing = RowPacking(from: Self.headerSize + presenceWords * 8)
    // Wide values come first; narrow ones fill the gaps that they leave.
    var offsets = kinds.map { Self.width(of: $0) < 8 ? 0 : packing.take(Self.width(of: $0)) }
    for (index, kind) in kinds.enumerated() where 1..<8 ~= Self.width(of: kind) {
      offsets[index] = packing.take(Self.width(of: kind))
    }
    var bit = 0
    var places: [RowField] = []
    for (kind, offset) in zip(kinds, offsets) {
      guard kind != .none else {
        places.append(.absent)
        continue
      }
      let byte =
        bit < Self.presenceInHeader
        ? Self.firstPresence + bit / 8 : Self.headerSize + (bit - Self.presenceInHeader) / 8
      places.append(
        RowField(
          kind: kind,
          mask: 1 << UInt8(bit % 8),
          presence: UInt16(truncatingIfNeeded: byte),
          offset: UInt32(truncatingIfNeeded: offset)
        )
      )
      bit += 1
    }
    size = packing.end
    managed = RowFields(places.filter(\.kind.isManaged))
    fields = RowFields(places)
    fields.belong(to: self)
  }

  /// The field of the property with an index; a field of the kind `none` if there is no such property.
  public subscript(index: Int) -> RowField { fields[index] }

  private static func width(of kind: FieldKind) -> Int {
    switch kind {
    case .none: 0
    case .boolean: MemoryLayout<Bool>.size
    case .integer16: MemoryLayout<Int16>.size
    case .integer32, .float: MemoryLayout<Int32>.size
    case .integer64, .double, .object, .date: 8
    case .decimal: MemoryLayout<Decimal>.size
    case .string: MemoryLayout<String>.size
    case .data: MemoryLayout<Data>.size
    case .uuid: MemoryLayout<UUID>.size
    case .url: MemoryLayout<URL>.size
    case .reference: MemoryLayout<Reference>.size
    }
  }

  private static let known = Mutex<[[FieldKind]: RowLayout]>([:])

  /// The layout of rows whose properties have the given kinds.
  public static func of(_ kinds: [FieldKind]) -> RowLayout {
    known.withLock { known in
      if let layout = known[kinds] { return layout }
      let layout = RowLayout(kinds)
      known[kinds] = layout
      return layout
    }
  }
}

/// Assigns offsets to values; narrow ones fill the gaps that others leave in words of eight bytes.
private struct RowPacking {
  /// The offset behind all places.
  private(set) var end: Int

  /// Gaps, each aligned to its size, which is a power of two.
  private var gaps: [(offset: Int, size: Int)] = []

  init(from start: Int) { end = start }

  /// Returns the offset of a new value; `width` must be a power of two if it is less than a word.
  mutating func take(_ width: Int) -> Int {
    guard width < 8 else {
      let offset = end
      end += (width + 7) / 8 * 8
      leave(from: offset + width)
      return offset
    }
    let best = gaps.indices.filter { gaps[$0].size >= width }.min { gaps[$0].size < gaps[$1].size }
    var gap = (offset: end, size: 8)
    if let best { gap = gaps.remove(at: best) } else { end += 8 }
    leave(from: gap.offset + width, to: gap.offset + gap.size)
    return gap.offset
  }

  /// Records the gaps up to the end of a word.
  private mutating func leave(from start: Int, to last: Int? = nil) {
    var start = start
    while start < last ?? end {
      let size = 1 << start.trailingZeroBitCount
      gaps.append((start, size))
      start += size
    }
  }
}
