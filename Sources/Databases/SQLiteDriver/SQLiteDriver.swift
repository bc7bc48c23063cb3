// SQLiteDriver: `SQLDriver` over SQLite, whose C library is used here and nowhere else.
//
// `SQLiteConnection` opens a file and compiles statements; `SQLiteCursor` runs one of them; `SQLiteHandle`
// owns the C connection for both, so that neither outlives it. `SQLiteConnection+Functions` gives SQL
// functions written in Swift, `SQLiteConnection+Backup` copies a whole database while others use it.
//
// Connections are opened without SQLite's own mutexes: one thread at a time is the rule of `SQLConnection`.
