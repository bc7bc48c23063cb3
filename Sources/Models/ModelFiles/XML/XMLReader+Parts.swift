import CLibXML2

extension XMLReader {
  /// Prepares libxml2 for use by several threads.
  static func prepareForThreads() {
    xmlInitParser()
  }

  /// Parses a part of a file as a document of its own.
  ///
  /// The part is completed by a start tag and an end tag of the root where it lacks them. If the result is well formed,
  /// the part begins and ends directly inside the root: at any other place, for instance in a comment or in another
  /// element, the tags would leave something open. Parsing the whole file reaches these places in the same state, and
  /// so gives the same nodes. Hence a file all of whose parts are well formed is well formed. If one is not, the whole
  /// file must be parsed, which finds the problem and its position.
  ///
  /// - Parameters:
  ///   - part: The bytes of the part, which begins where the file or a start tag does.
  ///   - bytes: The bytes of the file.
  ///   - root: The name of the root element.
  /// - Returns: The document, or nil if the part cannot be parsed alone.
  static func read(_ part: Range<Int>, of bytes: [UInt8], inside root: String) -> XMLDocument? {
    let start = part.lowerBound == 0 ? [] : Array("<\(root)>".utf8)
    let end = part.upperBound == bytes.count ? [] : Array("</\(root)>".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(start.count + part.count + end.count)
    text += start
    text += bytes[part]
    text += end
    guard XMLPrecheck.problem(in: text) == nil else { return nil }
    let box = XMLTreeBuilderBox(XMLTreeBuilder(expectedBytes: text.count))
    let accepted = parse(
      text,
      firstByte: part.lowerBound - start.count,
      into: box,
      allowsLargeTexts: false
    )
    guard accepted, box.builder.problem == nil, !box.builder.hasDocumentType else { return nil }
    return isWithoutNamespaces(box.builder.document) ? box.builder.document : nil
  }

  /// Whether the root declares no namespaces, which would be those of all parts.
  private static func isWithoutNamespaces(_ document: XMLDocument) -> Bool {
    guard let root = document.root else { return false }
    return !document.attributes(of: root).contains {
      document.names[Int($0.name)].hasPrefix("xmlns")
    }
  }
}
