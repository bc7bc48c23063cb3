extension [Double] {
  /// The median of the values, or the mean of the two middle ones; NaN if there is none.
  package var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = self.sorted()
    let upper = sorted[count / 2]
    return count.isMultiple(of: 2) ? (upper + sorted[count / 2 - 1]) / 2 : upper
  }
}
