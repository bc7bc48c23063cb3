import CSQLite
import Measuring

/// The workloads with the C interface of SQLite, in the schema of the store.
struct RawContender: Contender {
  let squad: Squad

  func run(_ workload: Workload, on path: String) throws -> Outcome {
    let database = try RawDatabase(path: path)
    if workload.wantsIndex { try database.execute(Self.index) }
    switch workload {
    case .insert: return try insert(database)
    case .fetch: return try fetch(database)
    case .fetchAgain:
      _ = try fetch(database)
      return try fetch(database)
    case .lookUp, .lookUpPinned: return try lookUp(database)
    case .search: return try search(database, 100)
    case .searchIndexed, .searchIndexedPinned: return try search(database, 1_000)
    case .update: return try update(database)
    case .walk, .walkPrefetched: return try walk(database)
    case .deleteSet: return try deleteSet(database)
    case .deleteObjects: return try deleteObjects(database)
    case .smallSaves: return try smallSaves(database)
    case .count: return try count(database, by: squad.teamNames.count, all: 20)
    case .countFew: return try count(database, by: 1_000, all: 0)
    case .group: return try group(database)
    case .formattedSaves: return try formattedSaves(database)
    case .groupDictionaries: return try groupDictionaries(database)
    }
  }

  static let index = "CREATE INDEX Z_LASTNAME ON ZPLAYER (ZLASTNAME)"

  static let insertion =
    "INSERT INTO ZPLAYER (Z_PK, Z_ENT, Z_OPT, ZJERSEYNUMBER, ZTEAM, ZEMAIL, ZFIRSTNAME, ZLASTNAME)"
    + " VALUES (?, 1, 1, ?, ?, ?, ?, ?)"

