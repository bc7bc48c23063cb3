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
    var outside = 2 * pow(0.5, Double(count))
    guard outside <= 0.1 else { return nil }
    var rank = 0
    var ways = 1.0
    while true {
      ways *= Double(count - rank) / Double(rank + 1)
      let next = outside + 2 * ways * pow(0.5, Double(count))
      if next > 0.1 { break }
      outside = next
      rank += 1
    }
    let sorted = self.sorted()
    return sorted[rank]...sorted[count - 1 - rank]
  }
}
