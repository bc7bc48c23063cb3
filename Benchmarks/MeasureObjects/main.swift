// measure-objects: what managed objects cost beside plain ones, in one run.
//
// 100,000 objects are made from rows in memory, three strings of each are read, and all are freed. Typed
// objects have generated code; dynamic ones have not. Rows are those of the store, and shared with it; their
// size is told apart.

import CoreData
import Foundation
import Glibc
import Measuring
import Ratios

let count = 100_000

struct Costs {
  var make = Double.infinity
  var read = Double.infinity
  var free = Double.infinity
  var bytes = 0
}

/// The memory that the process has in use; it grows by what the first round makes.
func usedBytes() -> Int {
  let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
  let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
}

@MainActor
func measure<Object>(
  _ make: () throws -> [Object],
  _ read: ([Object]) -> Int
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
    costs.free = min(costs.free, milliseconds { objects = [] })
  }
  return costs
}

func makePlayers(isTyped: Bool) throws -> NSManagedObjectContext {
  let context = try makeContext(
    "Player",
    className: isTyped ? "Player" : "NSManagedObject",
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
func measureObjects(isTyped: Bool) throws -> Costs {
  let coordinator = try makePlayers(isTyped: isTyped).persistentStoreCoordinator
  let request = NSFetchRequest<NSManagedObject>(entityName: "Player")
  request.returnsObjectsAsFaults = false
  let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  context.persistentStoreCoordinator = coordinator
  return try measure {
    try context.fetch(request)
  } _: { objects in
    var length = 0
    for object in objects {
      if isTyped {
        let player = unsafeDowncast(object, to: Player.self)
        length += (player.name?.utf8.count ?? 0) + (player.email?.utf8.count ?? 0)
        length += player.city?.utf8.count ?? 0
      } else {
        for key in ["name", "email", "city"] {
          length += (object.value(forKey: key) as? String)?.utf8.count ?? 0
        }
      }
    }
    return length
  }
}

func show(_ title: String, _ costs: Costs, _ plain: Costs) {
  RatioLog.record("\(title) make", costs.make / plain.make)
  RatioLog.record("\(title) read", costs.read / plain.read)
  RatioLog.record("\(title) free", costs.free / plain.free)
  print(
    String(
      format: "%-8@ make %6.1f ms (%.2f)  read %6.2f ms (%.2f)  free %6.1f ms (%.2f)  %d B/object",
      title as NSString,
      costs.make,
      costs.make / plain.make,
      costs.read,
      costs.read / plain.read,
      costs.free,
      costs.free / plain.free,
      costs.bytes
    )
  )
}

let plain = measure {
  (0..<count).map(PlainPlayer.init)
} _: { players in
  players.reduce(0) { $0 + $1.name.utf8.count + $1.email.utf8.count + $1.city.utf8.count }
}
show("plain", plain, plain)
show("typed", try measureObjects(isTyped: true), plain)
show("dynamic", try measureObjects(isTyped: false), plain)
