/// The address of a store: a database, and a schema in it.
package struct PostgreSQLAddress: Sendable, Hashable {
  /// The connection URL as libpq takes it, with its secrets.
  package let connection: String

  /// The schema with the store's tables.
  package private(set) var schema: String

  /// The URL without its secrets.
  package let redacted: String

  /// The passwords of the URL, both percent-encoded and decoded.
  private let secrets: [String]

  /// The schema of a URL that names none.
  package static let defaultSchema = "public"

  /// The schemes of URLs that libpq accepts.
  package static let schemes: Set<String> = ["postgresql", "postgres"]

  /// The names of the parameters with secrets.
  private static let secretParameters: Set<String> = ["password", "sslpassword"]

  /// The name of the parameter with the schema, which libpq does not support.
  private static let schemaParameter = "schema"

  /// Parses a URL; nil for one with another scheme.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - schema: The schema, if an option names it.
  package init?(_ url: String, schema: String? = nil) {
    guard let mark = url.utf8Range(of: "://"),
      Self.schemes.contains(url[..<mark.lowerBound].lowercased())
    else { return nil }
    let head = url[..<mark.upperBound]
    let withoutFragment = url[mark.upperBound...].prefix { $0 != "#" }
    let question = withoutFragment.firstIndex(of: "?") ?? withoutFragment.endIndex
    var place = String(withoutFragment[..<question])
    var secrets: [String] = []
    if let secret = Self.removePassword(from: &place) {
      secrets.append(secret)
      // libpq parses a password with a slash as the port and the name of the database.
      if secret.contains("/") { secrets += secret.split(separator: "/").map(String.init) }
    }
    var named: String?
    var parameters: [Substring] = []
    var harmless: [Substring] = []
    for parameter in withoutFragment[question...].dropFirst().split(separator: "&") {
      let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1]) : ""
      if parts[0] == Self.schemaParameter {
        named = Self.decoded(value)
        harmless.append(parameter)
        continue
      }
      parameters.append(parameter)
      if Self.secretParameters.contains(String(parts[0])) {
        secrets.append(value)
      } else {
        harmless.append(parameter)
      }
    }
    let whole = withoutFragment[..<question]
    connection = head + whole + Self.query(parameters)
    redacted = head + place + Self.query(harmless)
    self.schema = schema ?? named ?? Self.defaultSchema
    self.secrets = (secrets + secrets.map(Self.decoded)).filter { !$0.isEmpty }
  }

  /// The address of another schema in the same database.
  package func replacingSchema(by schema: String) -> Self {
    var address = self
    address.schema = schema
    return address
  }

  /// A message without the secrets of the URL.
  package func scrubbed(_ message: String) -> String {
    var message = message
    for secret in secrets.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      while let range = message.utf8Range(of: secret) {
        // A secret of one letter would be found in its own replacement.
        guard !"•••".contains(secret) else { return "" }
        message.replaceSubrange(range, with: "•••")
      }
    }
    return message
  }

  /// Removes the password from the part of a URL between the scheme and the parameters.
  ///
  /// A slash in a password must be written as `%2F`; a password with a bare slash must not be shown either.
  private static func removePassword(from place: inout String) -> String? {
    let path = place.firstIndex(of: "/") ?? place.endIndex
    guard let end = place[..<path].lastIndex(of: "@") ?? place.lastIndex(of: "@"),
      let colon = place[..<min(end, path)].firstIndex(of: ":"),
      end < path || !place[place.index(after: colon)..<path].isPorts
    else { return nil }
    let secret = String(place[place.index(after: colon)..<end])
    place.removeSubrange(colon..<end)
    return secret
  }

  private static func query(_ parameters: [Substring]) -> String {
    parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&")
  }

  /// The text with its percent escapes decoded.
  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Substring {
  /// Whether the text can be the port of a host, or a list of ports.
  fileprivate var isPorts: Bool {
    utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ",")
        || byte == UInt8(ascii: ":")
    }
  }
}

extension String {
  /// The first occurrence of a text, compared byte by byte.
  fileprivate func utf8Range(of text: String) -> Range<Index>? {
    let wanted = Array(text.utf8)
    guard !wanted.isEmpty else { return nil }
    var start = utf8.startIndex
    while start < utf8.endIndex {
      if utf8[start...].starts(with: wanted) {
        return start..<utf8.index(start, offsetBy: wanted.count)
      }
      start = utf8.index(after: start)
    }
    return nil
  }
}
