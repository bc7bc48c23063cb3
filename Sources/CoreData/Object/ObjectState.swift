/// What there is to know of an object besides its values.
@usableFromInline struct ObjectState: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt32

  @usableFromInline init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  // MARK: What accessors look at

  /// The numbers of all generated accessors are the indices of the properties.
  static let hasFastAccessors = Self(rawValue: 1 << 0)
  /// The row is the object's own and may be changed; without this bit it is shared.
  static let ownsRow = Self(rawValue: 1 << 1)
  /// Accessors have to take the long way: the object is a fault, or somebody wants to know of accesses.
  static let isWatched = Self(rawValue: 1 << 2)

  /// The row is that of a fault: it becomes the object's when a value is asked for, if it is still the store's then.
  static let hasRowAtHand = Self(rawValue: 1 << 15)
  /// The row at hand may be taken without asking the context: nobody watches accesses, and values of any age will do.
  static let mayFireAlone = Self(rawValue: 1 << 20)

  /// What the first access to a property of generated code finds in most objects that were fetched.
  static let isReadyToFire: Self = [.hasFastAccessors, .hasRowAtHand, .mayFireAlone]

  // MARK: What is to be saved

  /// In the context's inserted objects.
  static let isInserted = Self(rawValue: 1 << 4)
  /// In the context's updated objects.
  static let isUpdated = Self(rawValue: 1 << 5)
  /// In the context's deleted objects.
  static let isDeleted = Self(rawValue: 1 << 6)
  /// Among the context's objects with changes, or was since the last save.
  static let isListed = Self(rawValue: 1 << 3)
  /// Was deleted before delete rules were followed.
  static let awaitsDeletePropagation = Self(rawValue: 1 << 7)

  // MARK: What the current event has brought

  /// Among the pending changes of the context.
  static let isPending = Self(rawValue: 1 << 8)
  /// Inserted since changes were last processed.
  static let wasInserted = Self(rawValue: 1 << 9)
  /// Changed since changes were last processed.
  static let wasUpdated = Self(rawValue: 1 << 10)
  /// Deleted since changes were last processed.
  static let wasDeleted = Self(rawValue: 1 << 11)
  /// Refreshed since changes were last processed.
  static let wasRefreshed = Self(rawValue: 1 << 12)

  /// What the row was like when changes were last processed is known, or there was none.
  static let hasEventRow = Self(rawValue: 1 << 13)
  /// Among the changes that observers are just being told of.
  static let isBeingPosted = Self(rawValue: 1 << 14)

  // MARK: Life

  /// Values are being taken from a row, so that changes are no changes.
  static let isAwaking = Self(rawValue: 1 << 16)
  /// The row is not in the store any more.
  static let isInaccessible = Self(rawValue: 1 << 17)
  /// Has been in the store: a save makes it so.
  static let isStored = Self(rawValue: 1 << 18)
  /// Counts for the next save as though it had been changed (`detectConflicts(for:)`).
  static let wantsConflictCheck = Self(rawValue: 1 << 19)
  /// Was told by `willSave()` of the save that is going on, and not changed since.
  static let wasAskedToSave = Self(rawValue: 1 << 24)

  /// Is being asked for a property by a predicate, which takes one that does not exist for nil.
  static let isAskedByPredicate = Self(rawValue: 1 << 26)

  /// What makes an object one with changes.
  static let changes: Self = [.isInserted, .isUpdated, .isDeleted]

  /// Whether nobody knows yet that the object was changed, or a save has asked it already.
  var isUpdateNews: Bool {
    rawValue & (Self.wasUpdated.rawValue | Self.wasAskedToSave.rawValue) != Self.wasUpdated.rawValue
  }

  /// Whether everybody knows of a change already who would have to be told of the next one.
  ///
  /// Contexts that look at who uses them have their objects watched, and are told of each.
  var isKnownAsChanged: Bool {
    !isUpdateNews && !contains(.isWatched) && !isDisjoint(with: .changes)
  }

  /// What the current event leaves in the state of an object.
  static let event: Self = [
    .isPending, .wasInserted, .wasUpdated, .wasDeleted, .wasRefreshed, .hasEventRow,
  ]

  /// What a row has that can be changed without further ado.
  static let isReadyForChange: Self = [.ownsRow, .hasEventRow]

  /// Whether the object was deleted without ever having been saved; the next save has nothing to do with it.
  var isGone: Bool { contains(.isDeleted) && !contains(.isStored) }
}
