/// The hint "did you mean …?" with the names most like the one that was written, or nil when none
/// is much like it.
func suggestion(for name: String, among names: some Sequence<String>) -> String? {
  let written = Array(name.lowercased().utf8)
  // Names are short; what is longer is not worth the square of its length.
  guard !written.isEmpty, written.count <= 64 else { return nil }
  let allowed = max(1, written.count / 3)
  var near: [(distance: Int, name: String)] = []
  for candidate in Set(names) {
    let distance = editDistance(written, Array(candidate.lowercased().utf8))
    if distance <= allowed { near.append((distance, candidate)) }
  }
  near.sort { left, right in (left.distance, left.name) < (right.distance, right.name) }
  let shown = near.prefix(2).map { "'\($0.name)'" }
  return shown.isEmpty ? nil : "did you mean \(shown.joined(separator: " or "))?"
}

/// How many letters must be inserted, removed, replaced or swapped with their neighbour to turn one
/// word into the other.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for (row, byte) in left.enumerated() {
    var current = [row + 1]
    for (column, other) in right.enumerated() {
      let replaced = previous[column] + (byte == other ? 0 : 1)
      var cost = min(replaced, previous[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
        cost = min(cost, beforePrevious[column - 1] + 1)
      }
      current.append(cost)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.count]
}
