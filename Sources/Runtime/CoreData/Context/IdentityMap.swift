import Foundation
import ObjectRows
import Synchronization

/// The identity map of a context: its objects by their references, so that there is one object for each row.
///
/// The objects are not retained: each removes itself when it is deallocated, which may happen on any thread.
/// Therefore the map has a lock, and an object that is being deallocated is not found any more. Another one may take
/// its place meanwhile.
final class IdentityMap: @unchecked Sendable {
  // Locked without a closure: the closure of `withLock` could not return objects, which are not `Sendable`.
  private let mutex = Mutex(())

  // Protected by the lock.
  @exclusivity(unchecked) private var table = ReferencePages<NSManagedObject>()

  /// Objects whose place another one has taken, usually while they are being deallocated.
  ///
  /// Protected by the lock.
  @exclusivity(unchecked) private var displaced: [Unmanaged<NSManagedObject>] = []

  /// The number of objects that were inserted; written and read on the queue of the context only.
  @exclusivity(unchecked) private(set) var arrivals = 0

  /// The number of objects that belong to this map; they keep it alive together.
  ///
  /// Protected by the lock.
  @exclusivity(unchecked) private var population = 0

  // Protected by the lock.
  @WeakReference private var knownCoordinator: NSPersistentStoreCoordinator?

  deinit { table.deallocate() }

  /// The coordinator, for the IDs of objects that have left the context, or whose context is deallocated.
  var coordinator: NSPersistentStoreCoordinator? {
    get {
      mutex._unsafeLock()
      defer { mutex._unsafeUnlock() }
      return knownCoordinator
    }
    set {
      mutex._unsafeLock()
      defer { mutex._unsafeUnlock() }
      knownCoordinator = newValue
    }
  }

  /// The object with a reference.
  subscript(reference: Reference) -> NSManagedObject? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return table[reference]?.ifAlive
  }

  /// Initializes memory with objects, up to the first one that is missing or inaccessible.
  ///
  /// - Parameters:
  ///   - objects: Uninitialized memory for as many objects as there are references from `position` on.
  ///   - references: The references of the objects.
  ///   - position: The position of the first reference to look up.
  /// - Returns: The number of objects, which is limited.
  func copyObjects(
    to objects: UnsafeMutablePointer<NSManagedObject>,
    with references: [Reference],
    from position: Int
  ) -> Int {
    let end = min(references.count, position + Self.objectsPerLock)
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    // An `Unmanaged` is the word of its object.
    return UnsafeMutableRawPointer(objects).withMemoryRebound(
      to: Unmanaged<NSManagedObject>.self,
      capacity: end - position
    ) { objects in
      var count = 0
      while position + count < end, let object = table[references[position + count]] {
        UnsafeRawPointer(object.toOpaque()).prefetch()
        objects[count] = object
        count += 1
      }
      for index in 0..<count {
        let isAccessible = objects[index]._withUnsafeGuaranteedRef {
          !$0.state.contains(.isInaccessible)
        }
        // An object that was retained must not be released here: it could be deallocated, and wait for the lock.
        guard isAccessible, objects[index].retainIfAlive() else { return index }
      }
      return count
    }
  }

  /// The number of objects that are copied before other threads can use the map.
  private static let objectsPerLock = 32

  /// Whether there are no objects in the group of consecutive references that `reference` belongs to.
  func isEmpty(near reference: Reference) -> Bool {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return table.isGroupEmpty(of: reference)
  }

  /// Adds an object that was never in a map, and has no other of the same reference.
  func insertNew(_ object: NSManagedObject) {
    withUnsafePointer(to: object) { insertNew($0, 1) }
  }

  /// Adds objects that were never in a map, and have no others of the same references.
  func insertNew(_ objects: UnsafePointer<NSManagedObject>, _ count: Int) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    arrivals += count
    // An `Unmanaged` is the word of its object.
    objects.withMemoryRebound(to: Unmanaged<NSManagedObject>.self, capacity: count) { objects in
      for index in 0..<count { objects[index]._withUnsafeGuaranteedRef { becomeHome(of: $0) } }
      table.setAll(count) { index in
        objects[index]._withUnsafeGuaranteedRef { $0.reference }
      } replacing: { old, index in
        if let old { displaced.append(old) }
        return objects[index]
      }
    }
  }

  /// Adds an object that has no other of the same reference, and may have been in another map.
  func insert(_ object: NSManagedObject) {
    let former = object.home?.takeUnretainedValue()
    if former === self {
      mutex._unsafeLock()
      defer { mutex._unsafeUnlock() }
      arrivals += 1
      return place(object)
    }
    former?.removeAndRelease(object)
    insertNew(object)
  }

  private func becomeHome(of object: NSManagedObject) {
    let reference = Unmanaged.passUnretained(self)
    if population == 0 { _ = reference.retain() }
    population += 1
    object.home = reference
  }

  /// Removes an object that is deallocated or moves to another map.
  func removeAndRelease(_ object: NSManagedObject) {
    let isEmpty = leave(object)
    if isEmpty { Unmanaged.passUnretained(self).release() }
  }

  /// Removes an object permanently, and returns whether it was the last one.
  private func leave(_ object: NSManagedObject) -> Bool {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    vacate(object)
    population -= 1
    return population == 0
  }

  private func place(_ object: NSManagedObject) {
    let object = Unmanaged.passUnretained(object)
    guard
      let old = table.set(object, for: object._withUnsafeGuaranteedRef { $0.reference }),
      old.toOpaque() != object.toOpaque()
    else { return }
    displaced.append(old)
  }

  /// Removes an object.
  func remove(_ object: NSManagedObject) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    vacate(object)
  }

  private func vacate(_ object: NSManagedObject) {
    let address = Unmanaged.passUnretained(object).toOpaque()
    let reference = object.reference
    guard table[reference]?.toOpaque() == address else {
      return displaced.removeAll { $0.toOpaque() == address }
    }
    let other = displaced.firstIndex {
      $0._withUnsafeGuaranteedRef { $0.reference == reference }
    }
    table.set(other.map { displaced.remove(at: $0) }, for: reference)
  }

  /// Gives objects of the map new references, one for each.
  func rename(_ objects: [NSManagedObject], to references: [Reference]) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    // Usually all objects are new ones that are saved together.
    if objects.count == table.count, displaced.isEmpty {
      table.removeAll()
    } else {
      for object in objects { vacate(object) }
    }
    arrivals += objects.count
    table.reserve(objects.count)
    for (object, reference) in zip(objects, references) {
      object.reference = reference
      place(object)
    }
  }

  /// Reserves capacity for objects that are about to be added; some may be in the map already.
  func reserve(total: Int) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    if total > table.count { table.reserve(total - table.count) }
  }

  /// The objects, in no particular order.
  var objects: [NSManagedObject] {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return living
  }

  /// Removes all objects because their context is deallocated, and returns those that remain.
  func close() -> [NSManagedObject] {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    // An object that is being deallocated waits for the lock, so its memory is still valid.
    table.visitObjects { _, object in object._withUnsafeGuaranteedRef { $0.context = nil } }
    for object in displaced { object._withUnsafeGuaranteedRef { $0.context = nil } }
    defer {
      table.removeAll()
      displaced = []
    }
    return living
  }

  private var living: [NSManagedObject] {
    var living: [NSManagedObject] = []
    living.reserveCapacity(table.count)
    table.visitObjects { _, object in
      if let object = object.ifAlive { living.append(object) }
    }
    for object in displaced {
      if let object = object.ifAlive { living.append(object) }
    }
    return living
  }
}
