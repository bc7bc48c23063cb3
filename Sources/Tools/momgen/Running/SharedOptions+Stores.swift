import CommandLineParsing

extension SharedOptions {
  static let store = Operand(
    .path("STORE", extensions: "sqlite", "sqlite3", "db"),
    "The SQLite store, or the URL of one in PostgreSQL ('postgresql://user@host/database?schema=name')."
  )

  static let storeModel = Option.value(
    "model",
    .path("MODEL", extensions: "xcdatamodeld", "xcdatamodel", "momd", "mom"),
    "The model; its versions are compared with the hashes of the store."
  )

  static let storeHistory = Option.flag(
    "history",
    "Also search the history of git for the version of the store."
  )
}

extension ExitStatus {
  /// The exit codes of every verb that reads stores.
  static let unreadableStore = ExitCode(
    3,
    "The store or the model cannot be read, or another program is using the store."
  )
}
