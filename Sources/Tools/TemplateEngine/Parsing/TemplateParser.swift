internal import Diagnostics

/// Builds the nodes of a template from its chunks.
///
/// It continues after a mistake, so that a template author sees all mistakes at once; a mistake in a
/// tag with a body does not make the end of that body a mistake too.
struct TemplateParser {
  private let chunks: [Chunk]
  private let path: String
  private let filters: FilterLibrary
  private let symbols: SymbolTable
  private let trim: TrimBehaviour
  private var position = 0

  /// The closing tags of the enclosing tags, outermost first.
  private var openBodies: [Set<String>] = []

  /// Unknown tags, whose ends are not reported again.
  private var unknownTags: Set<String> = []

  /// The labels of the enclosing loops, outermost first.
  var loopLabels: [String?] = []

  /// The enclosing loops that a tag in them ends, by their depths.
  private var endedLoops: Set<Int> = []

  private(set) var problems: [TemplateError.Problem] = []

  /// The maximum nesting of tags, which protects the stack.
  private static let deepest = 64

  init(
    _ chunks: [Chunk],
    path: String,
    filters: FilterLibrary,
    symbols: SymbolTable,
    trim: TrimBehaviour
  ) {
    self.chunks = chunks
    self.path = path
    self.filters = filters
    self.symbols = symbols
    self.trim = trim
  }

  /// Parses the whole template.
  mutating func template() -> Body {
    body(until: []).body
  }

  /// The path of the template, for nodes that another template renders.
  var templatePath: String { path }

  /// Whether the parser is inside the body of a tag.
  var isNested: Bool { !openBodies.isEmpty }

  mutating func report(_ fault: ParseFault) {
    problems.append(
      .init(
        rule: fault.rule,
        message: fault.message,
        place: fault.spot.place(in: path),
        hint: fault.hint
      )
    )
  }
}

// MARK: Bodies

extension TemplateParser {
  /// Parses up to one of the inner or closing tags, and returns the body and that tag.
  mutating func body(
    of header: TagHeader,
    until ends: [String]
  ) -> (body: Body, closing: TagHeader) {
    guard openBodies.count < Self.deepest else {
      report(ParseFault(rule: .limit, "tags are nested too deeply", at: header.spot))
      position = chunks.count
      return (.empty, missing(ends, of: header))
    }
    openBodies.append(Set(ends))
    let (body, closing) = body(until: Set(ends))
    openBodies.removeLast()
    if let closing { return (body, closing) }
    if problems.last?.rule != .limit {
      let end = ends.last ?? ""
      report(ParseFault("'\(header.name)' is never closed by '\(end)'", at: header.spot))
    }
    return (body, missing(ends, of: header))
  }

  /// Parses the rest of the template.
  mutating func rest() -> [TemplateNode] {
    body(until: []).body.nodes
  }

  /// A placeholder for a missing closing tag.
  private func missing(_ ends: [String], of header: TagHeader) -> TagHeader {
    TagHeader(
      name: ends.last ?? "",
      label: nil,
      reader: reader([], end: header.spot),
      spot: header.spot
    )
  }

  private mutating func body(until ends: Set<String>) -> (body: Body, closing: TagHeader?) {
    var parts: [Body.Part] = []
    while position < chunks.count {
      let index = position
      position += 1
      switch chunks[index] {
      case .comment: break
      case .text(let text, let start):
        let bytes = trimmed(text, at: index)
        if !bytes.isEmpty { parts.append(.init(.text(bytes), at: start)) }
      case .output(let markup):
        if let node = output(markup) { parts.append(.init(.node(node), at: markup.start)) }
      case .tag(let markup, _, _):
        guard var header = header(markup) else { break }
        if ends.contains(header.name) { return (Body(parts), header) }
        if openBodies.contains(where: { $0.contains(header.name) }) {
          // It closes an outer tag, so the innermost one is unclosed.
          position = index
          return (Body(parts), nil)
        }
        if let node = node(&header) { parts.append(.init(.node(node), at: markup.start)) }
      }
    }
    return (Body(parts), nil)
  }
}

// MARK: Chunks

