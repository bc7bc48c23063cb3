import Files

/// Finds problems that libxml2 would report obscurely, or would take too long to find.
enum XMLPrecheck {
  /// Returns a reason not to parse the bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the file.
  ///   - allowsLargeTexts: Whether texts may exceed libxml2's default limit.
  /// - Returns: Nil if they are to be parsed.
  static func problem(in bytes: [UInt8], allowsLargeTexts: Bool = false) -> XMLProblem? {
    if bytes.allSatisfy({ $0 == 0x20 || (0x09...0x0d).contains($0) }) {
      return XMLProblem("the file is empty", byte: nil)
    }
    if bytes.starts(with: Array("bplist0".utf8)) {
      return XMLProblem(
        "the file is a binary property list, not XML",
        byte: 0,
        hint: "open the model in Xcode 4 or later and save it; it is then written as XML"
      )
    }
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) {
      return XMLProblem(
        "the file is an SQLite database, not a model",
        byte: 0,
        hint: "'momgen dump' shows the model that a store contains"
      )
    }
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      return XMLProblem("the file is in UTF-16; model files are UTF-8", byte: 0)
    }
    if let zero = firstZero(in: bytes) {
      return XMLProblem("the file contains a NUL byte, which XML does not allow", byte: zero)
    }
    return crowdedTag(in: bytes, longest: allowsLargeTexts ? .max : longestTag)
  }

  /// Far more attributes than any element of the format has.
  private static let mostAttributes = 512

  /// The longest text that libxml2 accepts by default; checked here to report its position.
  private static let longestTag = 10_000_000

  /// The first tag with so many attributes that libxml2's search for duplicates, which compares each with each,
  /// would take forever.
  private static func crowdedTag(in bytes: [UInt8], longest: Int) -> XMLProblem? {
    bytes.withUnsafeBytes { buffer in
      var start = 0
      while start < buffer.count {
        let next = buffer.offset(of: UInt8(ascii: "<"), from: start + 1) ?? buffer.count
        if next - start > longest {
          return XMLProblem("the file has a text of more than 10 MB", byte: start)
        }
        // An attribute takes at least five bytes, so nearly every tag is too short to be checked.
        if next - start > 5 * mostAttributes, buffer[start + 1] != UInt8(ascii: "!"),
          quotedValues(in: buffer[start..<next]) > mostAttributes
        {
          return XMLProblem("the element has more than \(mostAttributes) attributes", byte: start)
        }
        start = next
      }
      return nil
    }
  }

  /// The number of quoted values in a tag.
  private static func quotedValues(in tag: Slice<UnsafeRawBufferPointer>) -> Int {
    let bytes = UnsafeRawBufferPointer(rebasing: tag)
    var count = 0
    var place = 0
    while place < bytes.count, bytes[place] != UInt8(ascii: ">") {
      let byte = bytes[place]
      place += 1
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { continue }
      count += 1
      // Values may be long; the text between them is short.
      guard let end = bytes.offset(of: byte, from: place) else { break }
      place = end + 1
    }
    return count
  }

  /// The same problem with a message about its cause, where the cause can be determined.
  static func moreHelpful(_ problem: XMLProblem, bytes: [UInt8]) -> XMLProblem {
    if let marker = conflictMarker(in: bytes) {
      return XMLProblem(
        "the file contains merge conflict markers",
        byte: marker,
        hint:
          "resolve the conflict and remove the lines that begin with <<<<<<<, ======= and >>>>>>>"
      )
    }
    if let invalid = firstInvalidUTF8(in: bytes) {
      return XMLProblem("the file is not valid UTF-8", byte: invalid)
    }
    return problem
  }

  private static func firstZero(in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBytes { $0.offset(of: 0) }
  }

  /// The beginning of a line that git writes around the sides of a conflict.
  private static func conflictMarker(in bytes: [UInt8]) -> Int? {
    let marker = Array("<<<<<<< ".utf8)
    return bytes.withUnsafeBytes { buffer in
      var start = 0
      while start < buffer.count {
        if buffer[start...].starts(with: marker) { return start }
        guard let newline = buffer.offset(of: UInt8(ascii: "\n"), from: start) else {
          return nil
        }
        start = newline + 1
      }
      return nil
    }
  }

  private static func firstInvalidUTF8(in bytes: [UInt8]) -> Int? {
    // Decoding scalar by scalar is slow, and nearly always unnecessary.
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
