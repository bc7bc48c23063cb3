import CLibXML2

/// A builder with reference semantics, passed to libxml2 as its context.
final class XMLTreeBuilderBox {
  var builder: XMLTreeBuilder

  init(_ builder: XMLTreeBuilder) {
    self.builder = builder
  }
}

/// Turns libxml2's events into an ``XMLDocument``.
///
/// It is a value so that each event costs one check for exclusive access instead of one per property.
struct XMLTreeBuilder {
  private(set) var document = XMLDocument()
  private(set) var problem: XMLProblem?

  /// Whether the file has a document type declaration, which may concern all elements.
  private(set) var hasDocumentType = false

  /// The open elements, innermost last, each with the child that was added last.
  private var open: [(node: Int32, lastChild: Int32)] = []
  private var lastTopLevel: Int32 = -1

  /// libxml2 keeps one copy of each name, so the address of a name stands for the name.
  private var knownNames = KnownNames()
  private var internedNames: [String: XMLDocument.NameID] = [:]
  private var pendingText: [UInt8] = []
  private var pendingTextEnd = 0

  init(expectedBytes: Int) {
    document.nodes.reserveCapacity(expectedBytes / 80)
    document.attributes.reserveCapacity(expectedBytes / 20)
  }

  // MARK: Events

  mutating func startElement(
    _ name: UnsafePointer<xmlChar>,
    prefix: UnsafePointer<xmlChar>?,
    namespaces: UnsafeBufferPointer<UnsafePointer<xmlChar>?>,
    attributes: UnsafeBufferPointer<UnsafePointer<xmlChar>?>,
    at offset: Int
  ) {
    flushText()
    var node = XMLNode(
      kind: .element,
      content: nameID(name, prefix: prefix),
      offset: Int32(clamping: offset)
    )
    node.firstAttribute = Int32(document.attributes.count)
    for index in stride(from: 0, to: namespaces.count - 1, by: 2) {
      let declared = namespaces[index].map { "xmlns:" + text(of: $0) } ?? "xmlns"
      let value = namespaces[index + 1].map(text(of:)) ?? ""
      document.attributes.append(XMLAttribute(name: intern(declared), value: value))
    }
    for index in stride(from: 0, to: attributes.count - 4, by: 5) {
      guard let name = attributes[index], let start = attributes[index + 3],
        let end = attributes[index + 4]
      else { continue }
      let bytes = UnsafeBufferPointer(start: start, count: end - start)
      document.attributes.append(
        XMLAttribute(
          name: nameID(name, prefix: attributes[index + 1]),
          value: String(decoding: bytes, as: UTF8.self)
        )
      )
    }
    node.attributeCount = Int32(document.attributes.count) - node.firstAttribute
    append(node)
    open.append((Int32(document.nodes.count - 1), -1))
  }

  mutating func endElement() {
    flushText()
    _ = open.popLast()
  }

  mutating func characters(_ bytes: UnsafeBufferPointer<xmlChar>, endingAt offset: Int) {
    guard !open.isEmpty else { return }
    if pendingText.isEmpty, bytes.allSatisfy({ $0 <= 0x20 }) { return }
    pendingText.append(contentsOf: bytes)
    pendingTextEnd = offset
  }

  mutating func comment(_ text: UnsafePointer<xmlChar>, at offset: Int) {
    flushText()
    appendText(String(cString: text), kind: .comment, at: offset)
  }

  mutating func instruction(
    _ target: UnsafePointer<xmlChar>,
    data: UnsafePointer<xmlChar>?,
    at offset: Int
  ) {
    flushText()
    let text = [text(of: target)] + (data.map { [self.text(of: $0)] } ?? [])
    appendText(text.joined(separator: " "), kind: .instruction, at: offset)
  }

  mutating func documentType() {
    hasDocumentType = true
  }

  mutating func report(_ problem: XMLProblem) {
    if self.problem == nil { self.problem = problem }
  }

  /// Moves each element's offset from the end of its start tag, which libxml2 reports, to the
  /// `<` of the tag, and counts it from the beginning of the file.
  ///
  /// No attribute value holds a `<`, so it is the nearest one before.
  ///
  /// - Parameters:
  ///   - source: The bytes that were parsed.
  ///   - firstByte: The offset of the first of them in the file.
  mutating func finish(source: UnsafeRawBufferPointer, firstByte: Int) {
    knownNames = KnownNames()
    document.nodes.withUnsafeMutableBufferPointer { nodes in
      for index in nodes.indices {
        let end = min(Int(nodes[index].offset), source.count)
        nodes[index].offset = Int32(clamping: Self.startOfTag(in: source, before: end) + firstByte)
      }
    }
  }

  /// The last `<` in front of a byte, or 0.
  private static func startOfTag(in source: UnsafeRawBufferPointer, before end: Int) -> Int {
    let sought = UInt8(ascii: "<")
    var place = end
    // Eight bytes at a time, as long as none of them is sought: then the subtraction borrows from no byte.
    while place >= 8 {
      let differences =
        source.loadUnaligned(fromByteOffset: place - 8, as: UInt64.self)
        ^ (0x0101_0101_0101_0101 * UInt64(sought))
      let zeros = (differences &- 0x0101_0101_0101_0101) & ~differences & 0x8080_8080_8080_8080
      guard zeros == 0 else { break }
      place -= 8
    }
    while place > 0 {
      place -= 1
      if source[place] == sought { return place }
    }
    return 0
  }

  // MARK: Nodes

  private mutating func append(_ node: XMLNode) {
    let index = Int32(document.nodes.count)
    document.nodes.append(node)
    guard let parent = open.indices.last else {
      if lastTopLevel >= 0 { document.nodes[Int(lastTopLevel)].nextSibling = index }
      lastTopLevel = index
      return
    }
    if open[parent].lastChild >= 0 {
      document.nodes[Int(open[parent].lastChild)].nextSibling = index
    } else {
      document.nodes[Int(open[parent].node)].firstChild = index
    }
    open[parent].lastChild = index
  }

  private mutating func appendText(_ text: String, kind: XMLNode.Kind, at offset: Int) {
    let content = Int32(document.texts.count)
    document.texts.append(text)
    append(XMLNode(kind: kind, content: content, offset: Int32(clamping: offset)))
  }

  private mutating func flushText() {
    guard !pendingText.isEmpty else { return }
    appendText(String(decoding: pendingText, as: UTF8.self), kind: .text, at: pendingTextEnd)
    pendingText.removeAll(keepingCapacity: true)
  }

  // MARK: Names

  private mutating func nameID(
    _ name: UnsafePointer<xmlChar>,
    prefix: UnsafePointer<xmlChar>?
  ) -> XMLDocument.NameID {
    if let prefix { return intern(text(of: prefix) + ":" + text(of: name)) }
    if let known = knownNames[name] { return known }
    let identifier = intern(text(of: name))
    knownNames[name] = identifier
    return identifier
  }

  private mutating func intern(_ name: String) -> XMLDocument.NameID {
    if let known = internedNames[name] { return known }
    let identifier = XMLDocument.NameID(document.names.count)
    document.names.append(name)
    internedNames[name] = identifier
    return identifier
  }

  private func text(of pointer: UnsafePointer<xmlChar>) -> String {
    String(cString: pointer)
  }
}
