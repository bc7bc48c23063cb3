/// A change of a model file: entities whose classes the sources now declare get the code generation
/// Category/Extension.
package struct ModelEdit: Sendable {
  /// The text after the edit.
  package let bytes: [UInt8]

  /// The changed entities, and the offsets of their code generation.
  package let changes: [(entity: String, offset: Int)]

  /// - Parameters:
  ///   - contents: The `contents` file of a model's version.
  ///   - entities: The names of the entities.
  package init(_ contents: [UInt8], entities: [String]) {
    let names = Set(entities)
    var bytes: [UInt8] = []
    var changes: [(String, Int)] = []
    var position = 0
    for tag in StartTags(contents) {
      guard let name = tag.attributes["name"],
        let generation = tag.attributes["codeGenerationType"],
        names.contains(String(decoding: contents[name], as: UTF8.self))
      else { continue }
      bytes += contents[position..<generation.lowerBound]
      bytes += Array("category".utf8)
      position = generation.upperBound
      changes.append((String(decoding: contents[name], as: UTF8.self), generation.lowerBound))
    }
    self.bytes = bytes + contents[position...]
    self.changes = changes
  }
}

/// The start tags of the entities in the XML of a model.
private struct StartTags: Sequence, IteratorProtocol {
  struct Tag {
    /// The ranges of the values, by the names of the attributes.
    var attributes: [String: Range<Int>] = [:]
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Tag? {
    while position < bytes.count {
      if starts(with: "<!--") {
        skip(behind: "-->")
      } else if starts(with: "<![CDATA[") {
        skip(behind: "]]>")
      } else if starts(with: "<entity"), position + 7 < bytes.count,
        Self.isSpace(bytes[position + 7])
      {
        position += 7
        return readTag()
      } else {
        position += 1
      }
    }
    return nil
  }

  private func starts(with text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  private mutating func skip(behind end: StaticString) {
    while position < bytes.count, !starts(with: end) { position += 1 }
    position = Swift.min(position + end.utf8CodeUnitCount, bytes.count)
  }

  private mutating func readTag() -> Tag {
    var tag = Tag()
    while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
      let start = position
      while position < bytes.count, !Self.isSpace(bytes[position]), !Self.ends(bytes[position]) {
        position += 1
      }
      let name = String(decoding: bytes[start..<position], as: UTF8.self)
      while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
      guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
        // White space, or the slash of an empty element.
        if position == start { position += 1 }
        continue
      }
      position += 1
      while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
      guard position < bytes.count else { break }
      let quote = bytes[position]
      let value = position + 1
      position = bytes[Swift.min(value, bytes.count)...].firstIndex(of: quote) ?? bytes.count
      if value <= position { tag.attributes[name] = value..<position }
      position = Swift.min(position + 1, bytes.count)
    }
    return tag
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func ends(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }
}
