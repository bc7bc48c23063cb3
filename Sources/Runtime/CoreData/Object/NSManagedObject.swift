public import Foundation
public import ObjectRows

/// An object of an entity, in a context.
///
/// Its values are those of a row in a store, read when they are first used; its relationships lead to objects
/// of the same context. Programs use subclasses that `momgen generate` writes, or this class with keys.
///
/// ```swift
/// let player = Player(context: context)
/// player.lastName = "Alvarez"
/// player.setValue(7, forKey: "jerseyNumber")
/// ```
///
/// Use an object on the queue of its context only; pass its ``objectID`` to others.
open class NSManagedObject: NSObject, NSFetchRequestResult {
  // The members that each accessor uses are not checked for exclusive access: it only reads or writes them whole.

  /// The values; or the prefetched ones of a fault, if ``ObjectState/hasPrefetchedRow`` is set.
  ///
  /// Invariants, on which accessors that are inlined into other modules rely:
  /// - The layout of the row is `shape.rowLayout`. Rows are made by ``EntityBinding`` and by the source of the
  ///   context, for the object's own entity; a row of another entity is never assigned.
  /// - While ``ObjectState/hasFastAccessors`` is set and ``ObjectState/isWatched`` is not, the row is there, is not a
  ///   prefetched one, and the number of each generated key is the index of its property. ``EntityBinding`` compares
  ///   the names once for each pair of class and entity; `fill(with:)` and `turnIntoFault()` keep the bits.
  /// - A row without ``ObjectState/ownsRow`` is shared with other contexts and the cache, and never written.
  ///
  /// Objects are confined to the queue of their context, so access is not checked for exclusivity.
  @exclusivity(unchecked) @usableFromInline final var rowStorage: Row?

  // Next to the row: accessors of attributes then mostly access one line of the processor's cache in each object.

  /// The identity of the object within a coordinator.
  // Read and written whole, on the queue of the context.
  @exclusivity(unchecked) final var reference: Reference

  // After the reference, whose last four bytes would be padding: that makes an object 16 bytes smaller.
  // Read and written whole, on the queue of the context.
  @exclusivity(unchecked) @usableFromInline final var state: ObjectState

  /// The shape of the entity.
  final let shape: EntityShape

  /// The context, which is not retained: it detaches its objects when it is deallocated.
  @exclusivity(unchecked) final var contextReference: Unmanaged<NSManagedObjectContext>?

  /// The identity map that the object is or was in.
  ///
  /// It outlives the context for objects that are deallocated, perhaps on other threads, while the context is
  /// deallocated: a map counts its objects, and exists until the last one is gone. A strong reference in each of them
  /// would cost more. It is set by the map, on the queue of the context, and read there and when the object is
  /// deallocated.
  @exclusivity(unchecked) final var home: Unmanaged<IdentityMap>?

  /// The values as they were last fetched or saved, if they have changed since.
  @exclusivity(unchecked) final var committed: Row?

  /// The properties that have changed since the object was fetched or saved.
  @exclusivity(unchecked) final var changed = PropertySet()

  /// The cached destinations of relationships.
  @exclusivity(unchecked) final var related: RelatedObjects?

  /// State that few objects have.
  @exclusivity(unchecked) final var rareState: RareObjectState?

  // Borrowed arguments would not be retained for each object that a fetch creates. But the compiler calls the
  // initializer of a subclass, which does not declare that, as if it borrowed them too, although that one releases
  // them.

  /// Creates an object of an entity, and inserts it into a context if one is given.
  public init(
    entity: NSEntityDescription,
    insertInto context: NSManagedObjectContext?
  ) {
    if let context, let fault = context.takeFaultArguments() {
      // Shapes are immortal, so that retaining it would have no effect.
      shape = fault.shape.takeRetainedValue()
      reference = fault.reference
      state = fault.state
      contextReference = .passUnretained(context)
      super.init()
      return
    }
    shape = entity.shape
    reference = .nextTemporary(entity: shape.number)
    let binding = shape.binding
    state = binding.initialState
    rowStorage = binding.makeDefaultRow()
    state.formUnion(.isReadyForChange)
    super.init()
    if type(of: self) != binding.objectClass {
      state.remove(.hasFastAccessors)
      state.formUnion(binding.initialState(ofStranger: type(of: self)))
    }
    context?.insertNew(self)
  }

  @usableFromInline convenience init(
    making entity: NSEntityDescription,
    in context: NSManagedObjectContext?
  ) {
    self.init(entity: entity, insertInto: context)
  }

  /// Creates an object of the class's entity, with the defaults of the model, and inserts it into a context.
  ///
  /// The next save of the context writes it. `awakeFromInsert()` is called before this returns. Use it on the
  /// context's queue.
  ///
  /// ```swift
  /// let player = Player(context: context)
  /// ```
  public convenience init(context: NSManagedObjectContext) {
    self.init(entity: Self.entityOfNewObject(in: context), insertInto: context)
  }

