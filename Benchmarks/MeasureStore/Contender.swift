import Foundation
import Glibc

/// The time of one run of a workload, and its check value, which is the same for all contenders.
struct Outcome {
  var milliseconds: Double
  var check: Int
}

/// An implementation of the workloads.
protocol Contender {
  /// Runs a workload once on the store at a path, and measures only the workload itself.
  func run(_ workload: Workload, on path: String) throws -> Outcome
}

/// A program that measures a contender in a separate process.
struct ContenderProgram {
  var name: String

  /// The name with its version, as tables show it.
  var title: String

  var executable: URL
  var arguments: [String] = []

  private static let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()

  static let raw = Self(name: "raw", title: "C interface", executable: own)
  static let store = Self(name: "store", title: "OpenCoreData", executable: own)

  /// Returns the libraries that a program measures, by their names.
  static func peers(of script: String) throws -> [Self] {
    guard !script.isEmpty else { return [] }
    let process = Process()
    process.executableURL = URL(filePath: script)
    process.arguments = ["--versions"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Arguments.Misuse(description: "\(script) --versions failed")
    }
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t")
      guard fields.count == 2 else { return nil }
      return Self(
        name: String(fields[0]),
        title: String(fields[1]),
        executable: URL(filePath: script)
      )
    }
  }
}

/// Measures work that returns a check value.
///
/// CPU time counts: the stores are in memory, so that the only waiting is for other
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
