// What generated accessors of attributes call.

extension GeneratedCode1 {
  /// The row to read a property from, or nil if the object's row is not of generated code.
  @inlinable
  public static func reading<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int
  ) -> R? {
    if object.state.allowsShortWay, let row = object.rowSlot {
      return unsafeDowncast(row, to: type)
    }
    return slowlyReading(object, index).map { unsafeDowncast($0, to: type) }
  }

  @usableFromInline
  static func slowlyReading(_ object: NSManagedObject, _ index: Int) -> Row? {
    if object.state.isSuperset(of: .isReadyToFire), object.takeRowAtHand(isWatched: false) {
      return object.rowSlot
    }
    object.fireFault()
    object.noteAccess(index)
    return object.state.contains(.hasTypedRow) ? object.row : nil
  }

  /// The row to write a property to, or nil if the object's row is not of generated code.
  ///
  /// ``written(_:_:)`` must follow.
  @inlinable
  public static func writing<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int
  ) -> R? {
    guard let row = rowToWrite(object, index) else { return nil }
    return unsafeDowncast(row, to: type)
  }

  @usableFromInline
  static func rowToWrite(_ object: NSManagedObject, _ index: Int) -> Row? {
    guard object.state.contains(.hasTypedRow) else { return nil }
    object.prepareToChange(index)
    object.extra?.observers?.willChange(object, index)
    return object.row
  }

  /// Takes note that a property was written.
  public static func written(_ object: NSManagedObject, _ index: Int) {
    object.didChange(index)
    object.extra?.observers?.didChange(object, index)
  }

  /// The row to read a property from without any notification.
  public static func primitiveReading<R: Row>(_ object: NSManagedObject, _ type: R.Type) -> R? {
    object.fireFault()
    guard object.state.contains(.hasTypedRow) else { return nil }
    return object.row.map { unsafeDowncast($0, to: type) }
  }

  /// The row to write a property to without any notification.
  public static func primitiveWriting<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int
  ) -> R? {
    guard object.state.contains(.hasTypedRow) else { return nil }
    object.prepareToChangeQuietly()
    return object.row.map { unsafeDowncast($0, to: type) }
  }

  /// The value of a property of an object whose row is not of generated code.
  public static func value(_ object: NSManagedObject, _ name: String) -> Any? {
    guard let index = object.shape.indexByName[name] else { return nil }
    object.fireFault()
    object.noteAccess(index)
    return object.modeledValue(at: index)
  }

  /// Gives a property a value in an object whose row is not of generated code.
  public static func setValue(_ object: NSManagedObject, _ name: String, _ value: Any?) {
    guard let index = object.shape.indexByName[name] else { return }
    object.setPublicValue(value, at: index)
  }

  /// The value of a property, without any notification, of an object with a row that is not of generated code.
  public static func primitiveValue(_ object: NSManagedObject, _ name: String) -> Any? {
    guard object.shape.indexByName[name] != nil else { return nil }
    return object.primitiveValue(forKey: name)
  }

  /// Gives a property a value, without any notification, in an object with a row that is not of generated code.
  public static func setPrimitiveValue(_ object: NSManagedObject, _ name: String, _ value: Any?) {
    guard object.shape.indexByName[name] != nil else { return }
    object.setPrimitiveValue(value, forKey: name)
  }
}

extension ObjectState {
  /// Whether an accessor may take a value from the row without asking anybody.
  ///
  /// The bits are written out, so that they are constants in the modules where accessors are inlined.
  @inlinable var allowsShortWay: Bool { rawValue & 0b101 == 0b001 }
}
