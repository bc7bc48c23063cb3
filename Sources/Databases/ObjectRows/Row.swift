import CRowMemory
import FoundationEssentials
public import Synchronization

/// The header of a row, in front of its values.
public struct RowHeader {
  /// The layout of the values.
  @usableFromInline let fields: RowFields

  /// The version of the object in its store, by which conflicts are found; 0 if it was never saved.
  @usableFromInline var version: Int64 = 0

  /// The presence bits of the first 56 fields, and in the last byte ``Row/isCurrent``.
  @usableFromInline var presence: UInt64 = 0

  init(_ fields: RowFields) {
    self.fields = fields
  }
}

/// The attribute values of one object and the keys of its to-one relationships, in one flat record.
///
/// Every entity has rows of this class, with or without generated code: the ``RowLayout`` gives the offset of
/// each value. A row that came from a store or was saved is shared between contexts and never changed again.
public final class Row: ManagedBuffer<RowHeader, UInt64> {
  // Threads share rows: a shared row is immutable except for `isCurrent`, which is atomic.

  /// The class, whose objects share blocks of memory: `forgetValues()` is called instead of `deinit`.
  // A class is the address of its metadata, which are written here once, before the first row is created.
  static nonisolated(unsafe) let sharingClass: UnsafeMutableRawPointer = {
    let type = unsafeBitCast(Row.self as AnyClass, to: UnsafeMutableRawPointer.self)
    prepare_row_class(type) { row in
      Unmanaged<Row>.fromOpaque(row)._withUnsafeGuaranteedRef { $0.forgetValues() }
    }
    return type
  }()

  /// The number of blocks of memory with rows, in the whole program.
  package static var blockCount: Int { row_block_count() }

  /// The size of the header of an object.
  private static let objectHeaderSize = 16

  /// A row whose values and presence bits are uninitialized.
  @inline(__always) private static func makeUninitialized(_ layout: RowLayout) -> Row {
    let memory = make_row(layout.rowClass, objectHeaderSize + layout.size)
    let row = Unmanaged<Row>.fromOpaque(memory).takeRetainedValue()
    row.head.initialize(to: RowHeader(layout.fields))
    return row
  }

  /// A row without values.
  public static func make(_ layout: RowLayout) -> Row {
    let row = makeUninitialized(layout)
    // The values need no zeros: those without a presence bit are never read.
    if layout.presenceWordCount > 0 {
      row.withUnsafeMutablePointerToElements {
        $0.initialize(repeating: 0, count: layout.presenceWordCount)
      }
    }
    return row
  }

  deinit { forgetValues() }

  private func forgetValues() {
    for field in layout.managed.all where isPresent(field) { deinitialize(field) }
  }

  // The header is accessed by its address, which avoids dynamic checks for exclusive access. That is safe because a row
  // is written only while a single object owns it, on the queue of the object's context.

  @inlinable var head: UnsafeMutablePointer<RowHeader> { withUnsafeMutablePointerToHeader { $0 } }

  /// The fields of the layout.
  @inlinable public var fields: RowFields { head.pointee.fields }

  /// The layout of the row.
  public var layout: RowLayout { fields.layout }

  /// The version of the object in its store, by which conflicts are found; 0 if it was never saved.
  @inlinable public var version: Int64 {
    get { head.pointee.version }
    set { head.pointee.version = newValue }
  }

  /// Whether the row is in the row cache, and thus the newest known state of the object in the store.
  ///
  /// It is atomic, so that reading it does not need the lock of the cache.
  @inlinable public var isCurrent: Bool {
    get { currency.pointee.load(ordering: .relaxed) != 0 }
    set { currency.pointee.store(newValue ? 1 : 0, ordering: .relaxed) }
  }

  @inlinable var currency: UnsafeMutablePointer<Atomic<UInt8>> {
    let presence = withUnsafeMutablePointer(to: &head.pointee.presence) {
      UnsafeMutableRawPointer($0)
    }
    return (presence + 7).assumingMemoryBound(to: Atomic<UInt8>.self)
  }

