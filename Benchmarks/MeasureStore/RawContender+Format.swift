import CSQLite
import Foundation
import Measuring

// The least that a program which uses the C interface must do for the same files and the same results as the store: a
// lower bound of the store's own time.
extension RawContender {
  /// Saves single players in transactions that Core Data can read: with the highest key, and a new version of the team.
  func formattedSaves(_ database: RawDatabase) throws -> Outcome {
    let begin = try database.prepare("BEGIN IMMEDIATE")
    let highestKey = try database.prepare("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
    let player = try database.prepare(Self.insertion)
    let team = try database.prepare("UPDATE ZTEAM SET Z_OPT = ? WHERE Z_PK = ? AND Z_OPT = ?")
    let commit = try database.prepare("COMMIT")
    return try timed {
      for number in 0..<5_000 {
        let key = squad.players.count + number + 1
        try database.finish(begin)
        sqlite3_bind_int64(highestKey, 1, Int64(key))
        sqlite3_bind_int64(highestKey, 2, 1)
        try database.finish(highestKey)
        try insert(squad.players[number % squad.players.count], key, team: 1, player, database)
        sqlite3_bind_int64(team, 1, Int64(number + 2))
        sqlite3_bind_int64(team, 2, 1)
        sqlite3_bind_int64(team, 3, Int64(number + 1))
        try database.finish(team)
        try database.finish(commit)
      }
      return 5_000
    }
  }

  /// Groups players into dictionaries, and reads two values of each as the program of the store does.
  func groupDictionaries(_ database: RawDatabase) throws -> Outcome {
    let statement = try database.prepare(
      "SELECT ZTEAM, COUNT(ZJERSEYNUMBER), MAX(ZJERSEYNUMBER) FROM ZPLAYER GROUP BY ZTEAM"
    )
    let names: [NSObject] = ["team" as NSString, "players" as NSString, "highest" as NSString]
    return timed {
      var total = 0
      for _ in 0..<10 {
        while sqlite3_step(statement) == SQLITE_ROW {
          let numbers: [AnyObject] = names.indices.map { place in
            NSNumber(value: sqlite3_column_int64(statement, Int32(place)))
          }
          let group = NSDictionary(objects: numbers, forKeys: names, count: names.count)
          total += group["players"] as? Int ?? 0
          total += group["highest"] as? Int ?? 0
        }
        sqlite3_reset(statement)
      }
      return total
    }
  }
}
