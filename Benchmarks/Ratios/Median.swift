import Foundation

extension [Double] {
  /// The median of the values, or the mean of the two middle ones; NaN if there is none.
  package var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = self.sorted()
    let upper = sorted[count / 2]
    return count.isMultiple(of: 2) ? (upper + sorted[count / 2 - 1]) / 2 : upper
  }

  /// The range in which the median of many more values would probably lie; nil for fewer than five values.
  ///
  /// It reaches from one ordered value to another, chosen so that the median of the distribution lies outside with a
  /// probability of at most a tenth, whatever the distribution is: of eleven values, from the third to the ninth.
  package var rangeOfMedian: ClosedRange<Double>? {
    // `outside` is the probability that the median lies beyond one of the two values at `rank` from each end.
    let share = 2 * pow(0.5, Double(count))
    guard share <= 0.1 else { return nil }
    var (rank, ways, outside) = (0, 1.0, share)
    while true {
      ways *= Double(count - rank) / Double(rank + 1)
      guard outside + ways * share <= 0.1 else { break }
      outside += ways * share
      rank += 1
    }
    let sorted = self.sorted()
    return sorted[rank]...sorted[count - 1 - rank]
  }
}
