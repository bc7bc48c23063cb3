/// The changes that one save makes to the objects of one store, as rows.
///
/// It is computed once, before anything is written. All references are permanent, and the rows of inserted and updated
/// objects belong to the change set: nothing else changes them until the save is over.
package struct ChangeSet {
  /// A new object.
  package struct Insertion {
    package var reference: Reference
    package var row: Row

    /// The changes of its to-many relationships that the store needs.
    package var members: [MemberChange]

    /// The version that the row had before the save: 0, unless it is the row of a deleted object that comes back.
    package let baseVersion: Int64

    /// The version that the row gets.
    package var version: Int64 { max(1, baseVersion) }

    package init(_ reference: Reference, _ row: Row, members: [MemberChange] = []) {
      self.reference = reference
      self.row = row
      self.members = members
      baseVersion = row.version
    }
  }

  /// An object with changed properties.
  package struct Update {
    package var reference: Reference

    /// The row with the new values; nil if nothing but to-many relationships of a fault has changed.
    package var row: Row?

    /// The version of the row that the changes are based on.
    package var baseVersion: Int64

    /// The properties whose values differ from those in the store, to-many relationships included.
    package var changed: PropertySet
    package var members: [MemberChange]

    package init(
      _ reference: Reference,
      _ row: Row?,
      baseVersion: Int64,
      changed: PropertySet,
      members: [MemberChange] = []
    ) {
      self.reference = reference
      self.row = row
      self.baseVersion = baseVersion
      self.changed = changed
      self.members = members
    }
  }

  /// An object that is deleted.
  package struct Deletion {
    package var reference: Reference

    /// The row as it was read; nil for an object whose row was never read.
    package var row: Row?

    package init(_ reference: Reference, _ row: Row?) {
      self.reference = reference
      self.row = row
    }
  }

  package var inserted: [Insertion] = []
  package var updated: [Update] = []
  package var deleted: [Deletion] = []

  package init() {}

  package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// The changes of one to-many relationship of an object.
package struct MemberChange {
  /// The index of the relationship.
  package var index: Int

  /// The members that were added and are not deleted, in the order of their numbers.
  package var added: [Reference]

  /// The members that were removed, in the order of their numbers.
  package var removed: [Reference]

  /// The known members of an ordered relationship, in their order; nil for an unordered one.
  package var order: [Reference]?

  /// Whether the order has all members; otherwise they follow those in the store.
  package var hasAllMembers: Bool

  package init(
    _ index: Int,
    added: [Reference],
    removed: [Reference] = [],
    order: [Reference]? = nil,
    hasAllMembers: Bool = true
  ) {
    self.index = index
    self.added = added
    self.removed = removed
    self.order = order
    self.hasAllMembers = hasAllMembers
  }
}

extension ChangeSet {
  /// Sets the versions that the rows have once the changes are written.
  ///
  /// This is the only place where the version of a saved row is set. The store refuses an update whose version cannot
  /// be raised before that.
  ///
  /// - Parameter body: Called with each row that has its version, and its object. The rows of a large save are no
  ///   longer in the processor's cache, so further work on a row is cheapest right after its version is set.
  package func raiseVersions(_ body: (Row, Reference) -> Void = { _, _ in }) {
    // In place, so that no row is retained.
    inserted.withUnsafeBufferPointer { insertions in
      for index in insertions.indices {
        insertions[index].row.version = insertions[index].version
        body(insertions[index].row, insertions[index].reference)
      }
    }
    updated.withUnsafeBufferPointer { updates in
      for index in updates.indices {
        guard let row = updates[index].row else { continue }
        row.version = updates[index].baseVersion &+ 1
        body(row, updates[index].reference)
      }
    }
  }

  /// Resets the rows to the versions that they had before, because the changes were rolled back.
  package func lowerVersions() {
    for insertion in inserted { insertion.row.version = insertion.baseVersion }
    for update in updated { update.row?.version = update.baseVersion }
  }
}
