extension SQLDialect {
  /// The identifier in its quotes.
  ///
  /// Every character of the name stays part of the name.
  ///
  /// - Throws: ``SQLQuotingError`` for a name that the database does not allow.
  package func identifier(_ name: String) throws(SQLQuotingError) -> String {
    if name.isEmpty { throw .emptyIdentifier }
    if name.utf8.contains(0) { throw .nulInIdentifier }
    if let limit = maximumIdentifierBytes, name.utf8.count > limit {
      throw .identifierTooLong(bytes: name.utf8.count, limit: limit)
    }
    return quoted(name, in: identifierQuotes)
  }

  /// The text as a literal.
  ///
  /// - Throws: ``SQLQuotingError/nulInText`` if the database does not allow U+0000.
  package func textLiteral(_ text: String) throws(SQLQuotingError) -> String {
    if text.utf8.contains(0) { throw .nulInText }
    return quoted(text, in: textQuotes)
  }

  /// The bytes as a literal.
  package func blobLiteral(_ bytes: some Sequence<UInt8>) -> String {
    var result = Array(blobQuotes.open.utf8)
    for byte in bytes {
      result.append(hexadecimalDigit(byte >> 4))
      result.append(hexadecimalDigit(byte & 0xF))
    }
    result.append(contentsOf: blobQuotes.close.utf8)
    return String(decoding: result, as: UTF8.self)
  }

  package func booleanLiteral(_ value: Bool) -> String {
    value ? trueLiteral : falseLiteral
  }

  /// The value as a literal; for a Boolean, see ``booleanLiteral(_:)``.
  package func literal(_ value: SQLValue) throws(SQLQuotingError) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): String(integer)
    case .real(let real): try realLiteral(real)
    case .text(let text): try textLiteral(text)
    case .blob(let bytes): blobLiteral(bytes)
    }
  }

  /// The placeholder of the parameter with the given number, which begins at 1.
  package func placeholder(_ number: Int) -> String {
    switch placeholders {
    case .unnumbered(let mark): mark
    case .numbered(let prefix): "\(prefix)\(number)"
    }
  }

  private func realLiteral(_ value: Double) throws(SQLQuotingError) -> String {
    if value.isFinite { return "\(value)" }
    let text: String? =
      if value.isNaN {
        nonFiniteReals?.notANumber
      } else {
        value > 0 ? nonFiniteReals?.infinity : nonFiniteReals?.negativeInfinity
      }
    guard let text else { throw .noLiteral("\(value)") }
    return text
  }

  /// Quotes a text by Unicode scalars: a mark followed by a combining accent is one `Character`, which a comparison
  /// of characters would miss.
  private func quoted(_ text: String, in quotes: SQLQuotes) -> String {
    if let mark = quotes.close.utf8.first, !text.utf8.contains(mark) {
      return quotes.open + text + quotes.close
    }
    var result = quotes.open.unicodeScalars
    let mark = Array(quotes.close.unicodeScalars)
    if let single = mark.first, mark.count == 1 {
      for scalar in text.unicodeScalars {
        result.append(scalar)
        if scalar == single { result.append(scalar) }
      }
    } else {
      result.append(contentsOf: doubling(mark, in: Array(text.unicodeScalars)))
    }
    result.append(contentsOf: mark)
    return String(result)
  }

  private func doubling(_ mark: [Unicode.Scalar], in text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var rest = text[...]
    while let first = rest.first {
      if !mark.isEmpty, rest.starts(with: mark) {
        result.append(contentsOf: mark)
        result.append(contentsOf: mark)
        rest = rest.dropFirst(mark.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  private func hexadecimalDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x41 + nibble - 10
  }
}

/// The reason why a name or value cannot be written in a dialect.
package enum SQLQuotingError: Error, Hashable {
  case emptyIdentifier
  case nulInIdentifier
  case identifierTooLong(bytes: Int, limit: Int)
  case nulInText
  case noLiteral(String)
}

extension SQLQuotingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .emptyIdentifier: "an identifier cannot be empty"
    case .nulInIdentifier: "an identifier cannot contain U+0000"
    case .identifierTooLong(let bytes, let limit):
      "the identifier has \(bytes) bytes; the limit is \(limit)"
    case .nulInText: "a text literal cannot contain U+0000"
    case .noLiteral(let value): "the value \(value) has no literal"
    }
  }
}
