/// A cursor over the words between two delimiters.
///
/// Tags read their names and keywords with it; the methods in
/// `WordReader+Expressions.swift` parse expressions.
struct WordReader {
  private let words: [Word]
  private var position = 0

  /// The position of the closing delimiter, reported for missing words.
  let end: SourceSpan

  /// The filters available in expressions.
  let filters: FilterLibrary

  /// The numbers of names.
  let symbols: SymbolTable

  /// The depth of the expression that is being parsed.
  ///
  /// It is limited, since parsing is recursive.
  var depth = 0

  init(
    _ words: some Sequence<Word>,
    end: SourceSpan,
    filters: FilterLibrary,
    symbols: SymbolTable
  ) {
    self.words = Array(words)
    self.end = end
    self.filters = filters
    self.symbols = symbols
  }

  /// The number of all words, read or not.
  var count: Int { words.count }

  var isAtEnd: Bool { position >= words.count }

  /// The position of the next word, or of the closing delimiter.
  var spot: SourceSpan { peek()?.spot ?? end }

  func peek(_ distance: Int = 0) -> Word? {
    let index = position + distance
    return words.indices.contains(index) ? words[index] : nil
  }

  func isNext(sign text: String) -> Bool {
    guard let word = peek() else { return false }
    return word.kind == .sign && word.text == text
  }

  func isNext(keyword text: String) -> Bool {
    guard let word = peek() else { return false }
    return word.kind == .name && word.text == text
  }

  mutating func next() -> Word? {
    guard let word = peek() else { return nil }
    position += 1
    return word
  }

  /// Consumes the sign if it comes next.
  mutating func take(sign text: String) -> Bool {
    guard isNext(sign: text) else { return false }
    position += 1
    return true
  }

  /// Consumes the keyword if it comes next.
  mutating func take(keyword text: String) -> Bool {
    guard isNext(keyword: text) else { return false }
    position += 1
    return true
  }

  mutating func expect(sign text: String, _ purpose: String) throws(ParseFault) {
    guard take(sign: text) else { throw unexpected("'\(text)' \(purpose)") }
  }

  mutating func expect(keyword text: String, _ purpose: String) throws(ParseFault) {
    guard take(keyword: text) else { throw unexpected("'\(text)' \(purpose)") }
  }

  /// Consumes a word that introduces a name, such as a loop variable.
  mutating func name(_ what: String) throws(ParseFault) -> TemplateSymbol {
    guard let word = peek(), word.kind == .name else { throw unexpected(what) }
    position += 1
    return symbols.symbol(ofSet: word.text)
  }

  /// Throws if there are words left.
  func expectEnd() throws(ParseFault) {
    guard isAtEnd else { throw unexpected("'%}'") }
  }

  /// The error for an unexpected word.
  func unexpected(_ expectation: String) -> ParseFault {
    guard let word = peek() else {
      return ParseFault("expected \(expectation)", at: end)
    }
    let text = word.kind == .string ? "\"\(word.text)\"" : "'\(word.text)'"
    return ParseFault("expected \(expectation), found \(text)", at: word.spot)
  }
}

/// A problem with the words of one tag, without the path of the template.
struct ParseFault: Error {
  var rule = TemplateError.Rule.syntax
  var message: String
  var hint: String?
  var spot: SourceSpan

  init(_ message: String, at spot: SourceSpan, hint: String? = nil) {
    self.message = message
    self.spot = spot
    self.hint = hint
  }

  init(rule: TemplateError.Rule, _ message: String, at spot: SourceSpan, hint: String? = nil) {
    self.init(message, at: spot, hint: hint)
    self.rule = rule
  }
}
