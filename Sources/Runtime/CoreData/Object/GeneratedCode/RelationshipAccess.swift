public import Foundation

// The functions that generated accessors of relationships and fetched properties call.

extension NSManagedObject {
  /// The object at the other end of a to-one relationship.
  public final func destination<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    of key: borrowing K
  ) -> T? {
    let ordinal = GeneratedCodeV2.ordinal(key)
    guard let index = toOne(K.self, ordinal) else { return nil }
    noteAccess(index)
    guard let object = relatedObject(at: index) else { return nil }
    if let object = object as? T { return object }
    K.table.reportType(ordinal, K.self, in: shape, expected: T.self)
    return nil
  }

  /// Sets the object at the other end of a to-one relationship.
  public final func setDestination<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    _ object: T?,
    of key: borrowing K
  ) {
    guard let index = toOne(K.self, GeneratedCodeV2.ordinal(key)) else { return }
    setRelated(object, at: index)
  }

  /// The objects at the other end of a to-many relationship.
  public final func members<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    of key: borrowing K
  ) -> Set<T> {
    let ordinal = GeneratedCodeV2.ordinal(key)
    guard let index = toMany(K.self, ordinal) else { return [] }
    noteAccess(index)
    let objects = relatedSet(at: index)
    let members = objects.set(of: T.self)
    if members.count < objects.set.count {
      K.table.reportType(ordinal, K.self, in: shape, expected: Set<T>.self)
    }
    return members
  }

  /// Sets the members of a to-many relationship.
  public final func setMembers<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    _ objects: Set<T>,
    of key: borrowing K
  ) {
    guard let index = toMany(K.self, GeneratedCodeV2.ordinal(key)) else { return }
    replaceRelated(Array(objects), at: index)
  }

  /// The objects at the other end of an ordered to-many relationship.
  public final func orderedMembers<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    of key: borrowing K
  ) -> [T] {
    let ordinal = GeneratedCodeV2.ordinal(key)
    guard let index = toMany(K.self, ordinal) else { return [] }
    noteAccess(index)
    let objects = relatedSet(at: index)
    // An unordered relationship of the opened model has no order of its own.
    let all = objects.isOrdered ? objects.order : objects.members.objects
    let members = all.compactMap { $0 as? T }
    if members.count < all.count {
      K.table.reportType(ordinal, K.self, in: shape, expected: [T].self)
    }
    return members
  }

  /// Sets the members of an ordered to-many relationship, in their order.
  public final func setOrderedMembers<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    _ objects: [T],
    of key: borrowing K
  ) {
    guard let index = toMany(K.self, GeneratedCodeV2.ordinal(key)) else { return }
    replaceRelated(objects, at: index)
  }

  /// The results of a fetched property.
  public final func results<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    of key: borrowing K
  ) -> [T] {
    let ordinal = GeneratedCodeV2.ordinal(key)
    guard let index = index(K.self, ordinal) else { return [] }
    guard shape.slots[index].kind == .fetched else {
      K.table.reportType(ordinal, K.self, in: shape, expected: [T].self)
      return []
    }
    noteAccess(index)
    return fetchedObjects(at: index).compactMap { $0 as? T }
  }

  /// The index of a to-one relationship; nil, with a message, if the opened model has another kind of property.
  private func toOne<K: GeneratedCodeV2.Key & ~Copyable>(_ keys: K.Type, _ ordinal: Int) -> Int? {
    guard let index = index(keys, ordinal) else { return nil }
    if case .toOne = shape.slots[index].kind { return index }
    K.table.reportType(ordinal, keys, in: shape, expected: NSManagedObject.self)
    return nil
  }

  /// The index of a to-many relationship; nil, with a message, if the opened model has another kind of property.
  private func toMany<K: GeneratedCodeV2.Key & ~Copyable>(_ keys: K.Type, _ ordinal: Int) -> Int? {
    guard let index = index(keys, ordinal) else { return nil }
    if case .toMany = shape.slots[index].kind { return index }
    K.table.reportType(ordinal, keys, in: shape, expected: Set<NSManagedObject>.self)
    return nil
  }
}

// MARK: Mutators of to-many relationships

extension NSManagedObject {
  /// Adds an object to a to-many relationship.
  public final func insert<K: GeneratedCodeV2.Key & ~Copyable>(
    _ object: NSManagedObject,
    into key: borrowing K
  ) {
    guard let index = toMany(K.self, GeneratedCodeV2.ordinal(key)) else { return }
    addRelated(object, at: index)
  }

  /// Removes an object from a to-many relationship.
  public final func remove<K: GeneratedCodeV2.Key & ~Copyable>(
    _ object: NSManagedObject,
    from key: borrowing K
  ) {
    guard let index = toMany(K.self, GeneratedCodeV2.ordinal(key)) else { return }
    removeRelated(object, at: index)
  }

  /// Inserts objects into an ordered relationship, each at the position with the same index.
  public final func insert<K: GeneratedCodeV2.Key & ~Copyable>(
    all objects: some Sequence<NSManagedObject>,
    at positions: some Sequence<Int>,
    into key: borrowing K
  ) {
    guard let index = toMany(K.self, GeneratedCodeV2.ordinal(key)) else { return }
    for (object, position) in zip(objects, positions) {
      addRelated(object, at: index, position: position)
    }
  }