  /// The address of the header.
  @inlinable var start: UnsafeMutableRawPointer { UnsafeMutableRawPointer(head) }

  // MARK: Single values

  /// Whether there is a value.
  @inlinable public func isPresent(_ field: RowField) -> Bool {
    start.load(fromByteOffset: Int(field.presence), as: UInt8.self) & field.mask != 0
  }

  /// Whether there is a value of the property with an index.
  @inlinable public func hasValue(at index: Int) -> Bool { isPresent(fields[index]) }

  /// The value of the property with an index; nil if there is none, or one of another type.
  @inlinable public func load<V: RowValue>(_ type: V.Type, at index: Int) -> V? {
    let field = fields[index]
    return field.kind == V.fieldKind ? loadChecked(V.self, in: field) : nil
  }

  /// The value of a field, whose kind the caller has compared with that of the type; nil if there is none.
  @inlinable @inline(__always)
  public func loadChecked<V: RowValue>(_ type: V.Type, in field: RowField) -> V? {
    guard isPresent(field) else { return nil }
    return (start + Int(field.offset)).assumingMemoryBound(to: V.self).pointee
  }

  /// Sets the value of the property with an index.
  ///
  /// - Returns: Whether the field is of this type; nothing is changed otherwise.
  @inlinable @discardableResult
  public func store<V: RowValue>(_ value: V?, at index: Int) -> Bool {
    let field = fields[index]
    guard field.kind == V.fieldKind else { return false }
    put(value?.isAbsent == true ? nil : value, at: field)
    return true
  }

  /// The other end of a to-one relationship.
  @inlinable public func reference(at index: Int) -> Reference {
    load(Reference.self, at: index) ?? .none
  }

  /// The object in a field of that kind.
  public func object(at index: Int) -> AnyObject? {
    let field = fields[index]
    guard field.kind == .object, isPresent(field) else { return nil }
    return (start + Int(field.offset)).assumingMemoryBound(to: AnyObject.self).pointee
  }

  /// Sets the object in a field of that kind.
  public func setObject(_ object: AnyObject?, at index: Int) {
    let field = fields[index]
    if field.kind == .object { put(object, at: field) }
  }

  /// Removes the value of the property with an index.
  public func clear(at index: Int) {
    let field = fields[index]
    guard field.kind != .none, isPresent(field) else { return }
    if field.kind.isManaged { deinitialize(field) }
    markAbsent(field)
  }

  // `V` must be the type that belongs to the kind of the field, which callers compare beforehand: the memory at the
  // offset is uninitialized, or holds a value of that type if the field's presence bit is set.
  @inlinable func put<V>(_ value: V?, at field: RowField) {
    let place = (start + Int(field.offset)).assumingMemoryBound(to: V.self)
    switch (value, isPresent(field)) {
    case (let value?, true): place.pointee = value
    case (let value?, false):
      place.initialize(to: value)
      markPresent(field)
    case (nil, true):
      place.deinitialize(count: 1)
      markAbsent(field)
    case (nil, false): break
    }
  }

  @inlinable func markPresent(_ field: RowField) {
    let place = (start + Int(field.presence)).assumingMemoryBound(to: UInt8.self)
    place.pointee |= field.mask
  }

  @inlinable func markAbsent(_ field: RowField) {
    let place = (start + Int(field.presence)).assumingMemoryBound(to: UInt8.self)
    place.pointee &= ~field.mask
  }

  private func deinitialize(_ field: RowField) {
    let place = start + Int(field.offset)
    switch field.kind {
    // Moved, because the compiler deinitializes a text in place by a call of its type's functions.
    case .string: _ = place.assumingMemoryBound(to: String.self).move()
    case .data: place.assumingMemoryBound(to: Data.self).deinitialize(count: 1)
    case .url: place.assumingMemoryBound(to: URL.self).deinitialize(count: 1)
    case .object: place.assumingMemoryBound(to: AnyObject.self).deinitialize(count: 1)
    default: break
    }
  }

  // MARK: Whole rows

