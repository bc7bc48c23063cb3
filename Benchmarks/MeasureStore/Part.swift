import Foundation
import Measuring
import Ratios

/// The figures of one process, which measures one contender with one workload.
struct Part {
  var milliseconds: Double
  var check: Int

  /// The growth of the process at its peak in the first repetition, in KiB.
  var peak: Int

  /// The growth that remains after the contender and all results are deallocated, in KiB.
  var rest: Int

  /// Measures in this process, and prints the figures.
  static func measure(_ arguments: Arguments) throws {
    guard let (name, workload) = arguments.part else { return }
    let squad = Squad(teams: arguments.teams)
    let contender: any Contender =
      name == "raw" ? RawContender(squad: squad) : StoreContender(squad: squad)
    let scratch = try Scratch(in: arguments.folder)
    var times: [Double] = []
    var check = 0
    var growth = (peak: 0, rest: 0)
    for repetition in 0..<arguments.repetitions {
      let path = try scratch.copy(of: arguments.template)
      let before = ProcessMemory.resident()
      if repetition == 0 { ProcessMemory.forgetPeak() }
      let outcome = try contender.run(workload, on: path)
      if repetition == 0 {
        growth.peak = ProcessMemory.peak() - before
        // Pages that the heap keeps for later use are not a leak.
        releaseHeap(0)
        growth.rest = max(0, ProcessMemory.resident() - before)
      }
      times.append(outcome.milliseconds)
      check = outcome.check
    }
    print(times.median, check, growth.peak, growth.rest)
  }

  /// Starts a measuring process.
  init(
    _ contender: ContenderProgram,
    _ workload: Workload,
    _ arguments: Arguments,
    template: String,
    repetitions: Int,
    keepsHeap: Bool = true
  ) throws {
    let process = Process()
    process.executableURL = contender.executable
    process.arguments =
      contender.arguments + [
        "--part", contender.name, workload.rawValue, "--template", template, "--teams",
        "\(arguments.teams)", "--repetitions", "\(repetitions)", "--folder", arguments.folder,
      ]
    var environment = ProcessInfo.processInfo.environment
    if keepsHeap {
      // Otherwise the first fetch after the deallocation of a large array pays for its memory again.
      environment["MALLOC_TRIM_THRESHOLD_"] = "1073741824"
      environment["MALLOC_MMAP_THRESHOLD_"] = "1073741824"
      environment["MALLOC_TOP_PAD_"] = "67108864"
    }
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 4, let milliseconds = Double(words[0]), let check = Int(words[1]),
      let peak = Int(words[2]), let rest = Int(words[3])
    else {
      throw Arguments.Misuse(
        description: "\(contender.name) \(workload.rawValue) failed: \(text)"
      )
    }
    self.milliseconds = milliseconds
    self.check = check
    self.peak = peak
    self.rest = rest
  }
}

/// Returns the unused pages of the heap to the system: glibc's `malloc_trim`, which is missing in Swift's module.
@_silgen_name("malloc_trim")
@discardableResult
private func releaseHeap(_ padding: Int) -> Int32

/// The memory of this process, in KiB.
enum ProcessMemory {
  static func resident() -> Int { field("VmRSS") }
  static func peak() -> Int { field("VmHWM") }

  static func forgetPeak() {
    try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
  }

  private static func field(_ name: String) -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}
