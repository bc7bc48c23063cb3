extension ErrorCode {
  /// The codes of contexts: references, merges and constraints.
  static let contextCodes: [Self] = [
    .unused(
      132_000,
      "NSManagedObjectContextLockingError",
      "A context could not be locked.",
      "Use perform(_:) of a context instead of locking. Apple's framework does not report this error today either."
    ),
    .unused(
      132_010,
      "NSPersistentStoreCoordinatorLockingError",
      "A coordinator could not be locked.",
      "A caller waits for the coordinator without a limit."
    ),
    Self(
      133_000,
      "NSManagedObjectReferentialIntegrityError",
      "An object refers to one that is not in the store.",
      Advice(
        "The object passed to existingObject(with:) does not exist, or a fault was fired whose row was deleted.",
        remedy: """
          Refetch: another context or program has deleted the object. To be notified, merge the changes of others \
          (automaticallyMergesChangesFromParent, or persistent history).
          """
      )
    ),
    Self(
      133_010,
      "NSManagedObjectExternalRelationshipError",
      "A relationship leads to an object in another store.",
      Advice(
        "A coordinator has several stores, and an object was connected to an object in another store.",
        remedy: """
          Assign both to one store (assign(_:to:)), or keep the ID's URI in an attribute instead of a relationship.
          """
      )
    ),
    Self(
      133_020,
      "NSManagedObjectMergeError",
      "An object was changed by another context or program since it was read.",
      Advice(
        """
        The context has the merge policy error, which is the default, and the row in the store has a later version \
        than the one that the object was read from.
        """,
        remedy: """
          Set a merge policy, or resolve the conflicts under NSPersistentStoreSaveConflictsErrorKey and save again.
          """,
        example: "context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump"
      )
    ),
    Self(
      133_021,
      "NSManagedObjectConstraintMergeError",
      "An object has the values of another where a uniqueness constraint forbids it.",
      Advice(
        """
        Two objects of the save, or one of it and one in the store, have equal values for a uniqueness constraint, and \
        the merge policy does not resolve the conflict. A constraint that another program has added to a table is \
        reported with this code as well.
        """,
        remedy: "Set a merge policy to update the object that exists, or change one of the two.",
        example: "context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump"
      )
    ),
  ]
}
