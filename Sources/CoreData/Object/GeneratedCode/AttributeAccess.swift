public import Foundation
public import ObjectRows

// The functions that generated accessors of attributes call. The caller's number is the index of a field if the state
// of the object says so; else the name behind the number counts.

extension NSManagedObject {
  /// The value of an attribute.
  @inlinable
  public final func value<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    of key: borrowing K
  ) -> V? {
    let ordinal = GeneratedCodeV2.ordinal(key)
    if state.allowsFastAccess, let row = rowStorage,
      row.fields[K.first + ordinal].kind == V.fieldKind
    {
      return row.load(V.self, at: K.first + ordinal)
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
      row.store(value, at: K.first + ordinal)
      didWrite(K.first + ordinal)
    } else {
      setSlowValue(value, K.self, ordinal)
    }
  }

  /// The value of an attribute, without any notification.
  @inlinable
  public final func primitiveValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    of key: borrowing K
  ) -> V? {
    primitiveValue(K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Sets the value of an attribute, without any notification.
  @inlinable
  public final func setPrimitiveValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    _ value: __owned V?,
    of key: borrowing K
  ) {
    setPrimitiveValue(value, K.self, GeneratedCodeV2.ordinal(key))
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

  /// The value of a Decimal attribute, without any notification.
  public final func primitiveDecimalNumber<K: GeneratedCodeV2.Key & ~Copyable>(
    of key: borrowing K
  ) -> NSDecimalNumber? {
    let value: Decimal? = primitiveValue(of: key)
    return value.map(NSDecimalNumber.init(decimal:))
  }

  /// Sets the value of a Decimal attribute, without any notification.
  public final func setPrimitiveDecimalNumber<K: GeneratedCodeV2.Key & ~Copyable>(
    _ value: NSDecimalNumber?,
    of key: borrowing K
  ) {
    setPrimitiveValue(value?.decimalValue, of: key)
  }

  /// The value of an attribute whose type the model does not state: a Transformable, a composite's dictionary, an ID.
  public final func anyValue<K: GeneratedCodeV2.Key & ~Copyable, T>(of key: borrowing K) -> T? {
    guard let index = index(K.self, GeneratedCodeV2.ordinal(key)) else { return nil }
    fireFault()
    noteAccess(index)
    return modeledValue(at: index) as? T
  }

  /// Sets the value of an attribute whose type the model does not state.
  public final func setAnyValue<K: GeneratedCodeV2.Key & ~Copyable, T>(
    _ value: T?,
    of key: borrowing K
  ) {
    guard let index = index(K.self, GeneratedCodeV2.ordinal(key)) else { return }
    setPublicValue(value, at: index)
  }

  /// The value of an attribute whose type the model does not state, without any notification.
  public final func primitiveAnyValue<K: GeneratedCodeV2.Key & ~Copyable, T>(
    of key: borrowing K
  ) -> T? {
    guard let index = index(K.self, GeneratedCodeV2.ordinal(key)) else { return nil }
    fireFault()
    return modeledValue(at: index) as? T
  }

  /// Sets the value of an attribute whose type the model does not state, without any notification.
  public final func setPrimitiveAnyValue<K: GeneratedCodeV2.Key & ~Copyable, T>(
    _ value: T?,
    of key: borrowing K
  ) {
    guard let index = index(K.self, GeneratedCodeV2.ordinal(key)) else { return }
    setPrimitiveValue(value, forKey: shape.slots[index].name)
  }
}

// MARK: Behind the fast path

extension NSManagedObject {
  /// The index of a property in the object's own entity.
  final func index<K: GeneratedCodeV2.Key & ~Copyable>(_ keys: K.Type, _ ordinal: Int) -> Int? {
    state.contains(.hasFastAccessors) ? K.first + ordinal : K.table.index(ordinal, in: shape)
  }

  /// The value of an attribute of a fault, of an object whose accesses are tracked, or of another model version.
  @usableFromInline
  final func slowValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    _ keys: K.Type,
    _ ordinal: Int
  ) -> V? {
    if state.isSuperset(of: .isReadyToFire), takeRowAtHand(isWatched: false), let row = rowStorage,
      row.fields[K.first + ordinal].kind == V.fieldKind
    {
      return row.load(V.self, at: K.first + ordinal)
    }
    guard let index = index(keys, ordinal) else { return nil }
    fireFault()
    noteAccess(index)
    return loadedValue(at: index, keys, ordinal)
  }

  /// The value in the row, converted if the opened model gives the attribute another type.
  private func loadedValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    at index: Int,
    _ keys: K.Type,
    _ ordinal: Int
  ) -> V? {
    guard let row else { return nil }
    if row.fields[index].kind == V.fieldKind { return row.load(V.self, at: index) }
    K.table.reportType(ordinal, in: shape, expected: V.self)
    guard shape.slots[index].isAttribute else { return nil }
    let object = row.value(at: index).object
    if V.self == Decimal.self { return (object as? NSNumber)?.decimalValue as? V }
    return object as? V
  }

  /// The row to store an attribute of a kind in, which ``didWrite(_:)`` must follow; nil if its index is not known.
  @usableFromInline
  final func writableRow(_ index: Int, _ kind: FieldKind) -> Row? {
    guard state.contains(.hasFastAccessors), shape.rowLayout[index].kind == kind else { return nil }
    prepareToChange(index)
    extra?.observers?.willChange(self, index)
    return row
  }

  /// Records that an attribute was set.
  @usableFromInline
  final func didWrite(_ index: Int) {
    didChange(index)
    extra?.observers?.didChange(self, index)
  }

  /// Sets an attribute by its name.
  @usableFromInline
  final func setSlowValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    _ value: V?,
    _ keys: K.Type,
    _ ordinal: Int
  ) {
    guard let index = index(keys, ordinal) else { return }
    if shape.rowLayout[index].kind != V.fieldKind {
      K.table.reportType(ordinal, in: shape, expected: V.self)
      guard shape.slots[index].isAttribute else { return }
    }
    setPublicValue(value, at: index)
  }

  @usableFromInline
  final func primitiveValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    _ keys: K.Type,
    _ ordinal: Int
  ) -> V? {
    guard let index = index(keys, ordinal) else { return nil }
    fireFault()
    return loadedValue(at: index, keys, ordinal)
  }

  @usableFromInline
  final func setPrimitiveValue<K: GeneratedCodeV2.Key & ~Copyable, V: RowValue>(
    _ value: V?,
    _ keys: K.Type,
    _ ordinal: Int
  ) {
    guard let index = index(keys, ordinal) else { return }
    guard shape.rowLayout[index].kind == V.fieldKind else {
      K.table.reportType(ordinal, in: shape, expected: V.self)
      if shape.slots[index].isAttribute {
        setPrimitiveValue(value, forKey: shape.slots[index].name)
      }
      return
    }
    prepareToChangeQuietly()
    row?.store(value, at: index)
  }
}

extension ObjectState {
  /// Whether an accessor may take a value from the row at once.
  ///
  /// The bits are written out, so that they are constants in the modules where accessors are inlined.
  @inlinable var allowsFastAccess: Bool { rawValue & 0b101 == 0b001 }
}
