import Glibc

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
///
/// What counts is the time of the processor: the stores are in memory, so that there is nothing to wait for but other
/// programs.
func timed(_ work: () throws -> Int) rethrows -> Outcome {
  let start = processorMilliseconds()
  let check = try work()
  return Outcome(milliseconds: processorMilliseconds() - start, check: check)
}

private func processorMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
}
