/// The difference of two texts, as `diff -u` prints it.
struct UnifiedDiff {
  private let old: [Substring]
  private let new: [Substring]
  private let oldName: String
  private let newName: String

  init(from old: String, named oldName: String, to new: String, named newName: String) {
    self.old = old.split(separator: "\n", omittingEmptySubsequences: false)
    self.new = new.split(separator: "\n", omittingEmptySubsequences: false)
    self.oldName = oldName
    self.newName = newName
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
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var result: [Line] = []
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < old.count || newIndex < new.count {
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

  /// Three lines around each change; what then touches is one hunk.
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
      case .same(let line): text += " \(line)\n"
      case .removed(let line): text += "-\(line)\n"
      case .added(let line): text += "+\(line)\n"
      }
    }
    return text
  }

  /// A hunk without lines on one side is said to follow the line before it.
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
