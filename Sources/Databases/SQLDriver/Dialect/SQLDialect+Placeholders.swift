extension SQLDialect {
  /// Returns a statement whose parameters are question marks, with the placeholders of the dialect.
  ///
  /// Question marks in literals, quoted identifiers and comments are left alone.
  package func placing(_ sql: String) -> String {
    guard placeholders != .unnumbered("?"), sql.utf8.contains(UInt8(ascii: "?")) else { return sql }
    var placed = ""
    var number = 0
    var scanner = StatementScanner(sql)
    while let character = scanner.next() {
      guard character == "?", !scanner.isInside else {
        placed.unicodeScalars.append(character)
        continue
      }
      number += 1
      switch placeholders {
      case .unnumbered(let mark): placed += mark
      case .numbered(let prefix): placed += "\(prefix)\(number)"
      }
    }
    return placed
  }
}

extension SQLDialect {
  /// Returns a statement with its numbered placeholders replaced by literals of their values.
  ///
  /// It is for people to read: a value that has no literal stays a placeholder.
  package func expanding(_ sql: String, _ values: [SQLValue]) -> String {
    guard case .numbered(let prefix) = placeholders else { return sql }
    let literals = values.map { try? literal($0) }
    var expanded = ""
    var number: String?
    var scanner = StatementScanner(sql)
    func endNumber() {
      guard let digits = number else { return }
      number = nil
      let literal = Int(digits).flatMap {
        literals.indices.contains($0 - 1) ? literals[$0 - 1] : nil
      }
      expanded += literal ?? prefix + digits
    }
    while let scalar = scanner.next() {
      if !scanner.isInside, number != nil, ("0"..."9").contains(scalar) {
        number?.unicodeScalars.append(scalar)
        continue
      }
      endNumber()
      if !scanner.isInside, String(scalar) == prefix {
        number = ""
      } else {
        expanded.unicodeScalars.append(scalar)
      }
    }
    endNumber()
    return expanded
  }
}

/// Scans a statement, and tracks whether it is inside of a literal, a quoted identifier or a comment.
private struct StatementScanner {
  private var rest: Substring.UnicodeScalarView
  private var end: [Unicode.Scalar]?

  /// Whether the last scalar was part of quoted text, or of a comment.
  private(set) var isInside = false

  /// The last scalar of the comment or quoted text, if it may begin the closing mark.
  private var last: Unicode.Scalar?

  /// Whether the next scalar belongs to an opening mark.
  private var isOpening = false

  init(_ sql: String) { rest = Substring(sql).unicodeScalars }

  mutating func next() -> Unicode.Scalar? {
    guard let scalar = rest.popFirst() else { return nil }
    if let end {
      isInside = true
      // A doubled quotation mark ends the text and begins the next one, which has the same effect.
      if scalar == end.last, end.count == 1 || last == end.first { self.end = nil }
      // The second character of an opening mark is not the first one of the closing mark.
      last = isOpening ? nil : scalar
      isOpening = false
      return scalar
    }
    isInside = false
    isOpening = false
    switch (scalar, rest.first) {
    case ("'", _), ("\"", _): end = [scalar]
    case ("-", "-"): end = ["\n"]
    case ("/", "*"):
      end = ["*", "/"]
      isOpening = true
    default: break
    }
    last = nil
    return scalar
  }
}
