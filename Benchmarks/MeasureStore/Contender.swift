/// What one way of doing a workload took, and what it found: all ways must find the same.
struct Outcome {
  var milliseconds: Double
  var check: Int
}

/// A way of doing the workloads.
protocol Contender {
  /// Does a workload once on the store at a path, of which only what the workload is about is measured.
  func run(_ workload: Workload, on path: String) throws -> Outcome
}

/// Measures a piece of work that gives a check value.
func timed(_ work: () throws -> Int) rethrows -> Outcome {
  let start = ContinuousClock.now
  let check = try work()
  return Outcome(milliseconds: (ContinuousClock.now - start) / .milliseconds(1), check: check)
}
