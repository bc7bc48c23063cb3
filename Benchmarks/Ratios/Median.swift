extension [Double] {
  /// The value in the middle of the sorted ones, or the mean of the two in the middle; not a number if there is none.
  package var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = self.sorted()
    let upper = sorted[count / 2]
    return count.isMultiple(of: 2) ? (upper + sorted[count / 2 - 1]) / 2 : upper
  }
}
