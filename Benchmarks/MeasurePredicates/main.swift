// measure-predicates: the cost of predicates compared with hand-written closures, in one run.
//
// Each predicate is parsed and evaluated with 100,000 objects in memory; the closure evaluates the same condition
// with the typed properties of the same objects. The number in parentheses is the ratio of the two.

import CoreData
import Foundation
import Measuring
import Ratios

let count = 100_000
let rounds = 9

func makePlayers() throws -> NSManagedObjectContext {
  let context = try makeContext(
    "Player",
    className: "Player",
    [("born", .date), ("goals", .integer64), ("height", .double), ("name", .string)]
  )
  for number in 0..<count {
    let player = NSEntityDescription.insertNewObject(forEntityName: "Player", into: context)
    player.setValue("Player number \(number % 977)", forKey: "name")
    player.setValue(number % 1_000, forKey: "goals")
    player.setValue(1.5 + Double(number % 100) / 100, forKey: "height")
    player.setValue(Date(timeIntervalSinceReferenceDate: Double(number)), forKey: "born")
  }
  try context.save()
  return context
}

MeasuringProgram.run {
  let context = try makePlayers()
  let request = NSFetchRequest<Player>(entityName: "Player")
  request.returnsObjectsAsFaults = false
  let players = try context.fetch(request)
  let day = Date(timeIntervalSinceReferenceDate: 50_000)

  let cases: [(format: String, arguments: [Any], closure: (Player) -> Bool)] = [
    ("goals > 500", [], { $0.goals > 500 }),
    ("goals > 500 AND height < 2", [], { $0.goals > 500 && $0.height < 2 }),
    ("name == 'Player number 500'", [], { $0.name == "Player number 500" }),
    ("name BEGINSWITH 'Player number 5'", [], { $0.name?.hasPrefix("Player number 5") ?? false }),
    (
      "name CONTAINS[c] 'NUMBER 50'", [],
      { $0.name?.range(of: "NUMBER 50", options: .caseInsensitive) != nil }
    ),
    ("born >= %@", [day], { ($0.born ?? .distantPast) >= day }),
    (
      "goals IN {1, 3, 5, 7, 9, 11} OR (goals > 900 AND name != 'Player number 1')", [],
      { player in
        [1, 3, 5, 7, 9, 11].contains(player.goals)
          || (player.goals > 900 && player.name != "Player number 1")
      }
    ),
  ]

  var ratios: [Double] = []
  for (format, arguments, closure) in cases {
    var byHand = 0
    let hand = milliseconds(rounds: rounds) { byHand = players.filter(closure).count }
    var found = 0
    let predicate = milliseconds(rounds: rounds) {
      let predicate = NSPredicate(format: format, argumentArray: arguments)
      found = players.filter { predicate.evaluate(with: $0) }.count
    }
    precondition(found == byHand, format)
    let fetched = try milliseconds(rounds: rounds) {
      let request = NSFetchRequest<Player>(entityName: "Player")
      request.predicate = NSPredicate(format: format, argumentArray: arguments)
      let count = try context.fetch(request).count
      precondition(count == byHand)
    }
    ratios.append(predicate / hand)
    print(
      String(
        format: "closure %6.2f ms  predicate %6.2f ms (%5.2f)  fetch %6.2f ms (%5.2f)  %@",
        hand,
        predicate,
        predicate / hand,
        fetched,
        fetched / hand,
        format as NSString
      )
    )
  }
  let mean = pow(ratios.reduce(1, *), 1 / Double(ratios.count))
  RatioLog.record("predicates beside closures", mean)
  print(String(format: "predicates beside closures, geometric mean: %.2f", mean))

  let parsing = milliseconds(rounds: rounds) {
    for number in 0..<10_000 {
      _ = NSPredicate(format: "name BEGINSWITH[cd] %@ AND goals >= %d", "A", number)
    }
  }
  print(String(format: "parsing: %.2f µs for each predicate", parsing / 10))
  return true
}
