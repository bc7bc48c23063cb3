/// The state of an object besides its values.
@usableFromInline struct ObjectState: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt32

  @usableFromInline init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  // MARK: Bits for accessors

  /// The numbers of all generated accessors are the indices of the properties.
  static let hasFastAccessors = Self(rawValue: 1 << 0)
  /// The row is the object's own and may be changed; without this bit it is shared.
  static let ownsRow = Self(rawValue: 1 << 1)
  /// Accessors have to take the slow path: the object is a fault, or accesses are observed.
  static let isWatched = Self(rawValue: 1 << 2)

  /// The row is the prefetched one of a fault: the object adopts it at the first access, if it is still the store's
  /// then.
  static let hasPrefetchedRow = Self(rawValue: 1 << 15)
  /// The prefetched row may be used without the context: accesses are not tracked, and values may have any age.
  static let canFaultWithoutContext = Self(rawValue: 1 << 20)

  /// The state of most fetched objects at the first access to a property of generated code.
  static let isReadyToFire: Self = [.hasFastAccessors, .hasPrefetchedRow, .canFaultWithoutContext]

  // MARK: Unsaved changes

  /// In the context's inserted objects.
  static let isInserted = Self(rawValue: 1 << 4)
  /// In the context's updated objects.
  static let isUpdated = Self(rawValue: 1 << 5)
  /// In the context's deleted objects.
  static let isDeleted = Self(rawValue: 1 << 6)
  /// Among the context's objects with changes, now or since the last save.
  static let isTracked = Self(rawValue: 1 << 3)
  /// Was deleted before delete rules were followed.
  static let awaitsDeletePropagation = Self(rawValue: 1 << 7)

  // MARK: The current event

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

  /// The row of the last processing of changes is known, or there was none.
  static let hasEventRow = Self(rawValue: 1 << 13)
  /// Among the changes that observers are being notified of.
  static let isBeingPosted = Self(rawValue: 1 << 14)

  // MARK: Lifetime

  /// Values are being set from a row, so that setters do not record changes.
  static let isAwaking = Self(rawValue: 1 << 16)
  /// The row is not in the store any more.
  static let isInaccessible = Self(rawValue: 1 << 17)
  /// Is in the store, or was: saved at least once.
  static let isStored = Self(rawValue: 1 << 18)
  /// Checked by the next save for conflicts, as if it had changed (`detectConflicts(for:)`).
  static let wantsConflictCheck = Self(rawValue: 1 << 19)
  /// `willSave()` was called for the current save, and nothing has changed since.
  static let willSaveWasCalled = Self(rawValue: 1 << 24)

  /// A predicate is reading a property, which is nil if it does not exist.
  static let isAskedByPredicate = Self(rawValue: 1 << 26)

  /// The states of an object with changes.
  static let changes: Self = [.isInserted, .isUpdated, .isDeleted]

  /// Whether the update is not recorded yet, or a save has called `willSave()` already.
  var isNewUpdate: Bool {
    rawValue & (Self.wasUpdated.rawValue | Self.willSaveWasCalled.rawValue)
      != Self.wasUpdated.rawValue
  }

  /// Whether another change needs no further notification.
  ///
  /// Contexts that check their queues track all accesses, and are notified of each.
  var isKnownAsChanged: Bool {
    !isNewUpdate && !contains(.isWatched) && !isDisjoint(with: .changes)
  }

  /// The states that the current event adds to an object.
  static let event: Self = [
    .isPending, .wasInserted, .wasUpdated, .wasDeleted, .wasRefreshed, .hasEventRow,
  ]

  /// The states of a row that can be changed in place.
  static let isReadyForChange: Self = [.ownsRow, .hasEventRow]

  /// Whether the object was deleted without ever having been saved; the next save ignores it.
  var isGone: Bool { contains(.isDeleted) && !contains(.isStored) }
}
