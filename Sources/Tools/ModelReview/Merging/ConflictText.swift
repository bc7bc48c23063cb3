/// Two texts that differ only in conflicts, as one text with conflict markers.
package struct ConflictText {
  private let ours: [Substring]
  private let theirs: [Substring]

  package init(ours: String, theirs: String) {
    self.ours = ours.split(separator: "\n", omittingEmptySubsequences: false)
    self.theirs = theirs.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The common lines, and between markers those that differ.
  package var text: String {
    let difference = theirs.difference(from: ours)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Substring] = []
    var left = 0
    var right = 0
    while left < ours.count || right < theirs.count {
      var mine: [Substring] = []
      var others: [Substring] = []
      while removed.contains(left) {
        mine.append(ours[left])
        left += 1
      }
      while added.contains(right) {
        others.append(theirs[right])
        right += 1
      }
      if !mine.isEmpty || !others.isEmpty {
        lines += ["<<<<<<< ours"] + mine + ["======="] + others + [">>>>>>> theirs"]
      }
      if left < ours.count, right < theirs.count {
        lines.append(ours[left])
        left += 1
        right += 1
      }
    }
    return lines.joined(separator: "\n")
  }
}
