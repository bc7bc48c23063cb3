import Foundation
import Measuring

/// Shows what a row costs in stores of more and more rows: it should be the same.
struct Growth {
  let arguments: Arguments

  func run() throws {
    print("      rows   insert and save   fetch and read   (microseconds for each row)")
    var rows = 10_000
    while rows <= arguments.growth {
      let scratch = try Scratch(in: arguments.folder)
      let empty = scratch.path("empty.sqlite")
      let full = scratch.path("full.sqlite")
      var arguments = arguments
      arguments.teams = rows / Squad.playersInTeam
      _ = try StoreContender.context(empty)
      _ = try StoreContender(squad: Squad(teams: arguments.teams))
        .insert(StoreContender.context(full))
      let insert = try Part("store", .insert, arguments, template: empty, repetitions: 1)
      let fetch = try Part("store", .fetch, arguments, template: full, repetitions: 1)
      let perRow = { (part: Part) in part.milliseconds * 1_000 / Double(rows) }
      print(String(format: "%10d %17.2f %16.2f", rows, perRow(insert), perRow(fetch)))
      rows *= 10
    }
  }
}
