// SQLiteDriver: `SQLDriver` over SQLite, whose C library only this target uses.
//
// `SQLiteConnection` opens a file and compiles statements; `SQLiteCursor` runs one of them; `SQLiteHandle` owns the C
// connection for both, so that neither outlives it. `SQLiteConnection+Functions` registers SQL functions written in
// Swift, `SQLiteConnection+Backup` copies a whole database while others use it.
//
// Connections are opened without SQLite's own mutexes: `SQLConnection` allows one thread at a time.
