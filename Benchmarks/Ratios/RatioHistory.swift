/// The ratios of past runs of `make bench`: the text of `Benchmarks/History.tsv`.
///
/// Each line has the date of the commit, the commit, the workload and the ratio; lines are only ever appended.
package struct RatioHistory {
  package static let header = "date\tcommit\tworkload\tratio\n"

  package private(set) var text: String
  private var latest: [String: Double] = [:]

  /// Reads a history; the text of a missing file is empty.
  ///
  /// - Throws: `Damage`, if a line is invalid.
  package init(_ text: String) throws {
    self.text = text.isEmpty ? Self.header : text
    for (index, line) in self.text.split(separator: "\n").enumerated().dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 4, let value = Double(fields[3]) else {
        throw Damage(line: index + 1)
      }
      latest[String(fields[2])] = value
    }
  }

  /// A line that does not have four fields, the last of them a number.
  package struct Damage: Error, CustomStringConvertible {
    package var line: Int
    package var description: String { "line \(line) of the history has not four fields" }
  }

  /// A workload that became slower since the last entry.
  package struct Loss: Equatable {
    package var workload: String
    package var before: Double
    package var now: Double

    package init(workload: String, before: Double, now: Double) {
      self.workload = workload
      self.before = before
      self.now = now
    }
  }

  /// Appends the ratios of a run.
  ///
  /// - Parameters:
  ///   - ratios: The ratios, one for each workload.
  ///   - date: The date of the commit.
  ///   - commit: The commit.
  ///   - tolerance: The tolerated increase of a ratio, as a fraction of its last entry.
  /// - Returns: The workloads that exceed it.
  package mutating func append(
    _ ratios: [Ratio],
    date: String,
    commit: String,
    tolerance: Double = 0.1
  ) -> [Loss] {
    var losses: [Loss] = []
    for ratio in ratios {
      if let before = latest[ratio.workload], ratio.value > before * (1 + tolerance) {
        losses.append(Loss(workload: ratio.workload, before: before, now: ratio.value))
      }
      latest[ratio.workload] = ratio.value
      text += "\(date)\t\(commit)\t\(ratio.workload)\t\(Ratio.text(ratio.value))\n"
    }
    return losses
  }
}
