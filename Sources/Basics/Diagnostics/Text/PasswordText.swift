extension String {
  /// The text without the passwords of database URLs in it.
  ///
  /// Such a URL may be anywhere on a command line, even in a wrong place.
  package var withoutPasswords: String {
    guard let mark = firstRange(of: "://") else { return self }
    let head = String(self[..<mark.upperBound])
    let rest = self[mark.upperBound...]
    let scheme = head.lowercased()
    guard scheme.hasSuffix("postgresql://") || scheme.hasSuffix("postgres://") else {
      return head + String(rest).withoutPasswords
    }
    let end = rest.firstIndex { $0.isWhitespace || $0 == "\"" || $0 == "'" } ?? rest.endIndex
    return head + Self.redacted(rest[..<end]) + String(self[end...]).withoutPasswords
  }

  /// The part of a URL after the scheme, without its password and the parameters with one.
  private static func redacted(_ text: Substring) -> String {
    var question = text.firstIndex(of: "?") ?? text.endIndex
    var place = String(text[..<question])
    // A password whose characters should have been percent-encoded is removed too.
    if !place.contains("@"), let colon = place.firstIndex(of: ":"),
      place[place.index(after: colon)...].contains(where: { !$0.isNumber && $0 != "," }),
      !place[place.index(after: colon)...].contains("/"), let at = text.lastIndex(of: "@")
    {
      question = text[at...].firstIndex(of: "?") ?? text.endIndex
      place = String(text[..<question])
    }
    if let at = place.lastIndex(of: "@"), let colon = place[..<at].firstIndex(of: ":") {
      place.removeSubrange(colon..<at)
    }
    guard question < text.endIndex else { return place }
    let parameters = text[text.index(after: question)...]
      .split(separator: "&", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("password=") && !$0.hasPrefix("sslpassword=") }
    return parameters.isEmpty ? place : "\(place)?\(parameters.joined(separator: "&"))"
  }

  /// The first occurrence of a text.
  private func firstRange(of text: String) -> Range<Index>? {
    var start = startIndex
    while let index = self[start...].utf8.firstIndex(of: text.utf8.first ?? 0) {
      if self[index...].hasPrefix(text) { return index..<self.index(index, offsetBy: text.count) }
      start = utf8.index(after: index)
    }
    return nil
  }
}
