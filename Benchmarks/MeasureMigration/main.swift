// measure-migration: the cost of a migration compared with the same statements in the program sqlite3.
//
// A store of 1,000,000 objects gets an attribute: an optional one, which only changes the catalog, and a
// mandatory one, whose default is written to every row. The ratio to `ALTER TABLE` (and `UPDATE`) in sqlite3 must be
// at most 1.5; the peak memory of the process is printed, since it must not grow with the store.

import Foundation
import ManagedModel
import PropertyLists
import Ratios
import SQLDriver
import SQLSchema
import SQLiteDriver
import StoreMigration

let rowCount = 1_000_000
let roundCount = 5
let folder = FileManager.default.temporaryDirectory
  .appendingPathComponent("measure-migration-\(ProcessInfo.processInfo.processIdentifier)")
let original = folder.appendingPathComponent("original")
let copy = folder.appendingPathComponent("store")

func model(_ added: Attribute?) -> StoredModel {
  var entity = Entity(name: "Reading")
  entity.properties = [
    .attribute(Attribute(name: "place", type: .string, isOptional: true)),
    .attribute(Attribute(name: "value", type: .double, isOptional: true)),
  ]
  if let added { entity.properties.append(.attribute(added)) }
  return StoredModel(Model(entities: [entity]))
}

func makeStore() throws {
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let connection = try SQLiteConnection(path: original.path)
  defer { connection.close() }
  let stored = model(nil)
  let schema = SQLiteSchema(stored.mapping)
  for setting in schema.settings { try connection.execute(setting.text) }
  try connection.transaction {
    for statement in schema.statements { try connection.execute(statement.text) }
    for row in schema.primaryKeyRows { try connection.execute(row.insertion) }
    try connection.run(
      "INSERT INTO Z_METADATA VALUES(1, 'A', ?)",
      .blob(PropertyList.dictionary(PropertyListDictionary(stored.identity.entries)).binary())
    )
    try connection.run("INSERT INTO Z_MODELCACHE VALUES(?)", .blob(stored.archive()))
    try connection.execute(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rowCount)) "
        + "INSERT INTO ZREADING(Z_PK, Z_ENT, Z_OPT, ZPLACE, ZVALUE) "
        + "SELECT i, 1, 1, 'place ' || (i % 1000), i / 7.0 FROM n"
    )
  }
  try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
}

/// The least time of some rounds, each with a fresh copy of the store, in milliseconds.
func time(_ work: () throws -> Void) throws -> Double {
  var best = Double.infinity
  for _ in 0..<roundCount {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: copy.path + suffix)
    }
    try FileManager.default.copyItem(at: original, to: copy)
    sync()
    let start = ContinuousClock.now
    try work()
    best = min(best, (ContinuousClock.now - start) / .milliseconds(1))
  }
  return best
}

func migrate(to target: StoredModel) throws {
  let connection = try SQLiteConnection(path: copy.path)
  defer { connection.close() }
  try StoreMigration(to: target, losses: .all).run(on: connection)
}

func sqlite3(_ sql: String) throws {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
  process.arguments = [copy.path, "BEGIN;\(sql);COMMIT;"]
  try process.run()
  process.waitUntilExit()
}

/// The peak memory of the process, in megabytes.
func peakMemory() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
  return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) / 1_024
}

func report(_ title: String, _ ours: Double, _ theirs: Double) {
  RatioLog.record(title, ours / theirs)
  let numbers = [ours, theirs, ours / theirs].map { String(format: "%.2f", $0) }
  print("\(title): \(numbers[0]) ms, sqlite3 \(numbers[1]) ms, ratio \(numbers[2])")
}

MeasuringProgram.run {
  guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3") else {
    print("skipped: there is no program sqlite3")
    return true
  }
  try makeStore()
  defer { try? FileManager.default.removeItem(at: folder) }
  let before = peakMemory()

  let optional = model(Attribute(name: "note", type: .string, isOptional: true))
  report(
    "an optional attribute",
    try time { try migrate(to: optional) },
    try time { try sqlite3("ALTER TABLE ZREADING ADD COLUMN ZNOTE VARCHAR") }
  )

  var quality = Attribute(name: "quality", type: .integer16, isOptional: false)
  quality.defaultValueText = "3"
  let mandatory = model(quality)
  report(
    "a mandatory attribute",
    try time { try migrate(to: mandatory) },
    try time {
      try sqlite3(
        "ALTER TABLE ZREADING ADD COLUMN ZQUALITY INTEGER; UPDATE ZREADING SET ZQUALITY = 3"
      )
    }
  )
  print("memory: \(before) MB before, \(peakMemory()) MB at most")
  return true
}
