/// The lines of the files that diagnostics refer to.
///
/// Renderers do not open files: the code that has read them passes their text, or nothing.
package struct SourceText: Sendable {
  private let line: @Sendable (_ path: String, _ line: Int) -> String?

  /// - Parameter line: Returns the line with a number (from 1), without its end, of the file with a path (as in
  ///   diagnostics); nil if there is none.
  package init(_ line: @escaping @Sendable (_ path: String, _ line: Int) -> String?) {
    self.line = line
  }

  /// Creates a source of texts in memory, by path.
  package init(_ texts: [String: SourceLines]) {
    self.init { path, line in texts[path]?[line] }
  }

  /// The line of a place; nil if the place has no line or the line is not available.
  package func line(at place: Place) -> String? {
    guard let path = place.path, let number = place.line else { return nil }
    return line(path, number)
  }
}

/// A text split into lines at line feeds, as XML and compilers count them.
package struct SourceLines: Sendable {
  private let text: String
  private let starts: [String.Index]

  package init(_ text: String) {
    self.text = text
    var starts = [text.startIndex]
    for index in text.utf8.indices where text.utf8[index] == UInt8(ascii: "\n") {
      starts.append(text.utf8.index(after: index))
    }
    self.starts = starts
  }

  /// The line with a number from 1, without its end; nil if there is none.
  package subscript(number: Int) -> String? {
    guard number >= 1, number <= starts.count else { return nil }
    let start = starts[number - 1]
    let end = number < starts.count ? text.utf8.index(before: starts[number]) : text.endIndex
    var line = text[start..<end]
    if line.utf8.last == UInt8(ascii: "\r") {
      line = line[..<line.utf8.index(before: line.endIndex)]
    }
    return String(line)
  }
}
