import Foundation

// What generated accessors of relationships and fetched properties call. An index counts if the object's row
// is of generated code; else the name does.

extension GeneratedCode1 {
  /// The object at the other end of a to-one relationship.
  public static func toOne<R: Row, T: NSManagedObject>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String
  ) -> T? {
    guard let index = find(index, name, in: object) else { return nil }
    object.noteAccess(index)
    return object.relatedObject(at: index) as? T
  }

  /// Lets a to-one relationship lead to an object.
  public static func setToOne<R: Row, T: NSManagedObject>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    _ value: T?
  ) {
    guard let index = find(index, name, in: object) else { return }
    object.setRelated(value, at: index)
  }

  /// The objects at the other end of a to-many relationship.
  public static func toMany<R: Row, T: NSManagedObject>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String
  ) -> Set<T> {
    guard let index = find(index, name, in: object) else { return [] }
    object.noteAccess(index)
    let members = object.relatedSet(at: index).set
    // Sets of objects are laid out alike whatever their class; where all members are known to be of the
    // class, the set need not be made again.
    if let binding = object.shape.slots[index].destination?.binding, binding.isUniform,
      binding.objectClass is T.Type
    {
      return unsafeBitCast(members, to: Set<T>.self)
    }
    return Set(members.lazy.compactMap { $0 as? T })
  }

  /// Makes a to-many relationship lead to exactly the given objects.
  public static func setToMany<R: Row, T: NSManagedObject>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    _ value: Set<T>
  ) {
    guard let index = find(index, name, in: object) else { return }
    object.replaceRelated(Array(value), at: index)
  }

  /// The objects at the other end of an ordered to-many relationship.
  public static func ordered<R: Row, T: NSManagedObject>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String
  ) -> [T] {
    guard let index = find(index, name, in: object) else { return [] }
    object.noteAccess(index)
    return object.relatedSet(at: index).order.compactMap { $0 as? T }
  }

  /// Makes an ordered to-many relationship lead to exactly the given objects, in their order.
  public static func setOrdered<R: Row, T: NSManagedObject>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    _ value: [T]
  ) {
    guard let index = find(index, name, in: object) else { return }
    object.replaceRelated(value, at: index)
  }

  /// The results of a fetched property.
  public static func fetched<R: Row, T: NSManagedObject>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String
  ) -> [T] {
    guard let index = find(index, name, in: object) else { return [] }
    object.noteAccess(index)
    return object.fetchedObjects(at: index).compactMap { $0 as? T }
  }

  /// Adds objects to a to-many relationship.
  public static func add<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    _ values: some Sequence<NSManagedObject>
  ) {
    guard let index = find(index, name, in: object) else { return }
    for value in values { object.addRelated(value, at: index) }
  }

  /// Removes objects from a to-many relationship.
  public static func remove<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    _ values: some Sequence<NSManagedObject>
  ) {
    guard let index = find(index, name, in: object) else { return }
    for value in values { object.removeRelated(value, at: index) }
  }

  /// Leaves in a to-many relationship only objects that are among the given ones.
  public static func intersect<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    _ values: some Sequence<NSManagedObject>
  ) {
    guard let index = find(index, name, in: object) else { return }
    let kept = Set(values)
    for value in object.relatedObjects(at: index) where !kept.contains(value) {
      object.removeRelated(value, at: index)
    }
  }

  /// Inserts objects into an ordered relationship, each at the index that is at its place among the indexes.
  public static func insert<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    _ values: some Sequence<NSManagedObject>,
    at positions: some Sequence<Int>
  ) {
    guard let index = find(index, name, in: object) else { return }
    for (value, position) in zip(values, positions) {
      object.addRelated(value, at: index, position: position)
    }
  }

  /// Removes the objects at the given indexes from an ordered relationship.
  public static func remove<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    at positions: some Sequence<Int>
  ) {
    guard let index = find(index, name, in: object) else { return }
    let order = object.relatedSet(at: index).order
    for position in Set(positions) where order.indices.contains(position) {
      object.removeRelated(order[position], at: index)
    }
  }

  /// Puts objects in the place of those at the given indexes of an ordered relationship.
  public static func replace<R: Row>(
    _ object: NSManagedObject,
    _ type: R.Type,
    _ index: Int,
    _ name: String,
    at positions: some Sequence<Int>,
    with values: some Sequence<NSManagedObject>
  ) {
    guard let index = find(index, name, in: object) else { return }
    var order = object.relatedSet(at: index).order
    for (position, value) in zip(positions, values) where order.indices.contains(position) {
      order[position] = value
    }
    object.replaceRelated(order, at: index)
  }

  /// The index of a property in an object's own entity.
  private static func find(_ index: Int, _ name: String, in object: NSManagedObject) -> Int? {
    object.state.contains(.hasTypedRow) ? index : object.shape.indexByName[name]
  }
}
