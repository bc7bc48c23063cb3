public import Foundation
public import ObjectRows

// The functions that generated accessors of attributes call. If the state of the object has fast accessors, the
// number of a key is the index of the property in the row; otherwise the property is found by its name in the table
// of the keys.

extension NSManagedObject {
  /// The value of an attribute.
  @inlinable
  public final func value<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    of key: borrowing K
  ) -> V? {
    let ordinal = GeneratedCodeV2.ordinal(key)
    if state.allowsFastAccess || firesAlone(),
      let row = rowStorage.map({ Unmanaged.passUnretained($0) })
    {
      let field = row._withUnsafeGuaranteedRef { $0.fields[K.first + ordinal] }
      if field.kind == V.fieldKind {
        return row._withUnsafeGuaranteedRef { $0.loadChecked(V.self, in: field) }
      }
    }
    return slowValue(K.self, ordinal)
  }

  /// Sets the value of an attribute.
  @inlinable
  public final func setValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    _ value: __owned V?,
    of key: borrowing K
  ) {
    let ordinal = GeneratedCodeV2.ordinal(key)
    if let row = writableRow(K.first + ordinal, V.fieldKind) {
      row._withUnsafeGuaranteedRef { _ = $0.store(value, at: K.first + ordinal) }
      didWrite(K.first + ordinal)
    } else {
      setSlowValue(value, K.self, ordinal)
    }
  }
}

// MARK: Decimal numbers and untyped values

extension NSManagedObject {
  /// The value of a Decimal attribute.
  public final func decimalNumber<K: GeneratedCodeV2.Key & ~Copyable>(
    of key: borrowing K
  ) -> NSDecimalNumber? {
    let value: Decimal? = self.value(of: key)
    return value.map(NSDecimalNumber.init(decimal:))
  }

  /// Sets the value of a Decimal attribute.
  public final func setDecimalNumber<K: GeneratedCodeV2.Key & ~Copyable>(
    _ value: NSDecimalNumber?,
    of key: borrowing K
  ) {
    setValue(value?.decimalValue, of: key)
  }

  /// The value of an attribute for which the model does not state a Swift type: a transformable or composite
  /// attribute, an object ID.
  public final func anyValue<K: GeneratedCodeV2.Key & ~Copyable, T>(of key: borrowing K) -> T? {
    let ordinal = GeneratedCodeV2.ordinal(key)
    guard let index = untyped(K.self, ordinal, T.self) else { return nil }
    fireFault()
    noteAccess(index)
    guard let value = modeledValue(at: index) else { return nil }
    if let value = value as? T { return value }
    K.table.reportType(ordinal, K.self, in: shape, expected: T.self)
    return nil
  }

  /// Sets the value of an attribute for which the model does not state a Swift type.
  public final func setAnyValue<K: GeneratedCodeV2.Key & ~Copyable, T>(
    _ value: T?,
    of key: borrowing K
  ) {
    guard let index = untyped(K.self, GeneratedCodeV2.ordinal(key), T.self) else { return }
    setPublicValue(value, at: index)
  }
}

// MARK: Access by name

extension NSManagedObject {
  /// The index of a property in the object's own entity; nil, with a message, if the entity has none with the name.
  final func index<K: GeneratedCodeV2.Key & ~Copyable>(_ keys: K.Type, _ ordinal: Int) -> Int? {
    state.contains(.hasFastAccessors)
      ? K.first + ordinal : K.table.index(ordinal, keys, in: shape)
  }

  /// The index of the attribute for a key; nil, with a message, if the opened model has no such attribute.
  ///
  /// An attribute of another type than the generated code expects is reported too. Its values are converted if that
  /// is lossless.
  private func attribute<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    _ keys: K.Type,
    _ ordinal: Int,
    _ type: V.Type
  ) -> Int? {
    guard let index = index(keys, ordinal) else { return nil }
    if shape.rowLayout[index].kind == V.fieldKind { return index }
    K.table.reportType(ordinal, keys, in: shape, expected: type)
    return shape.slots[index].isAttribute ? index : nil
  }

  /// The index of the attribute for a key without a Swift type; nil, with a message, if the opened model has none.
  private func untyped<K: GeneratedCodeV2.Key & ~Copyable, T>(
    _ keys: K.Type,
    _ ordinal: Int,
    _ type: T.Type
  ) -> Int? {
    guard let index = index(keys, ordinal) else { return nil }
    switch shape.slots[index].kind {
    case .attribute, .other: return index
    case .toOne, .toMany, .fetched:
      K.table.reportType(ordinal, keys, in: shape, expected: type)
      return nil
    }
  }

  /// Lets a fault with a prefetched row adopt it, if the context need not be involved, so that an accessor may load a
  /// value.
  ///
  /// Returns whether it has done so.
  @usableFromInline
  final func firesAlone() -> Bool {
    state.isSuperset(of: .isReadyToFire) && adoptPrefetchedRow(isWatched: false)
  }

  /// The value of an attribute of a fault, of an object whose accesses are tracked, or of another model version.
  @usableFromInline
  final func slowValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    _ keys: K.Type,
    _ ordinal: Int
  ) -> V? {
    guard let index = attribute(keys, ordinal, V.self) else { return nil }
    return watchedValue(at: index)
  }

  /// Returns the value of an attribute whose access must be tracked, also for a fault.
  final func watchedValue<V: RowValue>(at index: Int) -> V? {
    fireFault()
    noteAccess(index)
    guard let row else { return nil }
    if row.fields[index].kind == V.fieldKind { return row.load(V.self, at: index) }
    let object = row.value(at: index).object
    if V.self == Decimal.self { return (object as? NSNumber)?.decimalValue as? V }
    return object as? V
  }

  /// The row, unretained, for storing an attribute of a kind, which ``didWrite(_:)`` must follow; nil if its index is
  /// not known.
  @usableFromInline
  final func writableRow(_ index: Int, _ kind: FieldKind) -> Unmanaged<Row>? {
    guard state.contains(.hasFastAccessors), shape.rowLayout[index].kind == kind else { return nil }
    prepareToChange(index)
    rareState?.observers?.willChange(self, index)
    return unretainedRow
  }

  /// Records that an attribute was set.
  @usableFromInline
  final func didWrite(_ index: Int) {
    didChange(index)
    rareState?.observers?.didChange(self, index)
  }

  /// Sets an attribute of another model version.
  @usableFromInline
  final func setSlowValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    _ value: V?,
    _ keys: K.Type,
    _ ordinal: Int
  ) {
    guard let index = attribute(keys, ordinal, V.self) else { return }
    setPublicValue(value, at: index)
  }
}

extension ObjectState {
  /// Whether an accessor may load a value from the row without further checks.
  ///
  /// `hasFastAccessors` is set and `isWatched` is not. The bits are literals, so that they are constants in the modules
  /// into which accessors are inlined.
  @inlinable var allowsFastAccess: Bool { rawValue & 0b101 == 0b001 }
}
