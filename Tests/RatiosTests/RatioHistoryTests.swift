import Foundation
import Ratios
import Testing

@Suite("The history of ratios") struct RatioHistoryTests {
  private let past = """
    date\tcommit\tworkload\tratio
    2026-01-01\taaaaaaa\tmeasure-store a\t2.000
    2026-01-02\tbbbbbbb\tmeasure-store a\t3.000
    2026-01-02\tbbbbbbb\tmeasure-store b\t1.000

    """

  @Test("A run is appended, with the date and the commit; earlier entries stay")
  func appending() throws {
    var history = try RatioHistory(past)
    _ = history.append(
      [Ratio(workload: "measure-store a", value: 3.1), Ratio(workload: "new", value: 1.23456)],
      date: "2026-01-03",
      commit: "ccccccc"
    )
    #expect(
      history.text == past
        + "2026-01-03\tccccccc\tmeasure-store a\t3.100\n2026-01-03\tccccccc\tnew\t1.235\n"
    )
  }

  @Test("A new history begins with the names of its columns")
  func new() throws {
    var history = try RatioHistory("")
    #expect(history.append([], date: "2026-01-03", commit: "c") == [])
    #expect(history.text == "date\tcommit\tworkload\tratio\n")
  }

  @Test(
    "A workload that is more than a tenth worse than its last entry is a loss",
    arguments: [(3.3, false), (3.31, true), (2.0, false), (9, true)]
  )
  func losses(ratio: Double, isLoss: Bool) throws {
    var history = try RatioHistory(past)
    let losses = history.append(
      [Ratio(workload: "measure-store a", value: ratio)],
      date: "d",
      commit: "c"
    )
    let loss = RatioHistory.Loss(workload: "measure-store a", before: 3, now: ratio)
    #expect(losses == (isLoss ? [loss] : []))
  }

  @Test("A workload without an entry is not a loss, and its next ratio is compared with the first")
  func firstEntry() throws {
    var history = try RatioHistory(past)
    #expect(history.append([Ratio(workload: "x", value: 1)], date: "d", commit: "c").isEmpty)
    #expect(history.append([Ratio(workload: "x", value: 2)], date: "d", commit: "c").count == 1)
  }

  @Test(
    "A line that does not belong to a history is named",
    arguments: ["2026-01-01\ta\tb\tfast", "2026-01-01\ta\tb", "<<<<<<< HEAD"]
  )
  func damage(line: String) {
    let error = #expect(throws: RatioHistory.Damage.self) { try RatioHistory(past + line + "\n") }
    #expect(error?.line == 5)
  }

  @Test("Ratios are read in the order in which programs recorded them; other lines are passed over")
  func log() {
    #expect(
      RatioLog.read("measure-store a\t1.5\nnoise\nmeasure-app cold start\t2.75\nx\tnan?\n")
        == [
          Ratio(workload: "measure-store a", value: 1.5),
          Ratio(workload: "measure-app cold start", value: 2.75),
        ]
    )
  }
}

@Suite("Medians") struct MedianTests {
  @Test(
    "The median is the value in the middle, or the mean of the two there",
    arguments: [([5], 5), ([3, 1, 2], 2), ([4, 1, 3, 2], 2.5)] as [([Double], Double)]
  )
  func median(values: [Double], expected: Double) { #expect(values.median == expected) }

  @Test("There is no median of nothing")
  func empty() { #expect([Double]().median.isNaN) }

  @Test(
    "The range of the median leaves out as many values as chance allows",
    arguments: [(4, nil), (5, 1...5), (6, 1...6), (8, 2...7), (11, 3...9), (25, 8...18)]
      as [(Int, ClosedRange<Double>?)]
  )
  func range(count: Int, expected: ClosedRange<Double>?) {
    let values = (1...count).map(Double.init)
    #expect(values.shuffled().rangeOfMedian == expected)
  }

  @Test("The median of a distribution lies in nine of ten ranges")
  func coverage() {
    var numbers = SystemRandomNumberGenerator()
    let hits = (0..<2_000).count { _ in
      let values = (0..<11).map { _ in pow(Double.random(in: 0..<1, using: &numbers), 3) }
      return values.rangeOfMedian?.contains(0.125) == true
    }
    // 1,869 are expected, with a standard deviation of 11.
    #expect(hits > 1_800)
  }
}
