/// The expression of a derived attribute as Core Data archives and hashes it.
///
/// Xcode's file says `photos.@count` where the compiled model holds the function `count:(photos)`; the
/// other established forms are the same in both.
package struct DerivationText: Sendable, Hashable {
  /// The text of the compiled expression.
  package let archived: String

  /// Whether real files show this form; otherwise the text is carried over as it is.
  package let isEstablished: Bool

  package init(_ written: String) {
    let text = written.trimmingSpaces
    if let keyPath = text.removing(suffix: ".@count"), Self.isKeyPath(keyPath) {
      archived = "count:(\(keyPath))"
      isEstablished = !keyPath.contains(".")
    } else if let argument = text.removing(prefix: "canonical:("), argument.hasSuffix(")") {
      archived = text
      isEstablished = Self.isKeyPath(String(argument.dropLast()))
    } else {
      archived = text
      isEstablished = text == "now()" || Self.isKeyPath(text)
    }
  }

  /// Whether the text is names joined by dots, and nothing else.
  private static func isKeyPath(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { name in
      guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first)
      else { return false }
      return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }
}

extension String {
  fileprivate func removing(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }

  fileprivate func removing(suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }

  /// The text without spaces and tabs at its ends.
  fileprivate var trimmingSpaces: String {
    var rest = Substring(self)
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }
}
