// cold-start-raw STORE: opens a store with the C interface of SQLite and reads its first 20 players by last name.

import CSQLite

var database: OpaquePointer?
var statement: OpaquePointer?
let sql =
  "SELECT Z_PK, Z_OPT, ZJERSEYNUMBER, ZTEAM, ZEMAIL, ZFIRSTNAME, ZLASTNAME FROM ZPLAYER ORDER BY ZLASTNAME LIMIT 20"
guard CommandLine.arguments.count == 2,
  sqlite3_open_v2(CommandLine.arguments[1], &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
  sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK
else { fatalError("cold-start-raw STORE") }
var length = 0
while sqlite3_step(statement) == SQLITE_ROW {
  for column in Int32(4)...6 { length += Int(sqlite3_column_bytes(statement, column)) }
}
sqlite3_finalize(statement)
sqlite3_close(database)
print(length)
