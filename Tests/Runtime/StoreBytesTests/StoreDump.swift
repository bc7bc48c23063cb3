import CoreData
import Foundation
import SQLDriver
import SQLiteDriver

/// A deterministic dump of an SQLite store.
///
/// Like the command `.dump` of `sqlite3`, it has the statements of the schema and one `INSERT` for each row. Values
/// that differ between runs (the time of saving, new identifiers, the process) are replaced by names in angle
/// brackets. Property lists and large values are described.
struct StoreDump {
  private let connection: SQLiteConnection
  private let support: URL
  private var names: RunNames

  /// The lines for the store at a URL.
  static func lines(_ store: URL, began: Date) throws -> [String] {
    let connection = try SQLiteConnection(path: store.path)
    defer { connection.close() }
    let stem = store.deletingPathExtension().lastPathComponent
    var dump = StoreDump(
      connection: connection,
      support: store.deletingLastPathComponent()
        .appendingPathComponent(".\(stem)_SUPPORT/_EXTERNAL_DATA"),
      names: RunNames(began: began)
    )
    return try dump.lines()
  }

  private mutating func lines() throws -> [String] {
    let settings = try ["user_version", "application_id", "page_size", "auto_vacuum", "encoding"]
      .map { "\($0) = \(try plain(connection.value("PRAGMA \($0)")))" }
    let schema = try connection.rows(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
    )
    var lines = ["PRAGMA \(settings.joined(separator: ", "));"]
    lines += schema.map { plain($0[2]) + ";" }
    for row in schema
    where row[0] == .text("table") && !plain(row[2]).hasPrefix("CREATE VIRTUAL") {
      lines += try self.rows(of: plain(row[1]))
    }
    return lines + files()
  }

  private mutating func rows(of table: String) throws -> [String] {
    try connection.rows("SELECT * FROM \"\(table)\"").map { row in
      let values = row.map { names.text(of: $0) }
      return "INSERT INTO \(table) VALUES(\(values.joined(separator: ",")));"
    }
  }

  /// The external data files, by the names in the rows.
  private func files() -> [String] {
    let found = (try? FileManager.default.contentsOfDirectory(atPath: support.path)) ?? []
    return found.map { name in
      let data = (try? Data(contentsOf: support.appendingPathComponent(name))) ?? Data()
      return "FILE \(names.file(name)): \(data.count) bytes, digest \(Digest.text(of: data))"
    }.sorted()
  }

  private func plain(_ value: SQLValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .text(let text): text
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }
}

/// An FNV-1a hash, 64 bits.
enum Digest {
  static func text(of bytes: some Sequence<UInt8>) -> String {
    let value = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(value, radix: 16)
  }
}

/// Names for the values of a store that differ between runs, in order of occurrence.
private struct RunNames {
  let began: Date
  private var files: [String: String] = [:]
  private var identifiers: [String: String] = [:]

  init(began: Date) { self.began = began }

  func file(_ name: String) -> String { files[name] ?? "without a row" }

  mutating func text(of value: SQLValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let number): String(number)
    case .real(let number): isNow(number) ? "<now>" : String(number)
    case .text(let text): "'\(self.text(of: text))'"
    case .blob(let bytes): self.text(of: bytes)
    }
  }

  private func isNow(_ seconds: Double) -> Bool {
    let start = began.timeIntervalSinceReferenceDate
    return (start - 1...Date().timeIntervalSinceReferenceDate + 1).contains(seconds)
  }

  private mutating func text(of text: String) -> String {
    let process = ProcessInfo.processInfo
    if text == String(process.processIdentifier) { return "<process identifier>" }
    if text == process.processName { return "<process name>" }
    if text == Bundle.main.bundleIdentifier { return "<process name>" }
    // The scripts' own identifiers repeat one digit.
    guard text.count == 36, UUID(uuidString: text) != nil, Set(text).count > 3 else {
      guard text.utf8.count > 1_000 else { return text.replacing("\n", with: "\\n") }
      return "<\(text.utf8.count) bytes of text, digest \(Digest.text(of: text.utf8))>"
    }
    let name = identifiers[text] ?? "<identifier \(identifiers.count + 1)>"
    identifiers[text] = name
    return name
  }

  private mutating func text(of bytes: [UInt8]) -> String {
    let isReference = bytes.count == 38 && bytes.first == 2 && bytes.last == 0
    if isReference {
      let file = String(decoding: bytes[1..<37], as: UTF8.self)
      let name = files[file] ?? "file \(files.count + 1)"
      files[file] = name
      return "X'02<\(name)>00'"
    }
    if bytes.starts(with: Array("bplist00".utf8)),
      let list = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    {
      return "<property list: \(description(of: list))>"
    }
    guard bytes.count <= 200 else {
      return "<\(bytes.count) bytes, digest \(Digest.text(of: bytes))>"
    }
    return "X'\(hexadecimal(bytes))'"
  }

  private mutating func description(of value: Any) -> String {
    switch value {
    case let values as [String: Any]:
      "{"
        + values.sorted { $0.key < $1.key }.map { "\($0.key): \(description(of: $0.value))" }
        .joined(separator: ", ") + "}"
    case let values as [Any]:
      "[\(values.map { description(of: $0) }.joined(separator: ", "))]"
    case let data as Data: hexadecimal(data)
    case let text as String: self.text(of: text)
    case let number as NSNumber: number.stringValue
    default: "\(value)"
    }
  }

  private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }
}
