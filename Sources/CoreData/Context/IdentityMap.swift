import CSwiftABI
import Foundation
import ObjectRows
import Synchronization

/// The objects of a context by their references, so that there is one object for each row.
///
/// Open addressing with linear probing. The objects are not retained: each leaves the map when it goes,
/// which may happen on any thread; therefore the lock, and therefore an object that is just going is not
/// found any more. Its slot remains a vacant one that searches go past, so that leaving looks at no other
/// object.
final class IdentityMap: @unchecked Sendable {
  // Locked without a closure: the closure of `withLock` could not return objects, which are no Sendable type.
  private let mutex = Mutex(())

  // Whoever has the lock is alone with them.
  @exclusivity(unchecked) private var slots: [Slot] = []
  @exclusivity(unchecked) private var count = 0

  /// How many slots were left by objects.
  @exclusivity(unchecked) private var vacancies = 0

  /// The number of times that the objects were moved to other slots; like them it is used under the lock only.
  @exclusivity(unchecked) private var arrangement = 0

  private weak var knownCoordinator: NSPersistentStoreCoordinator?

  private enum Slot {
    case empty
    case vacant
    case taken(Unmanaged<NSManagedObject>)
  }

  /// What knows the IDs of objects that have left the context, or whose context is gone.
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

  subscript(reference: Reference) -> NSManagedObject? {
    var gap: Gap?
    return object(reference, gap: &gap)
  }

  /// The place in the map of an object that is about to be made.
  struct Gap {
    fileprivate let position: Int
    fileprivate let arrangement: Int
  }

  /// The object with a reference; else the place for it.
  func object(_ reference: Reference, gap: inout Gap?) -> NSManagedObject? {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    guard !slots.isEmpty else { return nil }
    var position = start(of: reference)
    while true {
      switch slots[position] {
      case .empty:
        gap = Gap(position: position, arrangement: arrangement)
        return nil
      case .vacant: break
      case .taken(let slot):
        // Behind one that is just going there may be the one that was made in its place.
        if slot._withUnsafeGuaranteedRef({ $0.reference == reference }), let found = slot.ifAlive {
          return found
        }
      }
      position = (position + 1) & (slots.count - 1)
    }
  }

  /// Adds an object that has no other of the same reference, at the place that was found for it if there is one.
  func insert(_ object: NSManagedObject, in gap: Gap? = nil) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    makeRoom(for: 1)
    let object = Unmanaged.passUnretained(object)
    if let gap, gap.arrangement == arrangement, case .empty = slots[gap.position] {
      slots[gap.position] = .taken(object)
    } else {
      place(object, for: object._withUnsafeGuaranteedRef { $0.reference })
    }
    count += 1
  }

  /// Removes an object.
  func remove(_ object: NSManagedObject) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    vacate(object)
  }

  private func vacate(_ object: NSManagedObject) {
    guard count > 0 else { return }
    let wanted = Unmanaged.passUnretained(object).toOpaque()
    var position = start(of: object.reference)
    search: while true {
      switch slots[position] {
      case .empty: return
      case .taken(let slot) where slot.toOpaque() == wanted: break search
      case .taken, .vacant: position = (position + 1) & (slots.count - 1)
      }
    }
    slots[position] = .vacant
    count -= 1
    vacancies += 1
  }

  /// Gives objects of the map other references, one for each.
  func rename(_ objects: [NSManagedObject], to references: [Reference]) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    // Most often all objects are new ones that are saved together.
    if objects.count == count {
      count = 0
    } else {
      for object in objects { vacate(object) }
    }
    if count == 0 {
      slots.withUnsafeMutableBufferPointer { $0.update(repeating: .empty) }
      vacancies = 0
      arrangement += 1
    }
    makeRoom(for: objects.count)
    for (object, reference) in zip(objects, references) {
      object.reference = reference
      place(Unmanaged.passUnretained(object), for: reference)
    }
    count += objects.count
  }

  /// Makes room for as many more objects as are about to come.
  func reserve(_ more: Int) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    makeRoom(for: more)
  }

  /// Makes room for objects that are about to come, of which the map may have some already.
  func reserve(total: Int) {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    if total > count { makeRoom(for: total - count) }
  }

  /// The objects, in no particular order.
  var objects: [NSManagedObject] {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    return living
  }

  /// Removes all objects because their context goes, and returns those that remain.
  func close() -> [NSManagedObject] {
    mutex._unsafeLock()
    defer { mutex._unsafeUnlock() }
    // An object that is just going waits for the lock, so that its memory is there.
    for case .taken(let slot) in slots { slot._withUnsafeGuaranteedRef { $0.context = nil } }
    defer {
      slots = []
      count = 0
      vacancies = 0
    }
    return living
  }

  private var living: [NSManagedObject] {
    slots.compactMap { slot in
      if case .taken(let object) = slot { object.ifAlive } else { nil }
    }
  }

  private func start(of reference: Reference) -> Int {
    Int(truncatingIfNeeded: reference.spread) & (slots.count - 1)
  }

  private func place(_ object: Unmanaged<NSManagedObject>, for reference: Reference) {
    var position = start(of: reference)
    while case .taken = slots[position] { position = (position + 1) & (slots.count - 1) }
    if case .vacant = slots[position] { vacancies -= 1 }
    slots[position] = .taken(object)
  }

  /// Sees to it that a quarter of the slots remains empty when more objects have come: searches end there.
  private func makeRoom(for more: Int) {
    guard (count + vacancies + more) * 4 > slots.count * 3 else { return }
    var capacity = 16
    while (count + more) * 2 > capacity { capacity *= 2 }
    // To move an object is to look at it: the first few times there is room for many more.
    if count > 0, capacity < 1 << 18 { capacity *= 2 }
    let old = slots
    slots = Array(repeating: .empty, count: capacity)
    vacancies = 0
    arrangement += 1
    for case .taken(let slot) in old {
      place(slot, for: slot._withUnsafeGuaranteedRef { $0.reference })
    }
  }
}

extension Unmanaged where Instance == NSManagedObject {
  fileprivate var ifAlive: NSManagedObject? {
    retain_if_alive(toOpaque()).map { Unmanaged.fromOpaque($0).takeRetainedValue() }
  }
}
