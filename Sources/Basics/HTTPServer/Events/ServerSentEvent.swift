/// One event of a stream, in the format of browsers' `EventSource`.
package struct ServerSentEvent: Sendable, Equatable {
  /// The name by which a page listens for it.
  package var name: String

  /// The data, which may have several lines.
  package var data: String

  /// The identifier that a browser repeats as `Last-Event-ID` when it reconnects.
  package var id: String?

  package init(_ name: String, data: String, id: String? = nil) {
    self.name = name
    self.data = data
    self.id = id
  }

  /// A comment that keeps a silent connection alive, and shows whether the client is still connected.
  static let beat = Array(":\n\n".utf8)

  /// The encoded event.
  package var bytes: [UInt8] {
    var text = "event: \(Self.line(name))\n"
    if let id { text += "id: \(Self.line(id))\n" }
    // A carriage return ends a line too, alone or before a line feed, which Swift combines to one character.
    for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd) {
      text += "data: \(line)\n"
    }
    return Array("\(text)\n".utf8)
  }

  /// A value on a single line; line ends are removed.
  private static func line(_ text: String) -> String {
    String(text.filter { !$0.isLineEnd && $0 != "\0" })
  }
}

extension Character {
  /// Whether the character ends a line of an event stream. (Other line breaks of Unicode do not.)
  fileprivate var isLineEnd: Bool {
    self == "\n" || self == "\r" || self == "\r\n"
  }
}
