/// A place in a file, in people's numbering: lines and columns begin at 1.
package struct Place: Sendable, Hashable {
  /// The path as the user wrote it, without passwords of databases; nil for the command line.
  package var path: String?

  /// The line; nil for the whole file.
  package var line: Int?

  /// The column in characters (Unicode scalars); nil for the whole line.
  package var column: Int?

  package init(path: String? = nil, line: Int? = nil, column: Int? = nil) {
    self.path = path?.withoutPasswords
    self.line = line
    self.column = column
  }
}

extension Place: Comparable {
  /// By path, then line, then column; less exact places come first.
  package static func < (left: Self, right: Self) -> Bool {
    if left.path != right.path { return (left.path ?? "") < (right.path ?? "") }
    if left.line != right.line { return (left.line ?? 0) < (right.line ?? 0) }
    return (left.column ?? 0) < (right.column ?? 0)
  }
}

extension Place: CustomStringConvertible {
  /// `path:line:column`, without the parts that are not known.
  package var description: String {
    var text = path ?? ""
    if let line {
      text += text.isEmpty ? "\(line)" : ":\(line)"
      if let column { text += ":\(column)" }
    }
    return text
  }
}