  /// Creates an object of the class's entity, without a context.
  ///
  /// If there is no such entity, that is printed, and the object has no properties.
  public override convenience init() {
    self.init(entity: Self.entityOfObjectWithoutContext(), insertInto: nil)
  }

  deinit {
    home?._withUnsafeGuaranteedRef { $0.removeAndRelease(self) }
  }

  // MARK: Overridable methods

  /// Called once in the lifetime of an object, after it has been inserted and its defaults are set.
  ///
  /// Override it for defaults that a model cannot express, and call `super` first. It is not called for objects that
  /// are fetched.
  ///
  /// ```swift
  /// override func awakeFromInsert() {
  ///   super.awakeFromInsert()
  ///   createdAt = Date()
  /// }
  /// ```
  open func awakeFromInsert() {}

  /// Called after a fault has been filled.
  ///
  /// Override it for values that are computed from saved ones, and call `super` first. It is not called for inserted
  /// objects; for these, override ``awakeFromInsert()``.
  ///
  /// ```swift
  /// override func awakeFromFetch() {
  ///   super.awakeFromFetch()
  ///   initials = String(firstName.prefix(1) + lastName.prefix(1))
  /// }
  /// ```
  open func awakeFromFetch() {}

  /// Called after the values were restored by undo, refresh and similar.
  open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

  /// Called by `delete(_:)`, while relationships still have their destinations.
  ///
  /// Override it for cleaning up that the model's delete rules cannot express, such as a file that belongs to the
  /// object. The deletion may still be rolled back, or its save fail.
  ///
  /// ```swift
  /// override func prepareForDeletion() {
  ///   if let picture { obsoletePictures.insert(picture) }
  /// }
  /// ```
  open func prepareForDeletion() {}

  /// Called before the changes of the object are saved, also if it is inserted or deleted.
  ///
  /// An override may change values, which makes the context call it again until nothing changes;
  /// compare before setting, or the save fails after a thousand rounds.
  ///
  /// ```swift
  /// override func willSave() {
  ///   let key = name.lowercased()
  ///   if searchKey != key { searchKey = key }
  /// }
  /// ```
  open func willSave() {}

  /// Called after the changes of the object were saved.
  open func didSave() {}

  /// Called before the object becomes a fault; its values can still be read.
  open func willTurnIntoFault() {}

  /// Called after the object has become a fault.
  open func didTurnIntoFault() {}

  // MARK: Key-value coding

  /// Returns the value of a property, of an attribute as an object: numbers are `NSNumber`.
  ///
  /// A fault is fired first. Generated accessors do the same without a look-up by name. A key that is not in the
  /// model is passed to ``value(forUndefinedKey:)``. Use it on the queue of the object's context.
  ///
  /// ```swift
  /// let name = player.value(forKey: "name") as? String
  /// ```
  open func value(forKey key: String) -> Any? {
    guard let index = shape.indexByName[key] else { return unmodeledValue(forKey: key) }
    return publicValue(at: index)
  }

  /// Sets the value of a property, and records the change; nil removes the value.
  ///
  /// Whether the value is valid is checked when the object is saved; a key that is not in the model is passed to
  /// ``setValue(_:forUndefinedKey:)``. Use it on the queue of the object's context.
  ///
  /// ```swift
  /// player.setValue("Ada", forKey: "name")
  /// ```
  open func setValue(_ value: Any?, forKey key: String) {
    guard let index = shape.indexByName[key] else { return setUnmodeledValue(value, forKey: key) }
    if value == nil, isScalar(index) { return setNilValueForKey(key) }
    setPublicValue(value, at: index)
  }

  /// Called by `setValue(_:forKey:)` with nil for a property that generated code declares with a type such as
  /// `Int64`.
  ///
  /// Override it to set another value. Otherwise the property has none, which generated code reads as 0; Apple's
  /// class raises an exception.
  ///
  /// ```swift
  /// override func setNilValueForKey(_ key: String) {
  ///   if key == "count" { count = 1 } else { super.setNilValueForKey(key) }
  /// }
  /// ```
  open func setNilValueForKey(_ key: String) {
    guard let index = shape.indexByName[key] else { return }
    setPublicValue(nil, at: index)
  }