extension TemplateParser {
  /// The text without white space that the tags on both sides strip.
  private func trimmed(_ text: ArraySlice<UInt8>, at index: Int) -> [UInt8] {
    var text = text
    if index > 0, case .tag(_, _, let sign) = chunks[index - 1] {
      text = trim.trimmed(after: sign, text)
    }
    if index + 1 < chunks.count, case .tag(_, let sign, _) = chunks[index + 1] {
      return trim.trimmed(before: sign, text)
    }
    return Array(text)
  }

  private mutating func output(_ markup: Markup) -> (TemplateNode)? {
    guard !markup.isBroken else { return nil }
    var reader = reader(markup.words, end: markup.end)
    do throws(ParseFault) {
      guard !reader.isAtEnd else { throw ParseFault("the expression is missing", at: markup.start) }
      let expression = try reader.expression()
      guard reader.isAtEnd else { throw reader.unexpected("'}}'") }
      return OutputNode(expression: expression, spot: markup.start)
    } catch {
      report(error)
      return nil
    }
  }

  private func reader(_ words: some Sequence<Word>, end: SourceSpan) -> WordReader {
    WordReader(words, end: end, filters: filters, symbols: symbols)
  }

  private mutating func header(_ markup: Markup) -> TagHeader? {
    var words = markup.words[...]
    var label: String?
    if words.count >= 3, words[0].kind == .name, words[1].text == ":", words[1].kind == .sign {
      label = words[0].text
      words = words.dropFirst(2)
    }
    guard let name = words.first, name.kind == .name else {
      if !markup.isBroken {
        report(ParseFault("expected the name of a tag", at: words.first?.spot ?? markup.start))
      }
      return nil
    }
    return TagHeader(
      name: name.text,
      label: label,
      reader: reader(words.dropFirst(), end: markup.end),
      spot: markup.start,
      isBroken: markup.isBroken
    )
  }

  private mutating func node(_ header: inout TagHeader) -> (TemplateNode)? {
    guard let definition = TagDefinition.byName[header.name] else {
      reportUnknown(header)
      return nil
    }
    guard !header.isBroken else {
      if let end = definition.end { skipBody(of: header, definition, end: end) }
      return nil
    }
    let start = position
    do throws(ParseFault) {
      if header.label != nil, header.name != "for" {
        throw ParseFault("only 'for' can have a label", at: header.spot)
      }
      return try definition.parse(&header, &self)
    } catch {
      report(error)
      if let end = definition.end, position == start { skipBody(of: header, definition, end: end) }
      return nil
    }
  }

  /// Notes that a tag ends the innermost loops.
  mutating func noteEnd(ofLoops count: Int) {
    endedLoops.formUnion(loopLabels.count - count..<loopLabels.count)
  }

  /// Leaves the body of the innermost loop; returns whether a tag in it ends the loop.
  mutating func endLoop() -> Bool {
    loopLabels.removeLast()
    return endedLoops.remove(loopLabels.count) != nil
  }

  /// Parses the body of an invalid tag, so that its mistakes are reported and its end is not
  /// reported as unexpected.
  private mutating func skipBody(of header: TagHeader, _ definition: TagDefinition, end: String) {
    // `set` with a value has no body.
    if header.name == "set", header.reader.count > 1 { return }
    if header.name == "for" { loopLabels.append(header.label) }
    defer { if header.name == "for" { _ = endLoop() } }
    var closing = body(of: header, until: definition.inner + [end]).closing
    while closing.name != end {
      closing = body(of: header, until: definition.inner + [end]).closing
    }
  }

  private mutating func reportUnknown(_ header: TagHeader) {
    let name = header.name
    if name.hasPrefix("end"), unknownTags.contains(String(name.dropFirst(3))) { return }
    if TagDefinition.closingNames.contains(name) {
      report(ParseFault("'\(name)' closes nothing here", at: header.spot))
      return
    }
    unknownTags.insert(name)
    let names = TagDefinition.all.map(\.name) + TagDefinition.closingNames.sorted()
    report(
      ParseFault(
        rule: .unknownTag,
        "there is no tag '\(name)'",
        at: header.spot,
        hint: Suggestion.didYouMean(name, among: names)
      )
    )
  }
}
