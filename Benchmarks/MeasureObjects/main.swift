// measure-objects: the cost of managed objects compared with plain ones, in one run.
//
// 100,000 objects are created from rows in memory, three strings of each are read and one is written; all are freed.
// Typed objects have generated code, called ones the same as if it were in another module; managed ones have a class
// written by hand with @NSManaged, and a companion; dynamic ones have neither. Rows belong to the store, and are shared
// with it; their size is reported separately.

import CoreData
import Foundation
import Glibc
import Measuring
import Ratios

let count = 100_000

struct Costs {
  var make = Double.infinity
  var read = Double.infinity
  var write = Double.infinity
  var free = Double.infinity
  var bytes = 0
}

/// The memory in use by the process.
func usedBytes() -> Int {
  let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
  let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}

@MainActor
func measure<Object>(
  _ make: () throws -> [Object],
  _ read: ([Object]) -> Int,
  _ write: ([Object]) -> Void
) rethrows -> Costs {
  var costs = Costs()
  for _ in 0..<7 {
    var objects: [Object] = []
    let before = usedBytes()
    costs.make = min(costs.make, try milliseconds { objects = try make() })
    costs.bytes = max(costs.bytes, (usedBytes() - before) / count)
    var length = 0
    costs.read = min(costs.read, milliseconds { length = read(objects) })
    precondition(length > count)
    costs.write = min(costs.write, milliseconds { write(objects) })
    costs.free = min(costs.free, milliseconds { objects = [] })
  }
  return costs
}

/// A way to access the properties of an object.
enum Access: String {
  case typed
  case called
  case managed
  case dynamic

  var className: String {
    switch self {
    case .typed: "Player"
    case .called: "CalledPlayer"
    case .managed: "ManagedPlayer"
    case .dynamic: "NSManagedObject"
    }
  }
}

func makePlayers(_ access: Access) throws -> NSManagedObjectContext {
  let context = try makeContext(
    "Player",
    className: access.className,
    [
      ("city", .string), ("email", .string), ("goals", .integer64), ("height", .double),
      ("name", .string),
    ]
  )
  for number in 0..<count {
    let plain = PlainPlayer(number)
    let player = NSEntityDescription.insertNewObject(forEntityName: "Player", into: context)
    player.setValue(plain.name, forKey: "name")
    player.setValue(plain.email, forKey: "email")
    player.setValue(plain.city, forKey: "city")
    player.setValue(plain.goals, forKey: "goals")
    player.setValue(plain.height, forKey: "height")
  }
  try context.save()
  return context
}

@MainActor
func measureObjects(_ access: Access) throws -> Costs {
  let coordinator = try makePlayers(access).persistentStoreCoordinator
  let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
  request.returnsObjectsAsFaults = false
  let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  context.persistentStoreCoordinator = coordinator
  return try measure {
    try context.fetch(request)
  } _: { objects in
    read(objects, access)
  } _: { objects in
    write(objects, access)
    context.processPendingChanges()
    context.rollback()
  }
}

func read(_ objects: [NSManagedObject], _ access: Access) -> Int {
  var length = 0
  for object in objects {
    switch access {
    case .typed:
      let player = unsafeDowncast(object, to: Player.self)
      length += (player.name?.utf8.count ?? 0) + (player.email?.utf8.count ?? 0)
      length += player.city?.utf8.count ?? 0
    case .called:
      let player = unsafeDowncast(object, to: CalledPlayer.self)
      length += (player.name?.utf8.count ?? 0) + (player.email?.utf8.count ?? 0)
      length += player.city?.utf8.count ?? 0
    case .managed:
      let player = unsafeDowncast(object, to: ManagedPlayer.self)
      length += (player.name?.utf8.count ?? 0) + (player.email?.utf8.count ?? 0)
      length += player.city?.utf8.count ?? 0
    case .dynamic:
      for key in ["name", "email", "city"] {
        length += (object.value(forKey: key) as? String)?.utf8.count ?? 0
      }
    }
  }
  return length
}

func write(_ objects: [NSManagedObject], _ access: Access) {
  for object in objects {
    switch access {
    case .typed: unsafeDowncast(object, to: Player.self).city = "Berlin"
    case .called: unsafeDowncast(object, to: CalledPlayer.self).city = "Berlin"
    case .managed: unsafeDowncast(object, to: ManagedPlayer.self).city = "Berlin"
    case .dynamic: object.setValue("Berlin", forKey: "city")
    }
  }
}

func show(_ title: String, _ costs: Costs, _ plain: Costs) {
  RatioLog.record("\(title) make", costs.make / plain.make)
  RatioLog.record("\(title) read", costs.read / plain.read)
  RatioLog.record("\(title) write", costs.write / plain.write)
  RatioLog.record("\(title) free", costs.free / plain.free)
  print(
    String(
      format:
        "%-8@ make %6.1f ms (%.2f)  read %6.2f ms (%.2f)  write %6.2f ms (%.2f)  free %6.1f ms (%.2f)  %d B/object",
      title as NSString,
      costs.make,
      costs.make / plain.make,
      costs.read,
      costs.read / plain.read,
      costs.write,
      costs.write / plain.write,
      costs.free,
      costs.free / plain.free,
      costs.bytes
    )
  )
}

MeasuringProgram.run {
  let plain = measure {
    (0..<count).map(PlainPlayer.init)
  } _: { players in
    players.reduce(0) { $0 + $1.name.utf8.count + $1.email.utf8.count + $1.city.utf8.count }
  } _: { players in
    for player in players { player.city = "Berlin" }
  }
  show("plain", plain, plain)
  let typed = try measureObjects(.typed)
  show("typed", typed, plain)
  let called = try measureObjects(.called)
  show("called", called, plain)
  let managed = try measureObjects(.managed)
  show("managed", managed, plain)
  show("dynamic", try measureObjects(.dynamic), plain)
  RatioLog.record("managed read / called read", managed.read / called.read)
  RatioLog.record("managed write / called write", managed.write / called.write)
  print(
    String(
      format: "managed / called: read %.2f, write %.2f",
      managed.read / called.read,
      managed.write / called.write
    )
  )
  return true
}