  /// Returns the key paths on which a property depends: from a member such as `keyPathsForValuesAffectingTitle()`, if
  /// a companion declares it; none otherwise.
  ///
  /// Observers of the property are notified when the first property of such a key path is set.
  open class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    HandWrittenMembers.of(self).dependencies[key]?() ?? []
  }

  /// Whether setting a property by its key notifies observers: false for properties of the model, whose accessors do.
  open class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }

  /// Called for a key that the entity has no property for.
  open func value(forUndefinedKey key: String) -> Any? {
    if state.contains(.isAskedByPredicate) { return nil }
    preconditionFailure(
      "the entity \(shape.name) is not key value coding-compliant for the key \"\(key)\"."
    )
  }

  /// Called for a key that the entity has no property for.
  open func setValue(_ value: Any?, forUndefinedKey key: String) {
    preconditionFailure(
      "the entity \(shape.name) is not key value coding-compliant for the key \"\(key)\"."
    )
  }

  // MARK: Access notifications

  /// Must be called before a value is read through its primitive accessor; nil only fills a fault.
  open func willAccessValue(forKey key: String?) {
    fireFault()
    if let key, let index = shape.indexByName[key] { noteAccess(index) }
  }

  /// Must be called after a value was read through its primitive accessor.
  open func didAccessValue(forKey key: String?) {}

  /// Must be called before a value is set through its primitive accessor.
  open func willChangeValue(forKey key: String) {
    guard let index = shape.indexByName[key] else {
      rareState?.observers?.willChange(self, unmodeled: key)
      return
    }
    openChange(index)
  }

  /// Must be called after a value was set through its primitive accessor.
  open func didChangeValue(forKey key: String) {
    guard let index = shape.indexByName[key] else {
      rareState?.observers?.didChange(self, unmodeled: key)
      return
    }
    closeChange(index)
  }

  /// Must be called before a to-many relationship is changed through its primitive accessor.
  open func willChangeValue(
    forKey inKey: String,
    withSetMutation inMutationKind: NSKeyValueSetMutationKind,
    using inObjects: Set<AnyHashable>
  ) {
    guard let index = shape.indexByName[inKey], isToMany(index) else { return }
    openChange(index)
  }

  /// Must be called after a to-many relationship was changed through its primitive accessor.
  ///
  /// It updates the inverses. The relationship itself is changed according to the arguments, unless that was done
  /// through the primitive value.
  open func didChangeValue(
    forKey inKey: String,
    withSetMutation inMutationKind: NSKeyValueSetMutationKind,
    using inObjects: Set<AnyHashable>
  ) {
    guard let index = shape.indexByName[inKey], isToMany(index) else { return }
    let objects = inObjects.compactMap { $0.base as? NSManagedObject }
    guard rareState?.openChanges[index] != nil else {
      return change(index, by: inMutationKind, objects)
    }
    relatedSet(at: index).change(by: inMutationKind, objects)
    closeChange(index)
  }

  /// Whether setting a property that is not in the model leaves the object unchanged.
  open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

  // MARK: Requests

  /// Returns the entity of the class, in the model that was used last.
  ///
  /// A class that is used in this way should belong to exactly one entity of the model, and a coordinator must have
  /// been created with the model.
  ///
  /// ```swift
  /// let names = Player.entity().attributesByName.keys
  /// ```
  open class func entity() -> NSEntityDescription { entityInUse() }

  /// Returns a request for the objects of the class's entity.
  @_disfavoredOverload
  open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    NSFetchRequest(entityName: entity().name ?? "")
  }

  // MARK: Validation

  /// Validates the object for insertion; called by the save, for each inserted object.
  ///
  /// Override it for rules that only new objects must follow, and call `super`, which checks the rules of the model.
  ///
  /// ```swift
  /// override func validateForInsert() throws {
  ///   try super.validateForInsert()
  ///   if start < Date() { throw Mistake.beginsInThePast }
  /// }
  /// ```
  open func validateForInsert() throws {
    try validateProperties()
  }

  /// Validates the object for an update; called by the save, for each changed object.
  ///
  /// Override it for rules about several properties, and call `super`, which checks the rules of the model for each.
  ///
  /// ```swift
  /// override func validateForUpdate() throws {
  ///   try super.validateForUpdate()
  ///   if end < start { throw Mistake.endsBeforeItBegins }
  /// }
  /// ```
  open func validateForUpdate() throws {
    try validateProperties()
  }

  /// Validates the object for deletion.
  open func validateForDelete() throws {
    try validateDenyRules()
  }

  /// Validates one value, which the method may replace.
  open func validateValue(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>,
    forKey key: String
  ) throws {
    try validateModeledValue(value, forKey: key)
    try validateByMethod(value, forKey: key)
  }

  // MARK: Identity

  // Objects are equal if they are identical; sets of many of them are created for each notification.

  open override var hash: Int {
    Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) >> 4
  }

  open override func isEqual(_ object: Any?) -> Bool {
    // An object in `Any` is its address; a cast would read its class and retain it. Most objects that are compared
    // are different ones in the same bucket of a set, which the address alone tells.
    let address = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    let isSameWord = withUnsafeBytes(of: object) {
      $0.load(as: UnsafeRawPointer?.self) == address
    }
    guard isSameWord, let object else { return false }
    return Swift.type(of: object) is AnyClass
  }

  // MARK: Description

  open override var description: String {
    let values = isFault ? "<fault>" : valuesDescription
    return "<\(type(of: self))> (entity: \(shape.name); id: \(objectID.uriText); data: \(values))"
  }
}
