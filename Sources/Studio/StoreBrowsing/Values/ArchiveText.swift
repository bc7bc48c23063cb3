import Foundation
import PropertyLists

/// The content of a keyed archive or a property list as indented lines, without using its classes.
struct ArchiveText {
  let limit: Int

  /// The maximum nesting of objects.
  private static let depthLimit = 24
  private static let textLimit = 400

  /// The lines of some bytes; empty if they are neither an archive nor a property list nor a text.
  func lines(of bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    guard let list = try? PropertyList(binary: bytes) else {
      guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
        return []
      }
      return text.split(separator: "\n", omittingEmptySubsequences: false).prefix(limit)
        .map { String($0.prefix(Self.textLimit)) }
    }
    if let archive = try? KeyedArchive(list), let root = try? archive.root() {
      var path: Set<Int> = []
      add(.object(root), "", 0, &path, &lines)
    } else if let archive = try? KeyedArchive(list), let top = list.dictionary?["$top"]?.dictionary
    {
      var path: Set<Int> = []
      for entry in top.entries {
        guard let value = try? archive.value(entry.value) else { continue }
        add(value, entry.key == "root" ? "" : "\(entry.key): ", 0, &path, &lines)
      }
    } else {
      add(list, "", 0, &lines)
    }
    if lines.count > limit { lines = lines.prefix(limit) + ["…"] }
    return lines
  }

  // MARK: Archives

  private func add(
    _ value: ArchivedValue,
    _ label: String,
    _ depth: Int,
    _ path: inout Set<Int>,
    _ lines: inout [String]
  ) {
    guard lines.count <= limit else { return }
    let indent = String(repeating: "  ", count: depth)
    switch value {
    case .null: lines.append("\(indent)\(label)nil")
    case .plain(let plain): add(plain, label, depth, &lines)
    case .object(let object):
      if let word = Self.word(object) {
        lines.append("\(indent)\(label)\(word)")
        return
      }
      lines.append("\(indent)\(label)\(object.class.name)")
      guard depth < Self.depthLimit, path.insert(object.number).inserted else {
        lines.append("\(indent)  …")
        return
      }
      addParts(of: object, depth + 1, &path, &lines)
      path.remove(object.number)
    }
  }

  private func addParts(
    of object: ArchivedObject,
    _ depth: Int,
    _ path: inout Set<Int>,
    _ lines: inout [String]
  ) {
    if object.isKind(of: "NSDictionary"), let entries = try? object.entries() {
      for entry in entries { add(entry.value, Self.key(entry.key) + ": ", depth, &path, &lines) }
    } else if let elements = try? object.elements() {
      for (place, element) in elements.enumerated() {
        add(element, "\(place): ", depth, &path, &lines)
      }
    } else {
      for field in object.fields.entries where field.key != "$class" {
        guard let value = try? object.archive.value(field.value) else { continue }
        add(value, "\(field.key): ", depth, &path, &lines)
      }
    }
  }

  private static func key(_ value: ArchivedValue) -> String {
    switch value {
    case .plain(let plain): word(plain) ?? plain.kindName
    case .object(let object): word(object) ?? object.class.name
    case .null: "nil"
    }
  }

  /// The text of an object that fits on one line.
  private static func word(_ object: ArchivedObject) -> String? {
    let value = ArchivedValue.object(object)
    if let text = try? value.string { return quoted(text) }
    if let bytes = try? value.data { return "\(bytes.count) bytes" }
    if object.isKind(of: "NSDate"), let seconds = try? object.real("NS.time") {
      return ValueReading.text(of: Date(timeIntervalSinceReferenceDate: seconds))
    }
    if object.isKind(of: "NSUUID"), let bytes = try? object.data("NS.uuidbytes"), bytes.count == 16
    {
      return UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString
    }
    if object.isKind(of: "NSURL"), let text = try? object.string("NS.relative") { return text }
    return nil
  }

  // MARK: Property lists

  private func add(_ list: PropertyList, _ label: String, _ depth: Int, _ lines: inout [String]) {
    guard lines.count <= limit else { return }
    let indent = String(repeating: "  ", count: depth)
    if let word = Self.word(list) {
      lines.append("\(indent)\(label)\(word)")
      return
    }
    lines.append("\(indent)\(label)\(list.kindName)")
    guard depth < Self.depthLimit else { return }
    for (place, element) in (list.array ?? []).enumerated() {
      add(element, "\(place): ", depth + 1, &lines)
    }
    for entry in list.dictionary?.entries ?? [] {
      add(entry.value, "\(entry.key): ", depth + 1, &lines)
    }
  }

  private static func word(_ list: PropertyList) -> String? {
    switch list {
    case .string(let text): quoted(text)
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .boolean(let flag): flag ? "true" : "false"
    case .date(let seconds):
      ValueReading.text(of: Date(timeIntervalSinceReferenceDate: seconds))
    case .data(let bytes): "\(bytes.count) bytes"
    case .uid(let number): "object \(number)"
    case .array, .dictionary: nil
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.prefix(textLimit))\(text.count > textLimit ? "…" : "")\""
  }
}
