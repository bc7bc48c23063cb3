import Foundation
import PostgreSQLDriver
import SQLDriver

/// The outcomes of the saves of one client, as it reports them.
final class Ledger: @unchecked Sendable {
  let number: Int
  private let process = Process()
  private let input = Pipe()
  private let lock = NSLock()

  private var acknowledged: [Int] = []
  private var times: [Int] = []
  private var refused: [Int] = []
  private var settled: [Int: Bool] = [:]
  private var uncertain = 0
  private var reads = 0
  private var failedReads = 0
  private var staleReads: [String] = []
  private var messages: [String: Int] = [:]
  private var hasBegun = false
  private var hasEnded = false

  init(_ number: Int, url: String) throws {
    self.number = number
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["client", "\(number)", url]
    process.standardInput = input
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let handle = output.fileHandleForReading
    Thread { [self] in
      var rest = Data()
      while true {
        let data = handle.availableData
        if data.isEmpty { break }
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          note(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
          rest = rest[(end + 1)...]
        }
      }
    }.start()
  }

  private func note(_ line: String) {
    lock.lock()
    defer { lock.unlock() }
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
    switch words.first {
    case "b": hasBegun = true
    case "f": hasEnded = true
    case "a":
      acknowledged.append(number)
      times.append(words.count > 2 ? Int(words[2]) ?? 0 : 0)
    case "n":
      refused.append(number)
      if words.count > 2 { messages[String(words[2].prefix(140)), default: 0] += 1 }
    case "u": uncertain += 1
    case "s": settled[number] = words.count > 2 && words[2] == "1"
    case "o": staleReads.append(line)
    case "r": reads += 1
    case "x":
      failedReads += 1
      messages["reading: " + String(line.dropFirst(2).prefix(140)), default: 0] += 1
    default: messages[line, default: 0] += 1
    }
  }

  var isReady: Bool { lock.withLock { hasBegun } }
  var isRunning: Bool { process.isRunning }

  /// Ends the client, and waits for it.
  func end() throws {
    try input.fileHandleForWriting.close()
    let deadline = Date(timeIntervalSinceNow: 90)
    while !lock.withLock({ hasEnded }), process.isRunning {
      guard Date() < deadline else {
        kill(process.processIdentifier, SIGKILL)
        throw TortureError("client \(number) does not end")
      }
      Thread.sleep(forTimeInterval: 0.1)
    }
    process.waitUntilExit()
    guard lock.withLock({ hasEnded }) else { throw TortureError("client \(number) has crashed") }
  }

  /// The longest time without a save since a moment, in milliseconds.
  func longestGap(since start: Int, until end: Int) -> Int {
    lock.withLock {
      let known = times.filter { $0 >= start - 2_000 && $0 <= end } + [end]
      return zip(known, known.dropFirst()).map { $1 - $0 }.max() ?? end - start
    }
  }

  // MARK: Judging

  /// The counts of one client.
  struct Verdict {
    var acknowledged = 0
    var missing = 0
    var twice = 0
    var writtenAllTheSame = 0
    var wronglySettled = 0
    var staleReads = 0
    var uncertain = 0
    var refused = 0
    var reads = 0
    var failedReads = 0
    var counterIsWrong = 0

    static func + (left: Self, right: Self) -> Self {
      Self(
        acknowledged: left.acknowledged + right.acknowledged,
        missing: left.missing + right.missing,
        twice: left.twice + right.twice,
        writtenAllTheSame: left.writtenAllTheSame + right.writtenAllTheSame,
        wronglySettled: left.wronglySettled + right.wronglySettled,
        staleReads: left.staleReads + right.staleReads,
        uncertain: left.uncertain + right.uncertain,
        refused: left.refused + right.refused,
        reads: left.reads + right.reads,
        failedReads: left.failedReads + right.failedReads,
        counterIsWrong: left.counterIsWrong + right.counterIsWrong
      )
    }
  }

  /// Compares the reports with the contents of the database.
  func verdict(_ connection: PostgreSQLConnection) throws -> Verdict {
    var found: [Int: Int] = [:]
    let rows = try connection.rows(
      "SELECT sequence, count(*) FROM torture.entry WHERE client = $1 GROUP BY 1",
      .integer(Int64(number))
    )
    for row in rows {
      guard case .integer(let key) = row[0], case .integer(let count) = row[1] else { continue }
      found[Int(key)] = Int(count)
    }
    let value = try connection.value(
      "SELECT value FROM torture.counter WHERE client = $1",
      .integer(Int64(number))
    )
    return lock.withLock {
      var verdict = Verdict()
      verdict.acknowledged = acknowledged.count
      verdict.missing = acknowledged.count { found[$0] == nil }
      verdict.twice = found.values.count { $0 > 1 }
      verdict.writtenAllTheSame = refused.count { found[$0] != nil }
      verdict.wronglySettled = settled.count { (found[$0.key] != nil) != $0.value }
      verdict.staleReads = staleReads.count
      verdict.uncertain = uncertain
      verdict.refused = refused.count
      verdict.reads = reads
      verdict.failedReads = failedReads
      let saves = acknowledged.count + settled.values.count { $0 }
      verdict.counterIsWrong = value == .integer(Int64(saves)) ? 0 : 1
      return verdict
    }
  }

  var report: String {
    lock.withLock {
      messages.sorted { $0.value > $1.value }.prefix(8)
        .map { "  client \(number): \($0.value) × \($0.key)" }.joined(separator: "\n")
        + (staleReads.isEmpty ? "" : "\n  client \(number): stale \(staleReads.prefix(5))")
    }
  }
}