  /// Removes the objects at the given positions from an ordered relationship.
  public final func remove<K: GeneratedCodeV2.Key & ~Copyable>(
    at positions: some Sequence<Int>,
    from key: borrowing K
  ) {
    guard let index = toMany(K.self, GeneratedCodeV2.ordinal(key)) else { return }
    let order = relatedSet(at: index).order
    for position in Set(positions) where order.indices.contains(position) {
      removeRelated(order[position], at: index)
    }
  }

  /// Replaces the objects at the given positions of an ordered relationship.
  public final func replace<K: GeneratedCodeV2.Key & ~Copyable>(
    at positions: some Sequence<Int>,
    with objects: some Sequence<NSManagedObject>,
    in key: borrowing K
  ) {
    guard let index = toMany(K.self, GeneratedCodeV2.ordinal(key)) else { return }
    var order = relatedSet(at: index).order
    for (position, object) in zip(positions, objects) where order.indices.contains(position) {
      order[position] = object
    }
    replaceRelated(order, at: index)
  }
}

// MARK: Mutators with collections

// Overloads for each type of collection in generated code: a function for all sequences needs the conformance of the
// type at each call, which takes longer to compile than the call itself.
extension NSManagedObject {
  /// Adds objects to a to-many relationship.
  public final func insert<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    all objects: Set<T>,
    into key: borrowing K
  ) {
    addAll(objects, K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Adds objects to a to-many relationship.
  public final func insert<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    all objects: [T],
    into key: borrowing K
  ) {
    addAll(objects, K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Adds objects to a to-many relationship.
  public final func insert<K: GeneratedCodeV2.Key & ~Copyable>(
    all objects: NSSet,
    into key: borrowing K
  ) {
    addAll(objects, K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Adds objects to a to-many relationship.
  public final func insert<K: GeneratedCodeV2.Key & ~Copyable>(
    all objects: NSOrderedSet,
    into key: borrowing K
  ) {
    addAll(objects, K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Removes objects from a to-many relationship.
  public final func remove<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    all objects: Set<T>,
    from key: borrowing K
  ) {
    removeAll(objects, K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Removes objects from a to-many relationship.
  public final func remove<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    all objects: [T],
    from key: borrowing K
  ) {
    removeAll(objects, K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Removes objects from a to-many relationship.
  public final func remove<K: GeneratedCodeV2.Key & ~Copyable>(
    all objects: NSSet,
    from key: borrowing K
  ) {
    removeAll(objects, K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Removes objects from a to-many relationship.
  public final func remove<K: GeneratedCodeV2.Key & ~Copyable>(
    all objects: NSOrderedSet,
    from key: borrowing K
  ) {
    removeAll(objects, K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Adds objects to a to-many relationship.
  @_disfavoredOverload
  public final func insert<K: GeneratedCodeV2.Key & ~Copyable>(
    all objects: some Sequence,
    into key: borrowing K
  ) {
    addAll(objects, K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Removes objects from a to-many relationship.
  @_disfavoredOverload
  public final func remove<K: GeneratedCodeV2.Key & ~Copyable>(
    all objects: some Sequence,
    from key: borrowing K
  ) {
    removeAll(objects, K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Removes all objects except the given ones from a to-many relationship.
  public final func intersect<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    _ objects: Set<T>,
    in key: borrowing K
  ) {
    keepAll({ ($0 as? T).map(objects.contains) ?? false }, K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Removes all objects except the given ones from a to-many relationship.
  public final func intersect<K: GeneratedCodeV2.Key & ~Copyable, T: NSManagedObject>(
    _ objects: [T],
    in key: borrowing K
  ) {
    intersect(Set(objects), in: key)
  }

  /// Removes all objects except the given ones from a to-many relationship.
  public final func intersect<K: GeneratedCodeV2.Key & ~Copyable>(
    _ objects: NSSet,
    in key: borrowing K
  ) {
    keepAll({ objects.contains($0) }, K.self, GeneratedCodeV2.ordinal(key))
  }

  /// Removes all objects except the given ones from a to-many relationship.
  public final func intersect<K: GeneratedCodeV2.Key & ~Copyable>(
    _ objects: NSOrderedSet,
    in key: borrowing K
  ) {
    keepAll({ objects.contains($0) }, K.self, GeneratedCodeV2.ordinal(key))
  }

  private func addAll<K: GeneratedCodeV2.Key & ~Copyable>(
    _ objects: some Sequence,
    _ keys: K.Type,
    _ ordinal: Int
  ) {
    guard let index = toMany(keys, ordinal) else { return }
    for case let object as NSManagedObject in objects { addRelated(object, at: index) }
  }

  private func removeAll<K: GeneratedCodeV2.Key & ~Copyable>(
    _ objects: some Sequence,
    _ keys: K.Type,
    _ ordinal: Int
  ) {
    guard let index = toMany(keys, ordinal) else { return }
    for case let object as NSManagedObject in objects { removeRelated(object, at: index) }
  }

  private func keepAll<K: GeneratedCodeV2.Key & ~Copyable>(
    _ isKept: (NSManagedObject) -> Bool,
    _ keys: K.Type,
    _ ordinal: Int
  ) {
    guard let index = toMany(keys, ordinal) else { return }
    noteAccess(index)
    let objects = relatedSet(at: index)
    let all = objects.isOrdered ? objects.order : objects.members.objects
    replaceRelated(all.filter(isKept), at: index)
  }
}
