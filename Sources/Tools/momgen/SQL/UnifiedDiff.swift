/// The difference of two texts, as `diff -u` prints it.
struct UnifiedDiff {
  private let old: [Substring]
  private let new: [Substring]
  private let oldName: String
  private let newName: String

  /// The number of lines that are compared with each other; more are shown as one replacement.
  ///
  /// The time to find the minimal difference grows with the square of its size.
  private static let mostCompared = 3_000

  init(from old: String, named oldName: String, to new: String, named newName: String) {
    self.old = Self.lines(of: old)
    self.new = Self.lines(of: new)
    self.oldName = oldName
    self.newName = newName
  }

  /// The lines of a text, each with its end.
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    var rest = Substring(text)
    while let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) {
      let next = rest.utf8.index(after: end)
      lines.append(rest[..<next])
      rest = rest[next...]
    }
    if !rest.isEmpty { lines.append(rest) }
    return lines
  }

  private enum Line {
    case same(Substring)
    case removed(Substring)
    case added(Substring)
  }

  /// The text of the difference; empty when there is none.
  var text: String {
    guard old != new else { return "" }
    let lines = self.lines
    var text = "--- \(oldName)\n+++ \(newName)\n"
    for range in hunks(of: lines) { text += hunk(lines, range) }
    return text
  }

  private var lines: [Line] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let rest = min(old.count, new.count) - start
    let end = zip(old.reversed(), new.reversed()).prefix(rest).prefix { $0 == $1 }.count
    let changed = changedLines(
      from: old[start..<old.count - end],
      to: new[start..<new.count - end]
    )
    return old[..<start].map(Line.same) + changed + old[(old.count - end)...].map(Line.same)
  }

  /// The lines between the common beginning and the common end.
  private func changedLines(from old: ArraySlice<Substring>, to new: ArraySlice<Substring>)
    -> [Line]
  {
    guard old.count + new.count <= Self.mostCompared, !old.isEmpty, !new.isEmpty else {
      return old.map(Line.removed) + new.map(Line.added)
    }
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(old.startIndex + offset)
      case .insert(let offset, _, _): added.insert(new.startIndex + offset)
      }
    }
    var result: [Line] = []
    var oldIndex = old.startIndex
    var newIndex = new.startIndex
    while oldIndex < old.endIndex || newIndex < new.endIndex {
      if removed.contains(oldIndex) {
        result.append(.removed(old[oldIndex]))
        oldIndex += 1
      } else if added.contains(newIndex) {
        result.append(.added(new[newIndex]))
        newIndex += 1
      } else {
        result.append(.same(old[oldIndex]))
        oldIndex += 1
        newIndex += 1
      }
    }
    return result
  }

  /// The hunks: three lines around each change; overlapping ones are merged.
  private func hunks(of lines: [Line]) -> [Range<Int>] {
    var hunks: [Range<Int>] = []
    for (index, line) in lines.enumerated() {
      if case .same = line { continue }
      let range = max(index - 3, 0)..<min(index + 4, lines.count)
      if let last = hunks.last, range.lowerBound <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
      } else {
        hunks.append(range)
      }
    }
    return hunks
  }

  private func hunk(_ lines: [Line], _ range: Range<Int>) -> String {
    let before = count(lines[..<range.lowerBound])
    let inside = count(lines[range])
    var text = "@@ -\(position(before.old, inside.old)),\(inside.old) "
    text += "+\(position(before.new, inside.new)),\(inside.new) @@\n"
    for line in lines[range] {
      switch line {
      case .same(let line): text += " " + Self.ended(line)
      case .removed(let line): text += "-" + Self.ended(line)
      case .added(let line): text += "+" + Self.ended(line)
      }
    }
    return text
  }

  /// A line with an end; a missing line break at the end of the file is remarked on.
  private static func ended(_ line: Substring) -> String {
    line.utf8.last == UInt8(ascii: "\n") ? String(line) : "\(line)\n\\ No newline at end of file\n"
  }

  /// The position of a hunk; one without lines on one side follows the line before it.
  private func position(_ before: Int, _ inside: Int) -> Int {
    inside == 0 ? before : before + 1
  }

  private func count(_ lines: ArraySlice<Line>) -> (old: Int, new: Int) {
    lines.reduce(into: (old: 0, new: 0)) { count, line in
      switch line {
      case .same:
        count.old += 1
        count.new += 1
      case .removed: count.old += 1
      case .added: count.new += 1
      }
    }
  }
}
