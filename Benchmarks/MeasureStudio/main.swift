// measure-studio: the response times of the studio over HTTP, compared with its promised limits.
//
// A model of 200 entities: its first page within 100 ms, its diagram within 300 ms, an edit within
// 50 ms. A store of a million objects: each page of a table within 100 ms by primary key or with an
// index. An open page without events: less than 1 % of a processor. Times are the median
// of some requests after the first, which is reported too.
//
// With `--quick` the store has 10,000 objects.

import CoreData
import Foundation
import Ratios
import RawHTTPClient
import SQLDriver
import SQLiteDriver
import Studio

let objectCount = CommandLine.arguments.contains("--quick") ? 10_000 : 1_000_000
let roundCount = 9

/// A studio and its response times.
struct Measured {
  let studio: Studio

  private var token: Substring { studio.address.split(separator: "/").last ?? "" }

  private func exchange(_ head: String, _ body: String = "") async throws -> String {
    let client = try RawClient(port: studio.port)
    let host = "127.0.0.1:\(studio.port)"
    return try await client.exchange(
      "\(head) HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\nConnection: close\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        + body
    )
  }

  /// Requests a page several times, and prints the times beside the limit.
  func page(_ title: String, _ path: String, limit: Double) async throws {
    try await measure(title, limit) { _ in try await exchange("GET /\(token)/\(path)") }
  }

  func form(
    _ title: String,
    _ path: String,
    limit: Double,
    _ fields: @Sendable (Int) -> [(String, String)]
  )
    async throws
  {
    try await measure(title, limit) { round in
      let all = [("token", String(token))] + fields(round)
      let body = all.map { name, value in
        let text = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "\(name)=\(text)"
      }.joined(separator: "&")
      return try await exchange("POST /\(token)/\(path)", body)
    }
  }

  private func measure(
    _ title: String,
    _ limit: Double,
    _ ask: @Sendable (Int) async throws -> String
  ) async throws {
    var times: [Double] = []
    var work: [Double] = []
    var size = 0
    for round in 0...roundCount {
      let (start, used) = (ContinuousClock.now, processorSeconds())
      let answer = try await ask(round)
      times.append((ContinuousClock.now - start) / .milliseconds(1))
      work.append((processorSeconds() - used) * 1_000)
      let status = Int(answer.split(separator: " ").dropFirst().first ?? "") ?? 0
      guard [200, 303].contains(status) else { throw CocoaError(.featureUnsupported) }
      size = answer.utf8.count
    }
    let median = Array(times.dropFirst()).median
    let verdict = limit.isNaN ? "" : median <= limit ? "within \(Int(limit))" : "over \(Int(limit))"
    let padded = title.padding(toLength: 44, withPad: " ", startingAt: 0)
    print(
      padded
        + String(
          format: "%8.1f ms (processor %8.1f), at first %8.1f ms (%8.1f), %7d bytes  ",
          median,
          Array(work.dropFirst()).median,
          times[0],
          work[0],
          size
        ) + verdict
    )
  }

  /// The CPU share of the studio while a page is open without events.
  func idle() async throws {
    let client = try RawClient(port: studio.port)
    await client.send(
      "GET /\(token)/events HTTP/1.1\r\nHost: 127.0.0.1:\(studio.port)\r\n\r\n"
    )
    _ = try await client.receive { $0.contains("\r\n\r\n") }
    try await Task.sleep(for: .seconds(1))
    let (start, clock) = (processorSeconds(), ContinuousClock.now)
    try await Task.sleep(for: .seconds(10))
    let seconds = (ContinuousClock.now - clock) / .seconds(1)
    let share = (processorSeconds() - start) / seconds * 100
    print(String(format: "an open page, idle: %.2f %% of a processor", share))
  }
}