  /// A row of the same layout with the same values and version.
  public func copy() -> Row {
    let layout = layout
    let copy = Self.makeUninitialized(layout)
    let from = start
    let to = copy.start
    (to + RowLayout.headerSize).copyMemory(
      from: from + RowLayout.headerSize,
      byteCount: layout.size - RowLayout.headerSize
    )
    for byte in 0..<7 {
      let place = RowLayout.firstPresence + byte
      to.storeBytes(
        of: from.load(fromByteOffset: place, as: UInt8.self),
        toByteOffset: place,
        as: UInt8.self
      )
    }
    copy.version = version
    for field in layout.managed.all where isPresent(field) {
      Self.retain(field.kind, from: from + Int(field.offset), to: to + Int(field.offset))
    }
    return copy
  }

  /// A copy with the values of another row of the same layout at some indices.
  package func copy(taking indices: some Sequence<Int>, from other: Row) -> Row {
    let copy = copy()
    for index in indices { copy.setValue(other.value(at: index), at: index) }
    return copy
  }

  private static func retain(
    _ kind: FieldKind,
    from: UnsafeMutableRawPointer,
    to: UnsafeMutableRawPointer
  ) {
    switch kind {
    case .string:
      to.initializeMemory(as: String.self, to: from.assumingMemoryBound(to: String.self).pointee)
    case .data:
      to.initializeMemory(as: Data.self, to: from.assumingMemoryBound(to: Data.self).pointee)
    case .url: to.initializeMemory(as: URL.self, to: from.assumingMemoryBound(to: URL.self).pointee)
    case .object:
      to.initializeMemory(
        as: AnyObject.self,
        to: from.assumingMemoryBound(to: AnyObject.self).pointee
      )
    default: break
    }
  }

  /// The properties whose values differ from those of another row of the same layout.
  public func changes(from other: Row) -> PropertySet {
    var changes = PropertySet()
    for index in 0..<fields.count where !isSame(as: other, at: index) { changes.insert(index) }
    return changes
  }

  /// Whether the property with an index has an equal value in another row, as decided by `isEqual`.
  public func isSame(as other: Row, at index: Int) -> Bool {
    guard fields.first == other.fields.first else {
      return value(at: index).isSame(as: other.value(at: index))
    }
    let field = fields[index]
    guard isPresent(field), other.isPresent(field) else {
      return isPresent(field) == other.isPresent(field)
    }
    let left = start + Int(field.offset)
    let right = other.start + Int(field.offset)
    switch field.kind {
    case .none: return true
    case .boolean: return left.load(as: Bool.self) == right.load(as: Bool.self)
    case .integer16: return left.load(as: Int16.self) == right.load(as: Int16.self)
    case .integer32: return left.load(as: Int32.self) == right.load(as: Int32.self)
    case .integer64: return left.load(as: Int64.self) == right.load(as: Int64.self)
    case .reference: return left.load(as: Reference.self) == right.load(as: Reference.self)
    case .uuid: return left.load(as: UUID.self) == right.load(as: UUID.self)
    case .string:
      return left.assumingMemoryBound(to: String.self).pointee
        .hasSameBytes(as: right.assumingMemoryBound(to: String.self).pointee)
    default: return value(at: index).isSame(as: other.value(at: index))
    }
  }
}

extension String {
  /// Whether the text is the same byte for byte; `==` compares canonical equivalents.
  @inlinable public func hasSameBytes(as other: String) -> Bool {
    var left = self
    var right = other
    return left.withUTF8 { left in
      right.withUTF8 { right in left.elementsEqual(right) }
    }
  }
}

extension Row {
  /// Gives a field of a new row its first value.
  ///
  /// The field must be empty, and of the kind of the value's type, which callers compare once for many rows.
  @inlinable public func initialize<V: RowValue>(_ field: RowField, to value: V) {
    assert(field.kind == V.fieldKind && !isPresent(field))
    (start + Int(field.offset)).initializeMemory(as: V.self, to: value)
    markPresent(field)
  }

  /// Gives a field of a new row its first value; nil leaves it empty.
  @inlinable public func initialize<V: RowValue>(_ field: RowField, to value: V?) {
    if let value { initialize(field, to: value) }
  }
}
