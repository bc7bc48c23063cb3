import CLibXML2

extension XMLTreeBuilderBox {
  /// The functions that libxml2 calls.
  ///
  /// Each finds its builder through the parser's context.
  var handler: xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = {
      context,
      name,
      prefix,
      _,
      namespaceCount,
      namespaces,
      count,
      _,
      list in
      guard let parser = Parser(context), let name else { return }
      parser.box.builder.startElement(
        name,
        prefix: prefix,
        namespaces: UnsafeBufferPointer(start: namespaces, count: Int(namespaceCount) * 2),
        attributes: UnsafeBufferPointer(start: list, count: Int(count) * 5),
        at: parser.offset
      )
    }
    handler.endElementNs = { context, _, _, _ in
      Parser(context)?.box.builder.endElement()
    }
    handler.characters = { context, text, count in
      guard let parser = Parser(context) else { return }
      parser.box.builder.characters(
        UnsafeBufferPointer(start: text, count: Int(count)),
        endingAt: parser.offset
      )
    }
    handler.cdataBlock = handler.characters
    handler.comment = { context, text in
      guard let parser = Parser(context), let text else { return }
      parser.box.builder.comment(text, at: parser.offset)
    }
    handler.processingInstruction = { context, target, data in
      guard let parser = Parser(context), let target else { return }
      parser.box.builder.instruction(target, data: data, at: parser.offset)
    }
    handler.internalSubset = { context, _, _, _ in
      Parser(context)?.box.builder.documentType()
    }
    handler.entityDecl = { context, _, _, _, _, _ in
      Parser(context)?.refuseEntities()
    }
    handler.unparsedEntityDecl = { context, _, _, _, _ in
      Parser(context)?.refuseEntities()
    }
    handler.serror = { context, error in
      guard let parser = Parser(context), let error else { return }
      parser.report(error.pointee)
    }
    return handler
  }
}

/// The state of libxml2's parser during a callback: the builder, and the position in the file.
private struct Parser {
  let box: XMLTreeBuilderBox
  private let context: xmlParserCtxtPtr

  init?(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer else { return nil }
    context = pointer.assumingMemoryBound(to: xmlParserCtxt.self)
    guard let owner = context.pointee._private else { return nil }
    box = Unmanaged<XMLTreeBuilderBox>.fromOpaque(owner).takeUnretainedValue()
  }

  /// The number of bytes of the file that have been consumed.
  var offset: Int {
    guard let input = context.pointee.input?.pointee, let base = input.base, let current = input.cur
    else { return 0 }
    return Int(input.consumed) + (current - base)
  }

  func refuseEntities() {
    box.builder.report(
      XMLProblem(
        "the file declares entities of its own, which are not accepted",
        byte: offset,
        hint: "write the text of each entity where it is used and remove the declarations"
      )
    )
    xmlStopParser(context)
  }

  func report(_ error: xmlError) {
    guard error.level == XML_ERR_FATAL else { return }
    var message = error.message.map { String(cString: $0) } ?? "the file is not well-formed XML"
    while message.last?.isWhitespace == true { message.removeLast() }
    box.builder.report(XMLProblem("malformed XML: \(message)", byte: offset))
  }
}
