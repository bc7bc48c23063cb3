import Foundation

/// Runs two commands in turn and compares what they take.
struct Comparison {
  var rounds: Int

  /// The median times in milliseconds, and the median of the ratios of each round.
  struct Ratio {
    var subject: Double
    var reference: Double
    var median: Double
  }

  func ratio(of subject: [String], to reference: [String]) throws -> Ratio {
    _ = try time(subject)
    _ = try time(reference)
    var pairs: [(subject: Double, reference: Double)] = []
    for _ in 0..<rounds {
      // A single start of a short program is below what a clock can tell, so several count as one.
      pairs.append((try time(subject), try time(reference)))
    }
    return Ratio(
      subject: median(pairs.map(\.subject)),
      reference: median(pairs.map(\.reference)),
      median: median(pairs.map { $0.subject / $0.reference })
    )
  }

  /// The fastest of a few runs, in milliseconds: anything slower is somebody else's doing.
  private func time(_ words: [String]) throws -> Double {
    var best = Double.infinity
    for _ in 0..<5 {
      let process = Process()
      process.executableURL = URL(filePath: words[0])
      process.arguments = Array(words.dropFirst())
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      let start = ContinuousClock.now
      try process.run()
      process.waitUntilExit()
      let elapsed = ContinuousClock.now - start
      guard process.terminationStatus == 0 else {
        throw CocoaError(
          .executableLoad,
          userInfo: [NSLocalizedDescriptionKey: "\(words.joined(separator: " ")) failed"]
        )
      }
      best = min(best, elapsed / .milliseconds(1))
      if best > 50 { break }
    }
    return best
  }

  private func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted[sorted.count / 2]
  }
}