/// The CPU time of this process.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// A folder for a run, with a model of many entities and a store of many objects.
struct Scene {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "measure-studio-\(getpid())")
    try write(Self.large, "Large")
    try write(Self.club, "Club")
    try fill()
  }

  var large: String { folder.appending(path: "Large.xcdatamodeld").path }
  var club: String { folder.appending(path: "Club.xcdatamodeld").path }
  var store: URL { folder.appending(path: "Club.sqlite") }

  private func write(_ text: String, _ name: String) throws {
    let version = folder.appending(path: "\(name).xcdatamodeld/\(name).xcdatamodel")
    try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: version.appending(path: "contents"))
  }

  private static let large: String = {
    let entities = (0..<200).map { number in
      let attributes = (0..<12).map {
        "<attribute name=\"value\($0)\" optional=\"YES\" attributeType=\"String\"/>"
      }.joined()
      let (next, last) = ((number + 1) % 200, (number + 199) % 200)
      return "<entity name=\"E\(number)\" representedClassName=\"E\(number)\">\(attributes)"
        + "<relationship name=\"next\" optional=\"YES\" maxCount=\"1\" destinationEntity=\"E\(next)\" "
        + "inverseName=\"last\" inverseEntity=\"E\(next)\"/><relationship name=\"last\" optional=\"YES\" "
        + "toMany=\"YES\" destinationEntity=\"E\(last)\" inverseName=\"next\" inverseEntity=\"E\(last)\"/></entity>"
    }.joined()
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<model>\(entities)</model>"
  }()

  private static let club = """
    <?xml version="1.0" encoding="UTF-8"?>
    <model><entity name="Player"><attribute name="name" optional="YES" attributeType="String"/>\
    <attribute name="number" optional="YES" attributeType="Integer 32"/>\
    <attribute name="photo" optional="YES" attributeType="Binary"/>\
    <attribute name="rank" optional="YES" attributeType="Integer 32"/>\
    <relationship name="team" optional="YES" maxCount="1" destinationEntity="Team" inverseName="players" \
    inverseEntity="Team"/><fetchIndex name="byNumber"><fetchIndexElement property="number" type="Binary" \
    order="ascending"/></fetchIndex></entity>\
    <entity name="Team"><attribute name="city" optional="YES" attributeType="String"/>\
    <relationship name="players" optional="YES" toMany="YES" destinationEntity="Player" inverseName="team" \
    inverseEntity="Player"/></entity></model>
    """

  private func fill() throws {
    guard let model = NSManagedObjectModel(contentsOf: URL(filePath: club)) else {
      throw CocoaError(.fileReadUnknown)
    }
    for entity in model.entities { entity.managedObjectClassName = "NSManagedObject" }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let opened = try coordinator.addPersistentStore(type: .sqlite, at: store)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let team = NSEntityDescription.insertNewObject(forEntityName: "Team", into: context)
      team.setValue("Rome", forKey: "city")
      let player = NSEntityDescription.insertNewObject(forEntityName: "Player", into: context)
      player.setValue(team, forKey: "team")
      try context.save()
    }
    try coordinator.remove(opened)
    let connection = try SQLiteConnection(
      path: store.path,
      options: SQLiteOptions(access: .readWrite)
    )
    defer { connection.close() }
    // Photos of 2 kB, as far as the first of a page are shown to be there.
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < \(objectCount))
      INSERT INTO ZPLAYER(Z_PK, Z_ENT, Z_OPT, ZNAME, ZNUMBER, ZRANK, ZTEAM, ZPHOTO)
      SELECT i, (SELECT Z_ENT FROM ZPLAYER LIMIT 1), 1, 'Player ' || i, i * 7919 % 1000003, i * 104729 % 1000003, 1,
        CASE WHEN i % 10 = 0 THEN zeroblob(2000) END FROM n
      """
    )
    try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = \(objectCount) WHERE Z_NAME = 'Player'")
  }
}

await MeasuringProgram.run {
  let scene = try Scene()
  defer { try? FileManager.default.removeItem(at: scene.folder) }

  let model = Measured(studio: try Studio(model: scene.large))
  print("A model of 200 entities")
  try await model.page("first page", "", limit: 100)
  try await model.page("diagram", "diagram", limit: 300)
  try await model.page("an entity", "entity/E7", limit: 100)
  try await model.page("changes", "changes", limit: 100)
  try await model.form("an edit", "command", limit: 50) { round in
    [("line", "add attribute E7.more\(round) type=String")]
  }
  try await model.page("changes, with edits", "changes", limit: 100)
  try await model.idle()
  await model.studio.stop()

  let store = Measured(
    studio: try Studio(model: scene.club, store: scene.store.path, editing: .withoutBackup)
  )
  let table = "store/entity/Player"
  let last = objectCount / 50
  print("\nA store of \(objectCount) objects")
  try await store.page("overview", "store", limit: .nan)
  try await store.page("first page of a table", table, limit: 100)
  try await store.page("page in the middle", "\(table)?page=\(last / 2)", limit: 100)
  try await store.page("last page", "\(table)?page=\(last)", limit: 100)
  try await store.page("by an index", "\(table)?order=number", limit: 100)
  try await store.page("by an index, page 300", "\(table)?order=number&page=300", limit: 100)
  try await store.page(
    "with a condition on an index",
    "\(table)?where=number%20%3C%20500",
    limit: 100
  )
  try await store.page(
    "with a wide condition on an index",
    "\(table)?where=number%20%3E%20500",
    limit: .nan
  )
  try await store.page("by an attribute without an index", "\(table)?order=rank", limit: .nan)
  try await store.page("an object", "store/object/Player/p77", limit: 100)
  try await store.page("an object with a million", "store/object/Team/p1", limit: 100)
  try await store.form("an edit of an object", "store/edit", limit: 50) { round in
    [
      ("verb", "set"), ("entity", "Player"), ("key", "p77"), ("was.name", "x"),
      ("is.name", "y\(round)"),
    ]
  }
  try await store.page("first page of a table, with edits", table, limit: 100)
  try await store.form("saving an edit", "store/save", limit: .nan) { _ in [] }
  await store.studio.stop()
  return true
}