  private func insert(_ database: RawDatabase) throws -> Outcome {
    let teams = try database.prepare(
      "INSERT INTO ZTEAM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIFORMCOLOR) VALUES (?, 2, 1, ?, ?)"
    )
    let players = try database.prepare(Self.insertion)
    return try timed {
      try database.execute("BEGIN IMMEDIATE")
      for (team, name) in squad.teamNames.enumerated() {
        sqlite3_bind_int64(teams, 1, Int64(team + 1))
        try bind(name, squad.colors[team % squad.colors.count], to: teams, from: 2) {
          try database.finish(teams)
        }
        for member in 0..<Squad.playersInTeam {
          let number = team * Squad.playersInTeam + member
          try insert(squad.players[number], number + 1, team: team + 1, players, database)
        }
      }
      try database.execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = \(squad.players.count) WHERE Z_ENT = 1;"
          + "UPDATE Z_PRIMARYKEY SET Z_MAX = \(squad.teamNames.count) WHERE Z_ENT = 2; COMMIT"
      )
      return squad.players.count
    }
  }

  func insert(
    _ player: Squad.Player,
    _ key: Int,
    team: Int,
    _ statement: OpaquePointer,
    _ database: RawDatabase
  ) throws {
    sqlite3_bind_int64(statement, 1, Int64(key))
    sqlite3_bind_int64(statement, 2, Int64(player.jerseyNumber))
    sqlite3_bind_int64(statement, 3, Int64(team))
    try bind(player.email, player.firstName, to: statement, from: 4) {
      try bind(player.lastName, to: statement, at: 6) { try database.finish(statement) }
    }
  }

  private func bind(
    _ text: String,
    to statement: OpaquePointer,
    at place: Int32,
    _ body: () throws -> Void
  ) rethrows {
    var text = text
    try text.withUTF8 { bytes in
      try bytes.withMemoryRebound(to: CChar.self) { bytes in
        sqlite3_bind_text(statement, place, bytes.baseAddress, Int32(bytes.count), nil)
        try body()
      }
    }
  }

  private func bind(
    _ first: String,
    _ second: String,
    to statement: OpaquePointer,
    from place: Int32,
    _ body: () throws -> Void
  ) rethrows {
    try bind(first, to: statement, at: place) {
      try bind(second, to: statement, at: place + 1, body)
    }
  }

  // MARK: Reading

  private func fetch(_ database: RawDatabase) throws -> Outcome {
    let statement = try database.prepare("SELECT \(RawPlayer.columns) FROM ZPLAYER")
    var players: [RawPlayer] = []
    return timed {
      while sqlite3_step(statement) == SQLITE_ROW { players.append(RawPlayer(statement)) }
      sqlite3_reset(statement)
      return players.reduce(0) { $0 + $1.length }
    }
  }

  private func lookUp(_ database: RawDatabase) throws -> Outcome {
    let statement = try database.prepare("SELECT \(RawPlayer.columns) FROM ZPLAYER WHERE Z_PK = ?")
    let keys = Squad.scattered(10_000, of: squad.players.count)
    return timed {
      var length = 0
      for key in keys {
        sqlite3_bind_int64(statement, 1, key)
        if sqlite3_step(statement) == SQLITE_ROW { length += RawPlayer(statement).length }
        sqlite3_reset(statement)
      }
      return length
    }
  }

  private func search(_ database: RawDatabase, _ rounds: Int) throws -> Outcome {
    let statement = try database.prepare(
      "SELECT \(RawPlayer.columns) FROM ZPLAYER WHERE ZLASTNAME >= ? AND ZLASTNAME < ?"
        + " ORDER BY ZLASTNAME, Z_PK LIMIT 50"
    )
    return timed {
      var length = 0
      for round in 0..<rounds {
        let (low, high) = Squad.prefix(round)
        bind(low, high, to: statement, from: 1) {
          var players: [RawPlayer] = []
          while sqlite3_step(statement) == SQLITE_ROW { players.append(RawPlayer(statement)) }
          sqlite3_reset(statement)
          length += players.reduce(0) { $0 + $1.length }
        }
      }
      return length
    }
  }

  private func walk(_ database: RawDatabase) throws -> Outcome {
    let teams = try database.prepare("SELECT Z_PK, Z_OPT, ZNAME, ZUNIFORMCOLOR FROM ZTEAM")
    let players = try database.prepare("SELECT \(RawPlayer.columns) FROM ZPLAYER WHERE ZTEAM = ?")
    var found: [[RawPlayer]] = []
    return timed {
      var length = 0
      while sqlite3_step(teams) == SQLITE_ROW {
        sqlite3_bind_int64(players, 1, sqlite3_column_int64(teams, 0))
        var members: [RawPlayer] = []
        while sqlite3_step(players) == SQLITE_ROW { members.append(RawPlayer(players)) }
        sqlite3_reset(players)
        length += members.reduce(0) { $0 + $1.length }
        found.append(members)
      }
      sqlite3_reset(teams)
      return length
    }
  }

  private func count(_ database: RawDatabase, by teams: Int, all rounds: Int) throws -> Outcome {
    let some = try database.prepare("SELECT COUNT(*) FROM ZPLAYER WHERE ZTEAM = ?")
    let all = try database.prepare("SELECT COUNT(*) FROM ZPLAYER")
    return timed {
      var total = 0
      for team in 0..<teams {
        sqlite3_bind_int64(some, 1, Int64(team % squad.teamNames.count + 1))
        if sqlite3_step(some) == SQLITE_ROW { total += Int(sqlite3_column_int64(some, 0)) }
        sqlite3_reset(some)
      }
      for _ in 0..<rounds {
        if sqlite3_step(all) == SQLITE_ROW { total += Int(sqlite3_column_int64(all, 0)) }
        sqlite3_reset(all)
      }
      return total
    }
  }

  private func group(_ database: RawDatabase) throws -> Outcome {
    let statement = try database.prepare(
      "SELECT ZTEAM, COUNT(*), MAX(ZJERSEYNUMBER) FROM ZPLAYER GROUP BY ZTEAM"
    )
    return timed {
      var total = 0
      for _ in 0..<10 {
        while sqlite3_step(statement) == SQLITE_ROW {
          total += Int(sqlite3_column_int64(statement, 1) + sqlite3_column_int64(statement, 2))
        }
        sqlite3_reset(statement)
      }
      return total
    }
  }

  // MARK: Writing

  private func update(_ database: RawDatabase) throws -> Outcome {
    let select = try database.prepare("SELECT \(RawPlayer.columns) FROM ZPLAYER")
    var players: [RawPlayer] = []
    while sqlite3_step(select) == SQLITE_ROW { players.append(RawPlayer(select)) }
    sqlite3_reset(select)
    let statement = try database.prepare(
      "UPDATE ZPLAYER SET Z_OPT = ?, ZJERSEYNUMBER = ? WHERE Z_PK = ? AND Z_OPT = ?"
    )
    return try timed {
      var changed = 0
      try database.execute("BEGIN IMMEDIATE")
      for index in players.indices {
        players[index].jerseyNumber += 100
        sqlite3_bind_int64(statement, 1, players[index].version + 1)
        sqlite3_bind_int64(statement, 2, Int64(players[index].jerseyNumber))
        sqlite3_bind_int64(statement, 3, players[index].key)
        sqlite3_bind_int64(statement, 4, players[index].version)
        try database.finish(statement)
        changed += database.changes
      }
      try database.execute("COMMIT")
      return changed
    }
  }

  private func deleteSet(_ database: RawDatabase) throws -> Outcome {
    let players = try database.prepare("DELETE FROM ZPLAYER WHERE ZTEAM = ?")
    let teams = try database.prepare("DELETE FROM ZTEAM WHERE Z_PK = ?")
    return try timed {
      try database.execute("BEGIN IMMEDIATE")
      for team in 1...200 {
        for statement in [players, teams] {
          sqlite3_bind_int64(statement, 1, Int64(team))
          try database.finish(statement)
        }
      }
      try database.execute("COMMIT")
      return try remaining(database)
    }
  }

  private func deleteObjects(_ database: RawDatabase) throws -> Outcome {
    let select = try database.prepare("SELECT \(RawPlayer.columns) FROM ZPLAYER WHERE ZTEAM = ?")
    let player = try database.prepare("DELETE FROM ZPLAYER WHERE Z_PK = ? AND Z_OPT = ?")
    let teams = try database.prepare("DELETE FROM ZTEAM WHERE Z_PK = ?")
    return try timed {
      try database.execute("BEGIN IMMEDIATE")
      for team in 1...200 {
        sqlite3_bind_int64(select, 1, Int64(team))
        var members: [RawPlayer] = []
        while sqlite3_step(select) == SQLITE_ROW { members.append(RawPlayer(select)) }
        sqlite3_reset(select)
        for member in members {
          sqlite3_bind_int64(player, 1, member.key)
          sqlite3_bind_int64(player, 2, member.version)
          try database.finish(player)
        }
        sqlite3_bind_int64(teams, 1, Int64(team))
        try database.finish(teams)
      }
      try database.execute("COMMIT")
      return try remaining(database)
    }
  }

  private func remaining(_ database: RawDatabase) throws -> Int {
    let statement = try database.prepare("SELECT COUNT(*) FROM ZPLAYER")
    defer { sqlite3_reset(statement) }
    return sqlite3_step(statement) == SQLITE_ROW ? Int(sqlite3_column_int64(statement, 0)) : -1
  }

  private func smallSaves(_ database: RawDatabase) throws -> Outcome {
    let statement = try database.prepare(Self.insertion)
    return try timed {
      for number in 0..<5_000 {
        let key = squad.players.count + number + 1
        try insert(squad.players[number % squad.players.count], key, team: 1, statement, database)
      }
      return 5_000
    }
  }
}
