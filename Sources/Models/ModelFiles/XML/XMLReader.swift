import CLibXML2

/// Reads XML with libxml2, which determines whether it is well formed.
///
/// Nothing outside the given bytes is ever opened: no network, no external entity, no DTD. A file that
/// declares entities of its own is refused, because neither Xcode nor `plutil` writes any and because
/// they are how small files are made to expand without limit. libxml2's own limits stay on (256 levels
/// of nesting among them).
package enum XMLReader {
  /// Returns the document in the bytes; throws the problem and its position.
  ///
  /// A text of more than 10 MB is accepted only if `allowsLargeTexts` is set, which also raises the limit
  /// for nesting to 2048 levels.
  package static func read(
    _ bytes: [UInt8],
    allowsLargeTexts: Bool = false
  ) throws(XMLProblem) -> XMLDocument {
    if let problem = XMLPrecheck.problem(in: bytes, allowsLargeTexts: allowsLargeTexts) {
      throw problem
    }
    let box = XMLTreeBuilderBox(XMLTreeBuilder(expectedBytes: bytes.count))
    let accepted = parse(bytes, firstByte: 0, into: box, allowsLargeTexts: allowsLargeTexts)
    if let problem = box.builder.problem {
      throw XMLPrecheck.moreHelpful(problem, bytes: bytes)
    }
    guard accepted else { throw XMLProblem("the file is not well-formed XML", byte: nil) }
    return box.builder.document
  }

  /// Parses some bytes, of which the first one is at an offset in its file.
  static func parse(
    _ bytes: [UInt8],
    firstByte: Int,
    into box: XMLTreeBuilderBox,
    allowsLargeTexts: Bool
  ) -> Bool {
    guard let context = xmlNewParserCtxt() else { return false }
    defer { xmlFreeParserCtxt(context) }
    guard let handler = context.pointee.sax else { return false }
    handler.pointee = box.handler
    context.pointee._private = Unmanaged.passUnretained(box).toOpaque()
    context.pointee.userData = UnsafeMutableRawPointer(context)
    // Without XML_PARSE_NOENT an attribute's `&amp;` would arrive as `&#38;`. No other entities can be
    // substituted: declarations are refused.
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOCDATA.rawValue | XML_PARSE_IGNORE_ENC.rawValue
      | XML_PARSE_COMPACT.rawValue | XML_PARSE_NOENT.rawValue
      | (allowsLargeTexts ? XML_PARSE_HUGE.rawValue : 0)
    return bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      let document = xmlCtxtReadMemory(
        context,
        start,
        Int32(clamping: buffer.count),
        nil,
        "UTF-8",
        Int32(options)
      )
      if let document { xmlFreeDoc(document) }
      box.builder.finish(source: buffer, firstByte: firstByte)
      return context.pointee.wellFormed == 1
    }
  }
}

/// The reason why a file is not well-formed XML, or not acceptable.
package struct XMLProblem: Error, Sendable {
  package var message: String

  /// The byte at which it was noticed, or nil for a problem of the whole file.
  package var byte: Int?
  var hint: String?

  init(_ message: String, byte: Int?, hint: String? = nil) {
    self.message = message
    self.byte = byte
    self.hint = hint
  }
}
