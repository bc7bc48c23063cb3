import Foundation

/// The ratios that the programs of `make bench` pass to `bench`.
///
/// `bench` names a file in the environment; a program that is started by hand records nothing.
package enum RatioLog {
  package static let variable = "BENCH_RATIOS"

  /// Records a ratio under a name that stays the same from commit to commit.
  package static func record(_ workload: String, _ ratio: Double) {
    guard let path = ProcessInfo.processInfo.environment[variable], ratio.isFinite else { return }
    let program = URL(filePath: CommandLine.arguments[0]).lastPathComponent
    let line = "\(program) \(workload)\t\(Ratio.text(ratio))\n"
    guard let file = FileHandle(forWritingAtPath: path) else {
      FileHandle.standardError.write(Data("\(program): cannot record ratios in \(path)\n".utf8))
      return
    }
    defer { try? file.close() }
    _ = try? file.seekToEnd()
    try? file.write(contentsOf: Data(line.utf8))
  }

  /// Returns the ratios that programs have recorded in a file, in order.
  package static func read(_ text: String) -> [Ratio] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t")
      guard fields.count == 2, let value = Double(fields[1]) else { return nil }
      return Ratio(workload: String(fields[0]), value: value)
    }
  }
}

/// The time of a workload divided by that of the one that it is compared with.
package struct Ratio: Equatable {
  package var workload: String
  package var value: Double

  package init(workload: String, value: Double) {
    self.workload = workload
    self.value = value
  }

  package static func text(_ value: Double) -> String { String(format: "%.3f", value) }
}
